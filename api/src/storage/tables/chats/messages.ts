import { sql } from 'kysely';
import type { AnswerMetadata } from '../../../../contract/chat.ts';
import type { Db, Owner } from '../../schema.ts';
import { toJson } from '../../json.ts';
import { acceptQuestion, type AcceptResult, type Exchange } from './acceptQuestion.ts';
import { toMessage, lockChat, toMessageColumns, type MessageRow } from './messageRow.ts';
import { getEarlierMessages, listMessagesBefore, type EarlierMessages, type PageRange } from './messagePages.ts';
import { measureRows, addToChatSize, type Quota, type Refusal } from './quota.ts';
import { unlimitedRuns } from '../runs/runAllowance.ts';

export type { AcceptResult as Accepted, EarlierMessages as Earlier, Exchange, MessageRow };

/** What came of adding a message; `gone`: its chat was deleted meanwhile. */
export type AppendResult = 'appended' | 'already' | 'gone' | Refusal;

/** A title is made from no more. */
const QUESTION_CHARACTERS = 4_000;

export function messagesTable(db: Db, quota: Quota) {
  return {
    /** Messages of a chat in their order: as many of the newest as a page holds, or of those before a message. */
    list: (chatId: string, range?: Partial<PageRange>): Promise<MessageRow[]> => listMessagesBefore(db, chatId, range),

    /** What stands in a chat before one of its messages; null where there is nothing. */
    earlier: (chatId: string, id: string): Promise<EarlierMessages | null> => getEarlierMessages(db, chatId, id),

    /** Whether a message is in a chat. */
    async has(chatId: string, id: string): Promise<boolean> {
      const row = await db
        .selectFrom('message')
        .select('id')
        .where('chat_id', '=', chatId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The beginning of the first question of a chat. */
    async firstQuestion(chatId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('message')
        .select(sql<string>`left(content, ${QUESTION_CHARACTERS})`.as('content'))
        .where('chat_id', '=', chatId)
        .where('source', '=', 'User')
        .orderBy('position')
        .limit(1)
        .executeTakeFirst();
      return row?.content;
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
      return row && { ...toMessage(row), metadata: row.metadata as Partial<AnswerMetadata> | null };
    },

    /** Takes a question in (`acceptQuestion`). */
    accept: (exchange: Exchange, allowance = unlimitedRuns): Promise<AcceptResult> =>
      acceptQuestion(db, exchange, allowance, quota),

    /** Adds a message that no run writes. One that is already there under its id stays as it is. */
    async append(message: MessageRow): Promise<AppendResult> {
      return db.transaction().execute(async (tx): Promise<AppendResult> => {
        const owner = await lockChat(tx, message.chatId, message.createdAt);
        if (!owner) return 'gone';
        const there = await tx
          .selectFrom('message')
          .select('id')
          .where('chat_id', '=', message.chatId)
          .where('id', '=', message.id)
          .executeTakeFirst();
        if (there) return 'already';
        const row = toMessageColumns(message);
        const refusal = await addToChatSize(tx, message.chatId, owner, measureRows(row), quota);
        if (refusal !== null) return refusal;
        await tx.insertInto('message').values(row).execute();
        return 'appended';
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
