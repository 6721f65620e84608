import { sql } from 'kysely';
import { toJson, cleanText } from '../../json.ts';
import type { Db, Tx } from '../../schema.ts';

/** A hit of an answer's search. `given`: the model read it. */
export interface SavedHit {
  chunkId: number;
  versionId: string;
  siteId: string;
  itemId: string;
  given: boolean;
}

/** A file of a corpus. */
export interface FileRef {
  siteId: string;
  itemId: string;
}

/** A file of Microsoft 365 that is in no corpus. */
export interface ItemOrigin {
  driveId: string;
  itemId: string;
}

/** Data that only this person can read, such as their mail. */
export interface PersonalOrigin {
  personId: string;
}

/** What a part of an answer is based on. */
export type Origin = FileRef | ItemOrigin | PersonalOrigin;

/** What an answer was made from. */
export interface AnswerOrigins {
  hits: readonly SavedHit[];
  /**
   * What functions found outside of corpora, and what the earlier answers that the model read are based on; null in old
   * rows, which lack the latter.
   */
  otherOrigins: readonly Origin[] | null;
}

export interface SavedSearch extends AnswerOrigins {
  chatId: string;
  messageId: string;
  tenantId: string;
  /** Empty when no site was searched. */
  siteId: string;
}

export interface UnansweredWord {
  word: string;
  display: string;
}

/**
 * Copies the searches of a chat's answers to a copy of the chat, in the transaction that copies the messages, so that
 * no copy is visible without them.
 */
export async function copySearches(tx: Tx, fromChatId: string, toChatId: string): Promise<void> {
  await sql`insert into search (message_id, chat_id, tenant_id, site_id, hits, inherited_files, created_at)
    select s.message_id, m.chat_id, s.tenant_id, s.site_id, s.hits, s.inherited_files, s.created_at
    from search s join message m on m.chat_id = ${toChatId} and m.id = s.message_id where s.chat_id = ${fromChatId}`.execute(
    tx,
  );
}

/** Origins of answers, and words of unanswered questions. The tables contain no text of files. */
export function searchesTable(db: Db) {
  return {
    async save(search: SavedSearch, now: Date): Promise<void> {
      const origins = {
        hits: toJson(search.hits),
        inherited_files: search.otherOrigins && toJson(search.otherOrigins),
      };
      await db
        .insertInto('search')
        .values({
          message_id: search.messageId,
          chat_id: search.chatId,
          tenant_id: search.tenantId,
          site_id: search.siteId,
          ...origins,
          created_at: now,
        })
        .onConflict((conflict) =>
          conflict.columns(['chat_id', 'message_id']).doUpdateSet({ ...origins, created_at: now }),
        )
        .execute();
    },

    /** The documents these answers of a chat were made from, by message id. */
    async findOrigins(chatId: string, messageIds: readonly string[]): Promise<Map<string, AnswerOrigins>> {
      if (messageIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('search')
        .select(['message_id', 'hits', 'inherited_files'])
        .where('chat_id', '=', chatId)
        .where('message_id', 'in', [...messageIds])
        .execute();
      return new Map(
        rows.map(({ message_id, hits, inherited_files }) => [
          message_id,
          { hits: hits as SavedHit[], otherOrigins: inherited_files as Origin[] | null },
        ]),
      );
    },

    /** Whether the origins of any answer of a chat are saved. */
    async hasSearched(chatId: string): Promise<boolean> {
      const row = await db.selectFrom('search').select('message_id').where('chat_id', '=', chatId).executeTakeFirst();
      return row !== undefined;
    },

    /** What the answers before a message of a chat were made from, each origin once. */
    async listOriginsBefore(chatId: string, messageId: string): Promise<Origin[]> {
      const { rows } = await sql<{ origin: Origin }>`
        select distinct origin - 'chunkId' - 'versionId' - 'given' as origin
        from search s join message m on m.chat_id = s.chat_id and m.id = s.message_id,
          jsonb_array_elements(jsonb_path_query_array(s.hits, '$[*] ? (@.given == true)')
            || coalesce(s.inherited_files, '[]')) as origin
        where s.chat_id = ${chatId} and m.position < (
          select position from message where chat_id = ${chatId} and id = ${messageId})`.execute(db);
      return rows.map(({ origin }) => origin);
    },

    /** Answers before the message that suggested one of these questions as a follow-up, each with the question. */
    async findSuggestions(
      chatId: string,
      messageId: string,
      questions: readonly string[],
    ): Promise<{ id: string; question: string }[]> {
      const { rows } = await sql<{ id: string; question: string }>`
        select m.id, question from message m, jsonb_array_elements_text(m.follow_ups) as question
        where m.chat_id = ${chatId} and btrim(question, E' \\t\\r\\n') = any(${[...questions]}::text[]) and m.position < (
          select position from message where chat_id = ${chatId} and id = ${messageId})`.execute(db);
      return rows;
    },

    /** Saves the words of an unanswered question, each once per asker. */
    async saveUnansweredWords(
      { tenantId, siteId }: { tenantId: string; siteId: string },
      words: readonly UnansweredWord[],
      asker: string,
    ): Promise<void> {
      if (words.length === 0) return;
      await sql`insert into unanswered_word (tenant_id, site_id, word, display, asker, asked_at)
        select ${tenantId}, ${siteId}, word, display, ${asker}, now()
        from unnest(${words.map(({ word }) => cleanText(word))}::text[], ${words.map(({ display }) => cleanText(display))}::text[]) as new (word, display)
        on conflict (tenant_id, site_id, word, asker) do update set asked_at = excluded.asked_at`.execute(db);
    },

    /** Words in unanswered questions of at least `askers` people. Words of exactly the same people are one entry. */
    async listUnansweredWords(
      tenantId: string,
      siteId: string,
      askers: number,
    ): Promise<{ terms: string; askers: number }[]> {
      const { rows } = await sql<{ terms: string; askers: number }>`
        select string_agg(display, ' ' order by display) as terms, people as askers from (
          select min(display) as display, count(*)::int as people, array_agg(asker order by asker) as who
          from unanswered_word where tenant_id = ${tenantId} and site_id = ${siteId} group by word having count(*) >= ${askers}) w
        group by who, people order by people desc, 1 limit 50`.execute(db);
      return rows;
    },
  };
}
