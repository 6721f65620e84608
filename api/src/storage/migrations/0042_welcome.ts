import { type Kysely, sql } from 'kysely';

/** When each person has seen the welcome. Those who used AVA before there was one need none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person add column welcomed_at timestamptz`.execute(db);
  await sql`update person set welcomed_at = first_seen_at`.execute(db);
}
