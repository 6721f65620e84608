import { sql } from 'kysely';
import type { AnswerMetadata } from '../../../contract/chat.ts';
import type { Db, Owner } from '../schema.ts';
import { toJson } from '../json.ts';
import { acceptQuestion, type Accepted, type Exchange } from './accept.ts';
import { asMessage, holdChat, newRow, type MessageRow } from './messageRows.ts';
import { copySearches } from './searches.ts';
import { unlimited } from './underWay.ts';

export type { Accepted, Exchange, MessageRow };

/** A statement takes 65,535 parameters, and a message 13 of them. */
const MESSAGES_PER_STATEMENT = 1_000;

export function messagesTable(db: Db) {
  return {
    async list(chatId: string): Promise<MessageRow[]> {
      const rows = await db
        .selectFrom('message')
        .selectAll()
        .where('chat_id', '=', chatId)
        .orderBy('position')
        .execute();
      return rows.map(asMessage);
    },

    /** Finds a message of one of the person's own chats. */
    async find(
      owner: Owner,
      id: string,
    ): Promise<(MessageRow & { metadata: Partial<AnswerMetadata> | null }) | undefined> {
      const row = await db
        .selectFrom('message')
        .innerJoin('chat', 'chat.id', 'message.chat_id')
        .selectAll('message')
        .where('message.id', '=', id)
        .where('chat.tenant_id', '=', owner.tenantId)
        .where('chat.owner_id', '=', owner.id)
        .executeTakeFirst();
      return row && { ...asMessage(row), metadata: row.metadata as Partial<AnswerMetadata> | null };
    },

    /** Takes a question in (`acceptQuestion`). */
    accept: (exchange: Exchange, allowance = unlimited): Promise<Accepted> => acceptQuestion(db, exchange, allowance),

    /**
     * Adds a message that no run writes. One that is already there under its id stays as it is. False: the chat is gone.
     */
    async append(message: MessageRow): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        if (!(await holdChat(tx, message.chatId, message.createdAt))) return false;
        await tx
          .insertInto('message')
          .values(newRow(message))
          .onConflict((conflict) => conflict.columns(['chat_id', 'id']).doNothing())
          .execute();
        return true;
      });
    },

    /** Copies messages into another chat, in their order, with what was searched for them in the chat they are from. */
    async copy(messages: readonly MessageRow[], fromChatId?: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (let from = 0; from < messages.length; from += MESSAGES_PER_STATEMENT) {
          const rows = messages.slice(from, from + MESSAGES_PER_STATEMENT).map(newRow);
          await tx.insertInto('message').values(rows).execute();
        }
        const [first] = messages;
        if (first && fromChatId !== undefined) await copySearches(tx, fromChatId, first.chatId);
      });
    },

    /**
     * Keeps how an answer came about. Nobody waits for it and nothing promises it, so its commit need not wait for the disk:
     * it gets there with the next one.
     */
    async saveMetadata(chatId: string, id: string, metadata: Partial<AnswerMetadata>): Promise<void> {
      await sql`update message set metadata = ${toJson(metadata)}
        from (select set_config('synchronous_commit', 'off', true)) as unhurried
        where chat_id = ${chatId} and id = ${id}`.execute(db);
    },
  };
}
