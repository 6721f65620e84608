import { type Kysely, sql } from 'kysely';

/** Corpora and their files. A corpus has the id of its site, so that a site has at most one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table site (
      tenant_id text not null, id text not null, graph_id text not null, drive_id text not null, name text not null,
      link text not null, description text not null, prompt text not null, config jsonb not null,
      creator_id text not null, creator_email text not null, created_at timestamptz not null,
      primary key (tenant_id, id))`,
    sql`create table corpus_file (
      id uuid primary key, tenant_id text not null, site_id text not null, item_id text not null, drive_id text not null,
      library text not null, name text not null, type text not null, link text not null, size bigint not null,
      etag text not null, modified_at timestamptz not null,
      creator_id text not null, creator_name text not null, creator_email text not null,
      state text not null check (state in ('waiting', 'needsYou', 'embedding', 'ready', 'failed')), reason text,
      sha256 text, fetch_until timestamptz, attempts integer not null default 0, run_id uuid not null,
      citations integer not null default 0, created_at timestamptz not null,
      unique (tenant_id, site_id, item_id),
      foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade)`,
    sql`create index corpus_file_by_bytes on corpus_file (sha256)`,
    sql`create index corpus_file_unready on corpus_file (state) where state in ('waiting', 'embedding')`,
    sql`create table site_visit (
      tenant_id text not null, site_id text not null, person_id text not null, looked_at timestamptz not null,
      delta_link text, primary key (tenant_id, site_id, person_id),
      foreign key (tenant_id, site_id) references site (tenant_id, id) on delete cascade)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
