import { sql } from 'kysely';
import { toJson, toStorable } from '#api/storage/json.ts';
import type { Db, Tx } from '#api/storage/schema.ts';

/** A hit of an answer's search. `given`: the model read it. `siteId` is empty for a file of the chat. */
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
  /** Empty when no site was searched; `*` if several were, each hit with its own. */
  siteId: string;
  hits: readonly SavedHit[];
  /**
   * What functions found outside of corpora, and the origins of the earlier answers that the model read; null in old
   * rows, which did not store these origins.
   */
  otherOrigins: readonly Origin[] | null;
}

export interface SavedSearch extends AnswerOrigins {
  chatId: string;
  messageId: string;
  tenantId: string;
}

export interface UnansweredWord {
  word: string;
  display: string;
}

/** A message that a person can't read. */
export interface HiddenMessage {
  chatId: string;
  id: string;
  position: number;
}

/** The characters that `trim` of JavaScript removes. */
const WHITESPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * What a row of `search` says its answer is based on: the hits that the model read, and other origins. Hits in a person's own
 * files (without a site) are no origins: a person decides to share what their files say by sharing the chat.
 */
const originsOf = (alias: string) =>
  sql.raw(`jsonb_array_elements(jsonb_path_query_array(${alias}.hits, '$[*] ? (@.given == true && @.siteId != "")')
    || coalesce(${alias}.inherited_files, '[]'))`);

/** An origin without what only a hit has. */
const ORIGIN = sql.raw(`origin - 'chunkId' - 'versionId' - 'given'`);

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

/**
 * Stores what answers are based on, and the words of questions that were not answered. The tables contain no text of
 * files.
 */
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
        .select(['message_id', 'site_id', 'hits', 'inherited_files'])
        .where('chat_id', '=', chatId)
        .where('message_id', 'in', [...messageIds])
        .execute();
      return new Map(
        rows.map(({ message_id, site_id, hits, inherited_files }) => [
          message_id,
          { siteId: site_id, hits: hits as SavedHit[], otherOrigins: inherited_files as Origin[] | null },
        ]),
      );
    },

    /** Whether the origins of any answer of a chat are saved. */
    async hasSearched(chatId: string): Promise<boolean> {
      const row = await db.selectFrom('search').select('message_id').where('chat_id', '=', chatId).executeTakeFirst();
      return row !== undefined;
    },

    /** What the answers of chats were made from, each origin once. */
    async listOrigins(chatIds: readonly string[]): Promise<Origin[]> {
      const { rows } = await sql<{ origin: Origin }>`
        select distinct ${ORIGIN} as origin from search s, ${originsOf('s')} as origin
        where s.chat_id = any(${[...chatIds]}::uuid[])`.execute(db);
      return rows.map(({ origin }) => origin);
    },

    /**
     * The messages of chats that somebody who can't read these origins must not read: answers that are based on one of them,
     * later answers without a record of what their model read, and questions that a hidden answer suggested or that quote an
     * answer after a hidden one.
     */
    async listHidden(chatIds: readonly string[], unreadable: readonly Origin[]): Promise<HiddenMessage[]> {
      const { rows } = await sql<HiddenMessage>`
        with closed as materialized (select jsonb_array_elements(${toJson(unreadable)}::jsonb) as origin),
          answer as (
            select m.chat_id, m.id, m.position, m.follow_ups, s.inherited_files is not null as is_recorded,
              s.message_id is null and m.content = '' and m.state->>'name' = 'streaming' as is_unwritten,
              exists (select from ${originsOf('s')} as origin where ${ORIGIN} in (select origin from closed)) as is_closed
            from message m left join search s on s.chat_id = m.chat_id and s.message_id = m.id
            where m.chat_id = any(${[...chatIds]}::uuid[]) and m.source <> 'User'),
          first_closed as (select chat_id, min(position) as position from answer where is_closed group by chat_id),
          hidden as (
            select answer.* from answer join first_closed using (chat_id)
            where is_closed or (answer.position > first_closed.position and not is_recorded and not is_unwritten)),
          suggested as (
            select chat_id, min(position) as position, btrim(question, ${WHITESPACE}) as question
            from hidden, jsonb_array_elements_text(follow_ups) as question group by 1, 3)
        select chat_id as "chatId", id, position from hidden
        union all
        select m.chat_id, m.id, m.position from suggested s join message m on m.chat_id = s.chat_id
          and m.position > s.position and m.source = 'User' and btrim(m.content, ${WHITESPACE}) = s.question
        union all
        select m.chat_id, m.id, m.position from message m
          join (select chat_id, min(position) as position from hidden group by 1) first using (chat_id)
          where m.position > first.position and m.source = 'User' and m.content ~ '(^|\\n)> '`.execute(db);
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
        from unnest(${words.map(({ word }) => toStorable(word))}::text[], ${words.map(({ display }) => toStorable(display))}::text[]) as new (word, display)
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
