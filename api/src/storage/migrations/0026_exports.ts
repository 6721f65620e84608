import { type Kysely, sql } from 'kysely';

/** Files that were made for a person. The secret of the download address is stored as a hash only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table exported_file (
    id uuid primary key, tenant_id text not null, owner_id text not null,
    name text not null, type text not null, size integer not null, sha256 text not null,
    ticket_hash text not null, expires_at timestamptz not null)`.execute(db);
  await sql`create index exported_file_expiry on exported_file (expires_at)`.execute(db);
}
