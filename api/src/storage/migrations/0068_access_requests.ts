import { type Kysely, sql } from 'kysely';

/** A person has one request for each site; asking again opens it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table access_request (
      tenant_id text not null, site_id text not null, person_id text not null,
      person_name text not null, person_email text not null, state text not null,
      asked_at timestamptz not null, decided_at timestamptz,
      primary key (tenant_id, site_id, person_id))`.execute(db);
  await sql`alter table bot_notice add column access_notified_at timestamptz not null default now()`.execute(db);
}
