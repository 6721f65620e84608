import { type Kysely, sql } from 'kysely';

/** The latest versions of each prompt, the present one included. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table prompt_version (
    prompt_id uuid not null references prompt on delete cascade, version integer not null, title text not null,
    text text not null, labels jsonb not null, is_private boolean not null, modified_at timestamptz not null,
    primary key (prompt_id, version))`.execute(db);
}
