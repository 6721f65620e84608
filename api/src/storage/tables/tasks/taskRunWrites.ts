import { sql, type RawBuilder } from 'kysely';
import type { StepOutput, TaskRunState } from '#contract/tasks/taskEvents.ts';
import { toJson } from '#api/storage/json.ts';

/** What a commit of the event log saves of a run of a task. */
export interface TaskRunWrite {
  /** Outputs that changed, by step id. Their rows exist since the steps began. */
  outputs: readonly { stepId: string; output: StepOutput }[];
  /** How the run ended; null while it runs. */
  state: TaskRunState | null;
}

/** Saves outputs of runs in the CTE `held`. */
export function saveOutputs(writes: readonly { runId: string; task: TaskRunWrite }[]): RawBuilder<unknown> {
  const rows = writes.flatMap(({ runId, task }) =>
    task.outputs.map(({ stepId, output }) => ({
      run_id: runId,
      step_id: stepId,
      state: output.state,
      content: output.content,
      links: output.links,
      plan: output.plan ?? null,
      ended_at: output.endedAt === null ? null : new Date(output.endedAt).toISOString(),
    })),
  );
  return sql`update task_output set state = saved.state, content = saved.content, links = saved.links,
      plan = saved.plan, ended_at = saved.ended_at
    from json_to_recordset(${toJson(rows)}::json) as saved (run_id uuid, step_id uuid, state json, content text,
        links json, plan json, ended_at timestamptz)
      join held on held.id = saved.run_id
    where task_output.run_id = saved.run_id and task_output.step_id = saved.step_id`;
}

/** Saves how runs in the CTE `held` ended. */
export function endTaskRuns(writes: readonly { runId: string; task: TaskRunWrite }[]): RawBuilder<unknown> {
  const ended = writes.filter(({ task }) => task.state !== null);
  return sql`update task_run set state = ended.state, ended_at = now()
    from unnest(${ended.map(({ runId }) => runId)}::uuid[], ${ended.map(({ task }) => task.state)}::text[])
      as ended (id, state) join held using (id)
    where task_run.id = ended.id`;
}
