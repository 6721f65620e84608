import { type Kysely, sql } from 'kysely';

/**
 * Templates of presentations. `sha256` names the uploaded bytes while `layouts` is null, and the cleaned ones afterwards.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table presentation_template (
      id uuid primary key, tenant_id text not null, owner_id text not null, name text not null, sha256 text not null,
      layouts integer, created_at timestamptz not null)`,
    sql`create index presentation_template_of_owner on presentation_template (tenant_id, owner_id, created_at desc)`,
    sql`create index presentation_template_sha256 on presentation_template (sha256)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
