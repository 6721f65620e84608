import type { Client, EventStream } from '#contract/client.ts';
import { isAvaError } from '#contract/errors.ts';
import { followRun, type RunSource } from '#contract/runs/followRun.ts';
import { applyTaskEvent, emptyTaskRun, endsTaskRun, type TaskEvent } from '#contract/tasks/taskEvents.ts';
import { cancelTaskResponse, followTaskRun, seeTaskRun } from '#contract/tasks/taskRuns.ts';
import { getTask, type Task } from '#contract/tasks/tasks.ts';
import type { RunningWork } from '#bot/answer/runningWork.ts';
import type { BotContext } from '#bot/context.ts';
import { getConversationKey, type Conversation } from '#bot/teams/conversation.ts';
import { createFollowOptions } from '#bot/followOptions.ts';
import { createGroupMessages } from './groupMessages.ts';
import type { RunEnd, ShownRun } from './shownRun.ts';
import { createStepMessages } from './stepMessages.ts';

interface RunStream {
  task: Task;
  stream: EventStream<TaskEvent>;
  /** Ends the reading of the stream. */
  reading: AbortController;
}

/** Shows a run until its end: a message for each step in a personal chat, one message in a group. */
export async function showTaskRun(
  ctx: BotContext,
  runningWork: RunningWork,
  conversation: Conversation,
  client: Client,
  { task, stream, reading }: RunStream,
): Promise<void> {
  const { signal } = reading;
  const shown = Promise.withResolvers<void>();
  const runId = stream.headers.get('Run-Id') ?? '';
  const run: ShownRun = { task, stepIds: [], skipped: new Set(), view: emptyTaskRun(runId) };
  const messages =
    conversation.kind === 'personal'
      ? createStepMessages(ctx, conversation, client)
      : createGroupMessages(ctx, conversation);
  const ids = { task_session_id: task.TaskId, event_session_id: runId };
  const stop = async () => (await client.call(cancelTaskResponse, ids)).cancelled;
  const leave = () => {
    reading.abort();
    return shown.promise;
  };
  const removeRunning = runningWork.add(getConversationKey(conversation), { kind: 'task', stop, leave });
  const source: RunSource<TaskEvent> = {
    stream,
    from: 0,
    open: (from) => client.stream(followTaskRun, { run_id: runId, from }, { signal }),
    isEnd: endsTaskRun,
  };
  let isLost = false;
  try {
    for await (const event of followRun(source, createFollowOptions(ctx.clock, signal))) {
      applyEvent(run, event);
      messages.update(run);
    }
  } catch (error) {
    isLost = run.view.state === 'running';
    ctx.log.warn({ error, run: runId }, 'failed to follow run of task');
  } finally {
    removeRunning();
  }
  if (!isLost) await markSeen(ctx, client, runId);
  await messages.finish(run, isLost ? 'lost' : await getEnd(client, run)).finally(shown.resolve);
}

function applyEvent(run: ShownRun, event: TaskEvent): void {
  if (event.type === 'started') run.stepIds = event.steps;
  if (event.type === 'step_skipped') run.skipped.add(event.step_id);
  applyTaskEvent(run.view, event);
}

/** The last message says how the run ended, so no notice is needed. */
async function markSeen({ log }: BotContext, client: Client, runId: string): Promise<void> {
  await client
    .call(seeTaskRun, { run_id: runId })
    .catch((error: unknown) => log.info({ error }, 'failed to mark run as seen'));
}

/** A deleted task stops its run. */
async function getEnd(client: Client, { task, view }: ShownRun): Promise<RunEnd> {
  if (view.state !== 'stopped') return 'ended';
  return client.call(getTask, { task_id: task.TaskId }).then(
    () => 'ended' as const,
    (error: unknown) => (isAvaError(error) && error.code === 'not_found' ? 'deleted' : 'ended'),
  );
}
