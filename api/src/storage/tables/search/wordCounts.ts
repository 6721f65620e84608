import { sql } from 'kysely';
import type { Db } from '../../schema.ts';
import { quoted } from '../../tsvector.ts';

/** Sets whose words are counted, among all that can be found on their shelves. */
export interface CountedSets {
  shelfIds: readonly number[];
  setIds: readonly string[];
  /** Whether they have less than half of what is on the shelves. */
  isSmallPart: boolean;
}

export interface WordCount {
  files: number;
  chunks: number;
}

export function wordCountsTable(db: Db) {
  return {
    /**
     * In how many files and chunks of some sets each word is; words that are in none are left out. What is in no other set
     * is not in the result: where the sets are most of their shelves, the words of all others are taken off the shelves'
     * counts, in one statement, because counting few sets is much faster than counting many.
     */
    async of(
      { shelfIds, setIds, isSmallPart }: CountedSets,
      words: readonly string[],
    ): Promise<Map<string, WordCount>> {
      if (words.length === 0) return new Map();
      // `offset 0`: the chunks of these sets are read once, rather than those of each word in all sets.
      const counted = sql`
        select q.word, count(distinct w.set_id)::int as files, count(*)::int as chunks
        from (select set_id, tsv from chunk_words where set_id = any(array(
            select id from chunk_set where shelf_id = any(${[...shelfIds]}::int[]) and visible
              and (id = any(${[...setIds]}::uuid[])) = ${isSmallPart}::boolean)) offset 0) w
          join unnest(${[...words]}::text[], ${words.map(quoted)}::tsquery[]) as q (word, query) on w.tsv @@ q.query
        group by q.word`;
      const rest = sql`
        select t.word, t.files - coalesce(o.files, 0) as files, t.chunks - coalesce(o.chunks, 0) as chunks
        from (select word, sum(files)::int as files, sum(chunks)::int as chunks from term
            where shelf_id = any(${[...shelfIds]}::int[]) and word = any(${[...words]}::text[]) group by word) t
          left join (${counted}) o on o.word = t.word`;
      const { rows } = await sql<WordCount & { word: string }>`${isSmallPart ? counted : rest}`.execute(db);
      return new Map(rows.filter(({ chunks }) => chunks > 0).map(({ word, ...count }) => [word, count]));
    },
  };
}
