import { type Kysely, sql } from 'kysely';

/**
 * The text of a site's files in chunks. The chunks of one version of a file form a set, which becomes visible as a
 * whole. Words and vectors have separate tables, so that scanning them does not read the text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table shelf (
      id integer generated always as identity primary key, tenant_id text not null, site_id text not null,
      files integer not null default 0, file_words bigint not null default 0,
      chunks integer not null default 0, chunk_words bigint not null default 0,
      unique (tenant_id, site_id),
      foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade)`,
    sql`create table chunk_set (
      id uuid primary key, shelf_id integer not null references shelf (id) on delete cascade, item_id text not null,
      etag text not null, name text not null, type text not null, language text not null,
      embedder text, visible boolean not null default false, chunks integer not null default 0,
      words integer not null default 0, tsv tsvector, begun_at timestamptz not null)`,
    sql`create unique index chunk_set_seen on chunk_set (shelf_id, item_id) where visible`,
    sql`create index chunk_set_of_item on chunk_set (shelf_id, item_id)`,
    sql`create index chunk_set_words on chunk_set using gin (tsv) with (fastupdate = off)`,
    sql`create table chunk (
      id bigint generated always as identity primary key,
      set_id uuid not null references chunk_set (id) on delete cascade, n integer not null, part integer not null,
      char_from integer not null, char_to integer not null, place jsonb not null, body text not null,
      unique (set_id, n))`,
    sql`create table chunk_words (
      chunk_id bigint primary key references chunk (id) on delete cascade, set_id uuid not null,
      shelf_id integer not null, words integer not null, tsv tsvector not null)`,
    sql`alter table chunk_words alter column tsv set storage main`,
    sql`create index chunk_words_of_set on chunk_words (set_id)`,
    sql`create index chunk_words_words on chunk_words using gin (tsv) with (fastupdate = off)`,
    sql`create table chunk_vector (
      chunk_id bigint primary key references chunk (id) on delete cascade, set_id uuid not null,
      shelf_id integer not null, embedder text not null, bits bit varying not null, vector bytea not null)`,
    sql`alter table chunk_vector alter column bits set storage plain, alter column vector set storage external`,
    sql`create index chunk_vector_of_shelf on chunk_vector (shelf_id)`,
    sql`create table term (
      shelf_id integer not null references shelf (id) on delete cascade, word text not null,
      files integer not null, chunks integer not null, primary key (shelf_id, word))`,
    sql`create index term_unused on term (shelf_id) where chunks = 0`,
    sql`create table search (
      message_id uuid not null, chat_id uuid not null, tenant_id text not null, site_id text not null,
      hits jsonb not null, created_at timestamptz not null, primary key (chat_id, message_id),
      foreign key (chat_id, message_id) references message (chat_id, id) on delete cascade)`,
    sql`create table unanswered (
      tenant_id text not null, site_id text not null, word text not null, shown text not null, asker text not null,
      asked_at timestamptz not null, primary key (tenant_id, site_id, word, asker),
      foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
