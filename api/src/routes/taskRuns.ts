import * as contract from '#contract/tasks/taskRuns.ts';
import { followText } from '#api/answers/readableEvents.ts';
import type { EventStreamReply, Mounting } from '#api/http/mount.ts';
import { listRuns, markRunSeen, readRun } from '#api/tasks/history.ts';
import { followTaskEvents } from '#api/tasks/readableEvents.ts';
import { cancelTaskRun, findTaskRun, runAllSteps, runOneStep, type RunRequest } from '#api/tasks/taskRun.ts';
import { startSuperPrompt, startTitle } from '#api/tasks/textRuns.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';

/** Fields of every call that starts a run. */
interface RunFields {
  event_session_id: string;
  concise_mode: boolean;
  model: string;
  temperature?: number | undefined;
  function_calling: boolean;
  disable_super_prompt: boolean;
  time_zone?: string | undefined;
}

export function mountTaskRuns({ call, stream }: Mounting, ctx: AppContext): void {
  const toReply = (runId: string, batches: EventStreamReply['batches']): EventStreamReply => ({
    headers: { 'Run-Id': runId },
    batches,
  });
  const follow = async (person: Person, runId: string, from: number, disconnected: AbortSignal) =>
    toReply(runId, await followTaskEvents(ctx, person, runId, from, disconnected));

  stream(contract.stepResponse, async ({ step_info: { task_id, step_id }, ...fields }, person, disconnected) => {
    const step = { taskId: task_id, stepId: step_id };
    return follow(person, await runOneStep(ctx, person, step, toRequest(ctx, person, fields)), 0, disconnected);
  });
  stream(contract.runTask, async ({ task_id, from_step_id, skip_fresh, ...fields }, person, disconnected) => {
    const task = { taskId: task_id, fromStepId: from_step_id, skipFresh: skip_fresh };
    return follow(person, await runAllSteps(ctx, person, task, toRequest(ctx, person, fields)), 0, disconnected);
  });
  stream(contract.followTaskRun, async ({ run_id, from }, person, disconnected) => {
    return follow(person, await findTaskRun(ctx, person, run_id), from, disconnected);
  });
  call(contract.cancelTaskResponse, async ({ task_session_id, event_session_id }, person) => ({
    cancelled: await cancelTaskRun(ctx, person, task_session_id, event_session_id),
  }));
  call(contract.getTaskRuns, ({ task_id }, person) => listRuns(ctx, person, task_id));
  call(contract.getTaskRun, ({ run_id }, person) => readRun(ctx, person, run_id));
  call(contract.seeTaskRun, async ({ run_id }, person) => {
    await markRunSeen(ctx, person, run_id);
    return { seen: true as const };
  });
  stream(contract.generateSuperPrompt, async (fields, person, disconnected) => {
    const request = {
      taskId: fields.task_id,
      sessionId: fields.event_session_id ?? crypto.randomUUID(),
      userPrompt: fields.user_prompt,
      model: fields.model,
      fileNames: fields.step_data.map(({ dataName }) => dataName),
    };
    const runId = await startSuperPrompt(ctx, person, request);
    return toReply(runId, followText(ctx, runId, disconnected));
  });
  stream(contract.generateTaskTitle, async ({ task_data, event_session_id: session }, person, disconnected) => {
    const runId = await startTitle(ctx, person, task_data.TaskId, session ?? crypto.randomUUID());
    return toReply(runId, followText(ctx, runId, disconnected));
  });
}

function toRequest({ organizations }: AppContext, { tenantId }: Person, fields: RunFields): RunRequest {
  return {
    sessionId: fields.event_session_id,
    model: fields.model,
    temperature: fields.temperature,
    concise: fields.concise_mode,
    functionCalling: fields.function_calling && organizations.get(tenantId).features.functionCalling,
    disableSuperPrompt: fields.disable_super_prompt,
    timeZone: fields.time_zone,
  };
}
