import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { ChatType } from '#contract/chats/chat.ts';
import type { Db, Owner, Schema } from '#api/storage/schema.ts';
import { quoteLexeme } from '#api/storage/tsvector.ts';
import { toStoredMessage, type StoredMessage } from './messageRow.ts';

/** Characters of a message that are searched; PostgreSQL limits the size of a tsvector. */
export const MAX_SEARCHED_CHARACTERS = 200_000;

/** A complete message whose words are not saved yet. */
export interface UnindexedMessage {
  chatId: string;
  id: string;
  owner: Owner;
  content: string;
  /** Identifies the text; it changes if the answer is written again. */
  version: string;
}

/** A word to find: the whole word, or the beginning of one. */
export interface SearchWord {
  text: string;
  isPrefix: boolean;
}

/** A message that contains the words of a search. */
export interface MessageMatch {
  chatId: string;
  id: string;
  createdAt: Date;
  position: number;
}

const VERSION = sql.raw(`coalesce(m.run_id::text, '') || ':' || m.seq::text`);
/** The predicate of the index `message_unindexed`. */
const IS_UNINDEXED = sql.raw(`m.state->>'name' <> 'streaming'
  and m.indexed_version is distinct from coalesce(m.run_id::text, '') || ':' || m.seq::text`);

/**
 * A word in every message of a person. A search requires it, so that the index returns the person's own messages only,
 * however common the other words are. No word of a text contains a colon at its start.
 */
function ownerWord({ tenantId, id }: Owner): string {
  return `:${createHash('sha256').update(`${tenantId}/${id}`).digest('hex').slice(0, 24)}`;
}

export function messageSearchTable(db: Db) {
  return {
    /** At most `limit` unindexed messages, of one person or of all, without those of temporary and deleted chats. */
    async listUnindexed(owner: Owner | null, limit: number): Promise<UnindexedMessage[]> {
      const isOwned = owner === null ? sql`true` : sql`c.tenant_id = ${owner.tenantId} and c.owner_id = ${owner.id}`;
      const { rows } = await sql<{
        chatId: string;
        id: string;
        tenant: string;
        owner: string;
        content: string;
        version: string;
      }>`
        select m.chat_id as "chatId", m.id, c.tenant_id as tenant, c.owner_id as owner,
          left(m.content, ${MAX_SEARCHED_CHARACTERS}) as content, ${VERSION} as version
        from message m join chat c on c.id = m.chat_id
        where ${IS_UNINDEXED} and not c.temporary and c.deleted_at is null and ${isOwned} limit ${limit}`.execute(db);
      return rows.map(({ tenant, owner: id, ...row }) => ({ ...row, owner: { tenantId: tenant, id } }));
    },

    /** Saves the words of messages, except of those that were deleted or written again since they were read. */
    async saveWords(
      messages: readonly (Omit<UnindexedMessage, 'content'> & { words: Iterable<string> })[],
    ): Promise<void> {
      const tsvs = messages.map(({ owner, words }) =>
        [...new Set([ownerWord(owner), ...words])].map(quoteLexeme).join(' '),
      );
      await sql`
        with indexed as (
          update message m set indexed_version = read.version
          from unnest(${messages.map(({ chatId }) => chatId)}::uuid[], ${messages.map(({ id }) => id)}::uuid[],
            ${messages.map(({ version }) => version)}::text[], ${tsvs}::text[]) as read (chat_id, id, version, tsv)
          where m.chat_id = read.chat_id and m.id = read.id and ${VERSION} = read.version
          returning m.chat_id, m.id, read.tsv)
        insert into message_words (chat_id, message_id, tsv) select chat_id, id, tsv::tsvector from indexed
        on conflict (chat_id, message_id) do update set tsv = excluded.tsv`.execute(db);
    },

    /**
     * A person's messages that contain all words, without earlier versions, newest first. Ids only: the caller leaves out
     * those that the person can't read before it counts any.
     * @param after the last match of the page before
     */
    async listMatches(
      owner: Owner,
      type: ChatType,
      words: readonly SearchWord[],
      { after, limit }: { after?: MessageMatch | undefined; limit: number },
    ): Promise<MessageMatch[]> {
      const terms = words.map(({ text, isPrefix }) => `${quoteLexeme(text)}${isPrefix ? ':*' : ''}`);
      const query = [quoteLexeme(ownerWord(owner)), ...terms].join(' & ');
      const isLater = after
        ? sql`(m.created_at, m.position) < (${after.createdAt}::timestamptz, ${after.position}::bigint)`
        : sql`true`;
      const { rows } = await sql<MessageMatch>`
        select m.chat_id as "chatId", m.id, m.created_at as "createdAt", m.position
        from message_words w join chat c on c.id = w.chat_id
          join message m on m.chat_id = w.chat_id and m.id = w.message_id
        where w.tsv @@ ${query}::tsquery and c.tenant_id = ${owner.tenantId} and c.owner_id = ${owner.id}
          and c.type = ${type} and c.deleted_at is null and not c.temporary and m.active and ${isLater}
        order by m.created_at desc, m.position desc limit ${limit}`.execute(db);
      return rows;
    },

    /** The messages of matches, in the same order, each with the title of its chat. Deleted ones are left out. */
    async readMatches(matches: readonly MessageMatch[]): Promise<{ message: StoredMessage; title: string }[]> {
      const { rows } = await sql<Selectable<Schema['message']> & { title: string }>`
        select m.*, c.title
        from unnest(${matches.map(({ chatId }) => chatId)}::uuid[], ${matches.map(({ id }) => id)}::uuid[])
            with ordinality as found (chat_id, id, n)
          join message m on m.chat_id = found.chat_id and m.id = found.id join chat c on c.id = m.chat_id
        order by n`.execute(db);
      return rows.map((row) => ({ message: toStoredMessage(row), title: row.title }));
    },
  };
}
