import type { Client, EventStream } from '#contract/client.ts';
import { AvaError, isAvaError } from '#contract/errors.ts';
import { findModel, getModels } from '#contract/models.ts';
import { getSettings, temperatureOf } from '#contract/settings.ts';
import type { TaskEvent } from '#contract/tasks/taskEvents.ts';
import { followTaskRun, runTask } from '#contract/tasks/taskRuns.ts';
import { getTask, type Task } from '#contract/tasks/tasks.ts';
import type { RunningWork } from '#bot/answer/runningWork.ts';
import type { BotContext } from '#bot/context.ts';
import type { Conversation } from '#bot/teams/conversation.ts';
import { showTaskRun } from './showTaskRun.ts';

/**
 * Runs all steps of a task on the server, and shows the run in a separate turn, so that the person can ask questions
 * meanwhile. A run that has already started elsewhere is shown. Throws errors of the API.
 */
export async function startTaskRun(
  ctx: BotContext,
  runningWork: RunningWork,
  conversation: Conversation,
  client: Client,
  { taskId, skipFresh }: { taskId: string; skipFresh: boolean },
): Promise<void> {
  const task = await client.call(getTask, { task_id: taskId });
  const reading = new AbortController();
  const request = { skip_fresh: skipFresh, time_zone: conversation.timeZone };
  const stream = await openRun(client, task, request, reading.signal);
  ctx
    .resume(conversation.reference, (resumed) =>
      showTaskRun(ctx, runningWork, resumed, client, { task, stream, reading }),
    )
    .catch((error: unknown) => ctx.logTurnError(error, { conversationId: conversation.id }))
    .finally(() => reading.abort());
}

async function openRun(
  client: Client,
  task: Task,
  choice: { skip_fresh: boolean; time_zone: string | undefined },
  signal: AbortSignal,
): Promise<EventStream<TaskEvent>> {
  const [{ models }, { settings }] = await Promise.all([client.call(getModels, {}), client.call(getSettings, {})]);
  const model = findModel('task', settings.task.selectedModel, models);
  if (!model) throw new AvaError('no_models');
  const request = {
    task_id: task.TaskId,
    event_session_id: crypto.randomUUID(),
    ...choice,
    model: model.model_alias,
    temperature: temperatureOf(settings.task),
    concise_mode: settings.task.useConciseMode,
  };
  try {
    return await client.stream(runTask, request, { signal });
  } catch (error) {
    if (!isAvaError(error) || error.code !== 'task_running') throw error;
    const { lastRun } = await client.call(getTask, { task_id: task.TaskId });
    if (!lastRun) throw error;
    return client.stream(followTaskRun, { run_id: lastRun.run_id, from: 0 }, { signal });
  }
}
