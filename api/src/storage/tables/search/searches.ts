import { sql } from 'kysely';
import { toJson, cleanText } from '../../json.ts';
import type { Db, Tx } from '../../schema.ts';

/** What was found for an answer, closest first. `given`: it was among what the model was given to read. */
export interface SavedHit {
  chunkId: number;
  setId: string;
  siteId: string;
  itemId: string;
  given: boolean;
}

/** A file of a corpus. */
export interface FileRef {
  siteId: string;
  itemId: string;
}

/** What an answer was made from. */
export interface Origins {
  hits: readonly SavedHit[];
  /** Files that earlier answers were made from which the model read; null where that was not kept. */
  retold: readonly FileRef[] | null;
}

export interface SavedSearch extends Origins {
  chatId: string;
  messageId: string;
  tenantId: string;
  /** Empty where nothing was searched. */
  siteId: string;
}

export interface UnansweredWord {
  word: string;
  shown: string;
}

/**
 * Copies what was found for the answers of a chat to the copies of them in another, in the transaction that makes those:
 * nobody sees a copy without it.
 */
export async function copySearches(tx: Tx, fromChatId: string, toChatId: string): Promise<void> {
  await sql`insert into search (message_id, chat_id, tenant_id, site_id, hits, retold, created_at)
    select s.message_id, m.chat_id, s.tenant_id, s.site_id, s.hits, s.retold, s.created_at
    from search s join message m on m.chat_id = ${toChatId} and m.id = s.message_id where s.chat_id = ${fromChatId}`.execute(
    tx,
  );
}

/** What was searched for answers, and what was not found. No text of any file is here. */
export function searchesTable(db: Db) {
  return {
    async save(search: SavedSearch, now: Date): Promise<void> {
      const origins = { hits: toJson(search.hits), retold: search.retold && toJson(search.retold) };
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

    /** What these answers of a chat were made from, by message id. */
    async of(chatId: string, messageIds: readonly string[]): Promise<Map<string, Origins>> {
      if (messageIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('search')
        .select(['message_id', 'hits', 'retold'])
        .where('chat_id', '=', chatId)
        .where('message_id', 'in', [...messageIds])
        .execute();
      return new Map(
        rows.map(({ message_id, hits, retold }) => [
          message_id,
          { hits: hits as SavedHit[], retold: retold as FileRef[] | null },
        ]),
      );
    },

    /** Whether anything was ever searched in a chat. */
    async any(chatId: string): Promise<boolean> {
      const row = await db.selectFrom('search').select('message_id').where('chat_id', '=', chatId).executeTakeFirst();
      return row !== undefined;
    },

    /** The files that the answers before a message of a chat were made from, each once. */
    async filesBefore(chatId: string, messageId: string): Promise<FileRef[]> {
      const { rows } = await sql<FileRef>`
        select distinct file->>'siteId' as "siteId", file->>'itemId' as "itemId"
        from search s join message m on m.chat_id = s.chat_id and m.id = s.message_id,
          jsonb_array_elements(jsonb_path_query_array(s.hits, '$[*] ? (@.given == true)')
            || coalesce(s.retold, '[]')) as file
        where s.chat_id = ${chatId} and m.position < (
          select position from message where chat_id = ${chatId} and id = ${messageId})`.execute(db);
      return rows;
    },

    /** The answers before a message of a chat that suggested one of these questions, with what they suggested. */
    async suggestedBefore(
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

    /** Keeps the words of a question without an answer, each once for this asker. */
    async unanswered(
      at: { tenantId: string; siteId: string },
      words: readonly UnansweredWord[],
      asker: string,
    ): Promise<void> {
      if (words.length === 0) return;
      await sql`insert into unanswered (tenant_id, site_id, word, shown, asker, asked_at)
        select ${at.tenantId}, ${at.siteId}, word, shown, ${asker}, now()
        from unnest(${words.map(({ word }) => cleanText(word))}::text[], ${words.map(({ shown }) => cleanText(shown))}::text[]) as new (word, shown)
        on conflict (tenant_id, site_id, word, asker) do update set asked_at = excluded.asked_at`.execute(db);
    },

    /** Words that at least `askers` people asked for in vain; words of the same people stand together. */
    async unansweredOf(tenantId: string, siteId: string, askers: number): Promise<{ terms: string; askers: number }[]> {
      const { rows } = await sql<{ terms: string; askers: number }>`
        select string_agg(shown, ' ' order by shown) as terms, people as askers from (
          select min(shown) as shown, count(*)::int as people, array_agg(asker order by asker) as who
          from unanswered where tenant_id = ${tenantId} and site_id = ${siteId} group by word having count(*) >= ${askers}) w
        group by who, people order by people desc, 1 limit 50`.execute(db);
      return rows;
    },
  };
}
