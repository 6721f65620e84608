import { type Kysely, sql } from 'kysely';

/** A report to the administrators is a part of the rating. The text of the answer is not copied: it is read when it is shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table answer_rating add column report_reason text, add column report_comment text not null default '',
    add column report_answer boolean not null default false`.execute(db);
  await sql`create index answer_report on answer_rating (tenant_id, updated_at desc)
    where report_reason is not null`.execute(db);
}
