import { type Kysely, sql } from 'kysely';

/** `[from, to]`: indexes whose name repeats that of their table. */
const indexes = [
  ['shelf_pkey', 'search_index_pkey'],
  ['shelf_tenant_id_site_id_key', 'search_index_tenant_id_site_id_key'],
  ['chunk_set_pkey', 'document_version_pkey'],
  ['chunk_set_seen', 'document_version_visible'],
  ['chunk_set_of_item', 'document_version_of_item'],
  ['chunk_set_id_n_key', 'chunk_version_id_n_key'],
  ['chunk_words_of_set', 'chunk_words_of_version'],
  ['chunk_vector_of_shelf', 'chunk_vector_of_index'],
  ['unanswered_pkey', 'unanswered_word_pkey'],
] as const;

/** Renames tables, columns, functions and JSON fields to the words of docs/glossary.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table shelf rename to search_index`,
    sql`alter table chunk_set rename to document_version`,
    sql`alter table unanswered rename to unanswered_word`,
    ...indexes.map(([from, to]) => sql`alter index ${sql.table(from)} rename to ${sql.ref(to)}`),

    sql`alter table document_version rename column shelf_id to index_id`,
    sql`alter table document_version rename column begun_at to started_at`,
    sql`alter table chunk rename column set_id to version_id`,
    sql`alter table chunk rename column place to location`,
    sql`alter table chunk_words rename column set_id to version_id`,
    sql`alter table chunk_words rename column shelf_id to index_id`,
    sql`alter table chunk_vector rename column set_id to version_id`,
    sql`alter table chunk_vector rename column shelf_id to index_id`,
    sql`alter table term rename column shelf_id to index_id`,
    sql`alter table search rename column retold to inherited_files`,
    sql`alter table unanswered_word rename column shown to display`,
    sql`alter table bot_notice rename column told_at to notified_at`,
    sql`alter table process rename column beat_at to heartbeat_at`,
    sql`alter table site_visit rename column looked_at to checked_at`,

    sql`alter function may_begin(text, text, float8, float8, timestamptz) rename to check_run_allowance`,
    sql`alter function may_keep(text, text, float8, float8, float8, float8) rename to check_chat_quota`,
    sql`alter function may_store(uuid, text, text, float8, float8, float8, float8, float8)
      rename to check_message_quota`,

    sql`create function pg_temp.rename_key(list jsonb, old_key text, new_key text) returns jsonb language sql as $$
        select coalesce(jsonb_agg(case when jsonb_typeof(item) = 'object' and item ? old_key
          then (item - old_key) || jsonb_build_object(new_key, item->old_key) else item end order by n), '[]')
        from jsonb_array_elements(list) with ordinality as each (item, n);
      $$`,
    sql`update search set hits = pg_temp.rename_key(hits, 'setId', 'versionId') where hits @? '$[*].setId'`,
    sql`update message set links = pg_temp.rename_key(links, 'place', 'location') where links @? '$[*].place'`,
    sql`update run_event set data = data
        || jsonb_build_object('citations', pg_temp.rename_key(data->'citations', 'place', 'location'))
      where data @? '$.citations[*].place'`,
    sql`update file_text set extraction = extraction
        || jsonb_build_object('parts', pg_temp.rename_key(extraction->'parts', 'place', 'location'))
      where extraction @? '$.parts[*].place'`,
    sql`drop function pg_temp.rename_key(jsonb, text, text)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
