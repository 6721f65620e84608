import { sql } from 'kysely';
import type { Db, Tx } from '#api/storage/schema.ts';
import { quoteLexeme } from '#api/storage/tsvector.ts';

/** Versions whose words are counted, out of all visible versions of their indexes. */
export interface CountedVersions {
  indexIds: readonly number[];
  versionIds: readonly string[];
  /** Whether these versions have at most half of the chunks in the indexes. */
  isSmallPart: boolean;
}

export interface WordCount {
  files: number;
  chunks: number;
}

export function wordCountsTable(db: Db) {
  return {
    /**
     * Counts the files and chunks of the versions that contain each word; words that none contains are omitted.
     * Counting is slow, so if the versions are the larger part of their indexes, it counts all other versions and
     * subtracts them from the saved counts of the indexes.
     */
    async count(
      { indexIds, versionIds, isSmallPart }: CountedVersions,
      words: readonly string[],
    ): Promise<Map<string, WordCount>> {
      if (words.length === 0) return new Map();
      // `offset 0`: reads the chunks of these versions once, instead of the chunks of each word in all versions.
      const counted = sql`
        select q.word, count(distinct w.version_id)::int as files, count(*)::int as chunks
        from (select version_id, tsv from chunk_words where version_id = any(array(
            select id from document_version where index_id = any(${[...indexIds]}::int[]) and visible
              and (id = any(${[...versionIds]}::uuid[])) = ${isSmallPart}::boolean)) offset 0) w
          join unnest(${[...words]}::text[], ${words.map(quoteLexeme)}::tsquery[]) as q (word, query) on w.tsv @@ q.query
        group by q.word`;
      const rest = sql`
        select t.word, t.files - coalesce(o.files, 0) as files, t.chunks - coalesce(o.chunks, 0) as chunks
        from (select word, sum(files)::int as files, sum(chunks)::int as chunks from term
            where index_id = any(${[...indexIds]}::int[]) and word = any(${[...words]}::text[]) group by word) t
          left join (${counted}) o on o.word = t.word`;
      const { rows } = await sql<WordCount & { word: string }>`${isSmallPart ? counted : rest}`.execute(db);
      return new Map(rows.filter(({ chunks }) => chunks > 0).map(({ word, ...count }) => [word, count]));
    },
  };
}

/**
 * Adds a version's words to the counts of its index (`by` is 1) or subtracts them (-1). Rows are locked in word order
 * to avoid deadlocks.
 */
export async function countWords(tx: Tx, versionId: string, by: 1 | -1): Promise<void> {
  await sql`insert into term as t (index_id, word, files, chunks)
    select w.index_id, u.lexeme, ${by}::int, ${by}::int * count(*) from chunk_words w, unnest(w.tsv) u
    where w.version_id = ${versionId} group by 1, 2 order by 2
    on conflict (index_id, word) do update set files = t.files + excluded.files, chunks = t.chunks + excluded.chunks`.execute(
    tx,
  );
  await sql`update search_index set files = files + ${by}::int, chunks = search_index.chunks + ${by}::int * s.chunks,
      words = search_index.words + ${by}::int * s.words
    from document_version s where s.id = ${versionId} and search_index.id = s.index_id`.execute(tx);
}

export async function deleteUnusedWords(tx: Tx, indexId: number): Promise<void> {
  await sql`delete from term where index_id = ${indexId} and chunks = 0`.execute(tx);
}
