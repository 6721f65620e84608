import { type Kysely, sql } from 'kysely';

/** Versions of the settings that administrators have saved, with who saved them and what they changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table organization_version (
    tenant_id text not null, version integer not null, settings json not null, changes json not null,
    author_id text not null, author_name text not null, restored_version integer,
    created_at timestamptz not null, primary key (tenant_id, version))`.execute(db);
}
