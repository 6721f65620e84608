import { type Kysely, sql } from 'kysely';

/**
 * Drops the words of whole files, because files are weighted by the words of their chunks. Limits the pending list of the
 * GIN index (in kB), because every search reads all of that list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table chunk_set drop column tsv`,
    sql`update chunk_set s set words = w.words
      from (select set_id, sum(words) as words from chunk_words group by set_id) w where w.set_id = s.id`,
    sql`alter table shelf drop column file_words`,
    sql`alter table shelf rename column chunk_words to words`,
    sql`alter index chunk_words_words set (fastupdate = on, gin_pending_list_limit = 512)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
