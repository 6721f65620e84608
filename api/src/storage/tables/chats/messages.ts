import { sql } from 'kysely';
import type { AnswerMetadata } from '#contract/chats/chat.ts';
import type { SiteChoice } from '#contract/sites/sites.ts';
import type { Db, Owner, Tx } from '#api/storage/schema.ts';
import { toJson } from '#api/storage/json.ts';
import { acceptQuestion, type AcceptResult, type Exchange } from './acceptQuestion.ts';
import { acceptContinuation, acceptRegeneration, type Continuation } from './acceptVersion.ts';
import { lockChat, toMessageColumns, toStoredMessage, type MessageRow, type StoredMessage } from './messageRow.ts';
import { getEarlierMessages, listMessagesBefore, type EarlierMessages, type PageRange } from './messagePages.ts';
import { measureRows, addToChatSize, type Quota, type Refusal } from './chatQuota.ts';
import { unlimitedRuns } from '#api/storage/tables/runs/runAllowance.ts';
import { choosePath, findLastMessage, findVersionParent, listVersions, type VersionRefusal } from './versions.ts';

export type { AcceptResult, Exchange, MessageRow, StoredMessage };

/** `duplicate`: a message with this id exists; `gone`: the chat was deleted. */
export type AppendResult = 'appended' | 'duplicate' | 'gone' | Refusal | VersionRefusal;

/** How an answer was made. A continuation needs what its search was limited to; clients don't get it. */
export type SavedMetadata = Partial<AnswerMetadata> & { searched?: { sites: SiteChoice; onlyFiles: boolean } };

/** Maximum number of characters of a question from which a title is made. */
const TITLE_SOURCE_CHARACTERS = 4_000;

export function messagesTable(db: Db, quota: Quota) {
  return {
    /** One page of a chat in chat order: the newest messages, or those before `range.before`. */
    list: (chatId: string, range?: Partial<PageRange>): Promise<StoredMessage[]> =>
      listMessagesBefore(db, chatId, range),

    /** Totals of the messages before one, without the text of those at `hidden`; null if it is the first. */
    getEarlier: (chatId: string, id: string, hidden: readonly number[]): Promise<EarlierMessages | null> =>
      getEarlierMessages(db, chatId, id, hidden),

    /** Finds a message of a chat, of any version. */
    async findInChat(chatId: string, id: string): Promise<StoredMessage | undefined> {
      const row = await db
        .selectFrom('message')
        .selectAll()
        .where('chat_id', '=', chatId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toStoredMessage(row);
    },

    /** Ids of all versions of messages, oldest first, by message id. Messages with one version are left out. */
    listVersions: (chatId: string, messageIds: readonly string[]) => listVersions(db, chatId, messageIds),

    /** Shows a version: makes it and its path the active ones. False if the chat has no such message. */
    async choose(chatId: string, id: string, now: Date): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        if (!(await lockChat(tx, chatId, now)) || !(await isInChat(tx, chatId, id))) return false;
        await choosePath(tx, chatId, id);
        return true;
      });
    },

    /** The beginning of the first question of a chat. */
    async findFirstQuestion(chatId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('message')
        .select(sql<string>`left(content, ${TITLE_SOURCE_CHARACTERS})`.as('content'))
        .where('chat_id', '=', chatId)
        .where('source', '=', 'User')
        .where('active', '=', true)
        .orderBy('position')
        .limit(1)
        .executeTakeFirst();
      return row?.content;
    },

    /** Finds a message of one of the person's own chats. */
    async find(owner: Owner, id: string): Promise<(StoredMessage & { metadata: SavedMetadata | null }) | undefined> {
      const row = await db
        .selectFrom('message')
        .innerJoin('chat', 'chat.id', 'message.chat_id')
        .selectAll('message')
        .where('message.id', '=', id)
        .where('chat.tenant_id', '=', owner.tenantId)
        .where('chat.owner_id', '=', owner.id)
        .where('chat.deleted_at', 'is', null)
        .executeTakeFirst();
      return row && { ...toStoredMessage(row), metadata: row.metadata as SavedMetadata | null };
    },

    accept: (exchange: Exchange, allowance = unlimitedRuns): Promise<AcceptResult> =>
      acceptQuestion(db, exchange, allowance, quota),

    /** Stores another answer to a question, as a new version, with the run that writes it. `answerId` is the old one. */
    acceptRegeneration: (exchange: Exchange, answerId: string, allowance = unlimitedRuns): Promise<AcceptResult> =>
      acceptRegeneration(db, exchange, answerId, allowance, quota),

    /** Stores a run that continues the text of `exchange.answerId`. */
    acceptContinuation: (
      exchange: Exchange,
      continuation: Continuation,
      allowance = unlimitedRuns,
    ): Promise<AcceptResult> => acceptContinuation(db, exchange, continuation, allowance, quota),

    /**
     * Adds a message that is not written by a run. An existing message with the same id stays unchanged.
     * @param editOf the question of which it is a new version; otherwise it is added after the last message
     */
    async append(message: MessageRow, editOf?: string): Promise<AppendResult> {
      return db.transaction().execute(async (tx): Promise<AppendResult> => {
        const owner = await lockChat(tx, message.chatId, message.createdAt);
        if (!owner) return 'gone';
        const { chatId, id } = message;
        if (await isInChat(tx, chatId, id)) return 'duplicate';
        const parent =
          editOf === undefined
            ? { parentId: await findLastMessage(tx, chatId) }
            : await findVersionParent(tx, chatId, editOf, 'User');
        if (typeof parent === 'string') return parent;
        const row = { ...toMessageColumns(message), parent_id: parent.parentId };
        const refusal = await addToChatSize(tx, message.chatId, owner, measureRows(row), quota);
        if (refusal !== null) return refusal;
        await tx.insertInto('message').values(row).execute();
        if (editOf !== undefined) await choosePath(tx, chatId, id);
        return 'appended';
      });
    },

    /** Saves how an answer was made. Losing it in a crash is acceptable, so the commit does not wait for the disk. */
    async saveMetadata(chatId: string, id: string, metadata: SavedMetadata): Promise<void> {
      await sql`update message set metadata = ${toJson(metadata)}
        from (select set_config('synchronous_commit', 'off', true)) as commit_setting
        where chat_id = ${chatId} and id = ${id}`.execute(db);
    },
  };
}

async function isInChat(tx: Tx, chatId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('message')
    .select('id')
    .where('chat_id', '=', chatId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
