import { sql, type RawBuilder } from 'kysely';
import type { Answer } from '../../../../contract/runs.ts';
import type { Db } from '../../schema.ts';
import { toJson } from '../../json.ts';
import { now } from './processes.ts';
import type { RunWrite } from './runRow.ts';

/**
 * Commits events before anyone is shown them; with the last of a run, what it has made is saved too. Answers the ids of
 * the runs that another process has taken over meanwhile: nothing of theirs was written. All in one statement however
 * many runs there are: on the embedded engine, a transaction of several keeps everybody waiting while each comes and goes.
 */
export async function commitEvents(db: Db, processId: string, writes: readonly RunWrite[]): Promise<string[]> {
  const runIds = writes.map((write) => write.runId);
  const answers = writes.flatMap((write) => write.answer ?? []);
  const ended = writes.filter((write) => write.ended).map((write) => write.runId);
  const steps = [sql`held as (${hold(runIds, processId)})`, sql`stored as (${insertEvents(writes)})`];
  if (answers.length > 0) steps.push(sql`saved as (${saveAnswers(answers)})`);
  if (ended.length > 0) steps.push(sql`closed as (${endRuns(ended)})`);
  const { rows } = await sql<{ id: string }>`with ${sql.join(steps)} select id from held`.execute(db);
  const held = new Set(rows.map((row) => row.id));
  return runIds.filter((id) => !held.has(id));
}

/** The runs of these that the process still holds; it keeps them until the statement ends. */
function hold(runIds: readonly string[], processId: string): RawBuilder<unknown> {
  return sql`select id from run where id = any(${runIds}::uuid[]) and process_id = ${processId} for share`;
}

/** What is there already, from a commit whose answer was lost, stays. */
function insertEvents(writes: readonly RunWrite[]): RawBuilder<unknown> {
  const events = writes.flatMap((write) => write.events.map((event) => ({ runId: write.runId, event })));
  const ids = events.map(({ runId }) => runId);
  const seqs = events.map(({ event }) => event.seq);
  const data = events.map(({ event }) => toJson(event));
  return sql`insert into run_event (run_id, seq, data)
    select held.id, event.seq, event.data::jsonb
    from unnest(${ids}::uuid[], ${seqs}::int[], ${data}::text[]) as event (id, seq, data) join held using (id)
    on conflict (run_id, seq) do nothing`;
}

/** Makes messages what the events of their runs have made of them. */
function saveAnswers(answers: readonly { chatId: string; answer: Answer }[]): RawBuilder<unknown> {
  const rows = toJson(answers.map(({ chatId, answer }) => ({ ...answer, chat_id: chatId })));
  return sql`update message set content = answer.content, state = answer.state, seq = answer.seq,
      links = answer.links, follow_ups = answer."followUpQuestions"
    from jsonb_to_recordset(${rows}::jsonb) as answer (chat_id uuid, message_id uuid, run_id uuid,
        content text, state jsonb, seq integer, links jsonb, "followUpQuestions" jsonb)
      join held on held.id = answer.run_id
    where message.chat_id = answer.chat_id and message.id = answer.message_id and message.run_id = answer.run_id`;
}

function endRuns(runIds: readonly string[]): RawBuilder<unknown> {
  return sql`update run set state = 'ended', ended_at = ${now} from held
    where run.id = held.id and run.id = any(${runIds}::uuid[])`;
}
