import { sql } from 'kysely';
import type { TaskNotice } from '#contract/bot.ts';
import type { Owner, Tx } from '#api/storage/schema.ts';
import { ago } from '#api/storage/tables/databaseTime.ts';

/** A client that shows the end of a run reports it within this time; otherwise the bot announces the end. */
const SEEN_WITHIN_MS = 2_000;
/** Runs in one notice; later ones come with the next notice. */
const MAX_RUNS = 10;

/**
 * Takes the runs of all steps that have ended unseen since the last notice. The lock on the person's row makes sure that only one
 * process gets each run.
 */
export async function takeFinishedTasks(tx: Tx, { tenantId, id }: Owner): Promise<TaskNotice[]> {
  const noticeOfOwner = sql`bot_notice where tenant_id = ${tenantId} and owner_id = ${id}`;
  const locked = await sql`select 1 from ${noticeOfOwner} for update`.execute(tx);
  if (locked.rows.length === 0) return [];
  // The time is kept as text, because a Date drops the microseconds, and a run of the same millisecond would be
  // reported twice.
  const { rows } = await sql<TaskNotice & { ended: string }>`
    select r.id as run_id, t.id as task_id, t.title, r.state, r.ended_at::text as ended from task_run r join task t on t.id = r.task_id
    where t.tenant_id = ${tenantId} and t.owner_id = ${id} and t.deleted_at is null and r.mode = 'all'
      and r.state in ('complete', 'failed', 'needs_you')
      and r.seen_at is null and r.ended_at < ${ago(SEEN_WITHIN_MS)}
      and r.ended_at > (select tasks_notified_at from ${noticeOfOwner})
    order by r.ended_at limit ${MAX_RUNS}`.execute(tx);
  const last = rows.at(-1);
  if (last)
    await sql`update bot_notice set tasks_notified_at = ${last.ended}::timestamptz
      where tenant_id = ${tenantId} and owner_id = ${id}`.execute(tx);
  return rows.map(({ run_id, task_id, title, state }) => ({ run_id, task_id, title, state }));
}
