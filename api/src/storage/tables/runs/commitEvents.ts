import { sql, type RawBuilder } from 'kysely';
import type { Answer } from '#contract/runs/answerEvents.ts';
import type { Db } from '#api/storage/schema.ts';
import { toJson } from '#api/storage/json.ts';
import { endTaskRuns, saveOutputs } from '#api/storage/tables/tasks/taskRunWrites.ts';
import { databaseNow } from '#api/storage/tables/databaseTime.ts';
import type { RunWrite } from './runRow.ts';

/**
 * Stores the events of runs, saves their answers, and ends the runs that are marked as ended. Returns the ids of runs
 * that another process has taken over; nothing was written for them. It is a single statement for any number of runs,
 * because a transaction of several statements blocks all other callers of the embedded engine until it ends.
 */
export async function commitEvents(db: Db, processId: string, writes: readonly RunWrite[]): Promise<string[]> {
  const runIds = writes.map((write) => write.runId);
  const answers = writes.flatMap((write) => write.answer ?? []);
  const ended = writes.filter((write) => write.ended).map((write) => write.runId);
  const tasks = writes.flatMap(({ runId, task }) => (task ? [{ runId, task }] : []));
  const steps = [sql`held as (${lockHeldRuns(runIds, processId)})`, sql`stored as (${insertEvents(writes)})`];
  if (answers.length > 0) steps.push(sql`saved as (${saveAnswers(answers)})`);
  if (tasks.some(({ task }) => task.outputs.length > 0)) steps.push(sql`outputs as (${saveOutputs(tasks)})`);
  if (tasks.some(({ task }) => task.state !== null)) steps.push(sql`tasks as (${endTaskRuns(tasks)})`);
  if (ended.length > 0) steps.push(sql`closed as (${endRuns(ended)})`);
  const { rows } = await sql<{ id: string }>`with ${sql.join(steps)} select id from held`.execute(db);
  const held = new Set(rows.map((row) => row.id));
  return runIds.filter((id) => !held.has(id));
}

/** Selects the runs that the process still holds, and locks them so that no other process can take them over. */
function lockHeldRuns(runIds: readonly string[], processId: string): RawBuilder<unknown> {
  return sql`select id from run where id = any(${runIds}::uuid[]) and process_id = ${processId} for share`;
}

/** Skips events that are already stored, by an earlier commit whose reply was lost. */
function insertEvents(writes: readonly RunWrite[]): RawBuilder<unknown> {
  const events = writes.flatMap((write) => write.events.map((event) => ({ runId: write.runId, event })));
  const ids = events.map(({ runId }) => runId);
  const seqs = events.map(({ event }) => event.seq);
  const data = events.map(({ event }) => toJson(event));
  return sql`insert into run_event (run_id, seq, data)
    select held.id, event.seq, event.data::json
    from unnest(${ids}::uuid[], ${seqs}::int[], ${data}::text[]) as event (id, seq, data) join held using (id)
    on conflict (run_id, seq) do nothing`;
}

function saveAnswers(answers: readonly { chatId: string; answer: Answer }[]): RawBuilder<unknown> {
  const rows = toJson(answers.map(({ chatId, answer }) => ({ ...answer, chat_id: chatId })));
  return sql`update message set content = answer.content, state = answer.state, seq = answer.seq,
      links = answer.links, thoughts = answer.thoughts, calls = answer.calls, follow_ups = answer."followUpQuestions"
    from jsonb_to_recordset(${rows}::jsonb) as answer (chat_id uuid, message_id uuid, run_id uuid,
        content text, state jsonb, seq integer, links jsonb, thoughts jsonb, calls jsonb, "followUpQuestions" jsonb)
      join held on held.id = answer.run_id
    where message.chat_id = answer.chat_id and message.id = answer.message_id and message.run_id = answer.run_id`;
}

function endRuns(runIds: readonly string[]): RawBuilder<unknown> {
  return sql`update run set state = 'ended', ended_at = ${databaseNow} from held
    where run.id = held.id and run.id = any(${runIds}::uuid[])`;
}
