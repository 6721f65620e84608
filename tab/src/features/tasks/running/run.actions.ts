import { snapshot } from 'valtio';
import type { EventStream } from '#contract/client.ts';
import { type ErrorBody, isAvaError } from '#contract/errors.ts';
import type { RunSource } from '#contract/runs/followRun.ts';
import {
  applyTaskEvent,
  emptyOutput,
  emptyTaskRun,
  endsTaskRun,
  type StepOutput,
  type TaskEvent,
  type TaskRunView,
} from '#contract/tasks/taskEvents.ts';
import { stepTitleOf } from '#contract/tasks/taskRules.ts';
import { cancelTaskResponse, followTaskRun, runTask, seeTaskRun, stepResponse } from '#contract/tasks/taskRuns.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { api } from '#tab/api.ts';
import { activeRuns, createActiveRun, leaveRun, removeActiveRun, type ActiveRun } from '#tab/runs/activeRuns.ts';
import { receiveRun } from '#tab/runs/receiveRun.ts';
import { openWorkspace, selectWorkspaceTab } from '#tab/shell/layout/layout.actions.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { requestConsent } from '#tab/state/session.actions.ts';
import { focusStep, showOnlyOutput } from '#tab/features/tasks/editing/edit.actions.ts';
import { hasUploads } from '#tab/features/tasks/files/taskFiles.actions.ts';
import { refreshTask, saveNow } from '#tab/features/tasks/saving/save.actions.ts';
import { getOpenTask, isTaskRunning, tasks, type OpenTask } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { getRunOptions } from './runSettings.ts';

/** Runs one step of a task. */
export async function runStep(taskId: string, stepId: string): Promise<void> {
  await start(taskId, [stepId], (options, signal) =>
    api.stream(stepResponse, { ...options, step_info: { task_id: taskId, step_id: stepId } }, { signal }),
  );
}

/** Runs all steps in order. Steps whose output is up to date are skipped if `skipFresh`. */
export async function runAllSteps(taskId: string, skipFresh: boolean, fromStepId: string | null = null): Promise<void> {
  const all = getOpenTask(taskId)?.task.TaskData.map(({ stepId }) => stepId) ?? [];
  const steps = fromStepId === null ? all : all.slice(all.indexOf(fromStepId));
  if (steps.length === 0) return void showToast('error', taskTexts.noSteps);
  const choice = { task_id: taskId, skip_fresh: skipFresh, from_step_id: fromStepId };
  await start(taskId, steps, (options, signal) => api.stream(runTask, { ...options, ...choice }, { signal }));
}

/** Saves the task, because the server runs what is saved, and starts a run. */
async function start(
  taskId: string,
  stepIds: string[],
  openStream: (options: ReturnType<typeof getRunOptions>, signal: AbortSignal) => Promise<EventStream<TaskEvent>>,
): Promise<void> {
  const open = getOpenTask(taskId);
  if (!open || isTaskRunning(open)) return;
  if (hasUploads(taskId)) return void showToast('error', taskTexts.filesUnderWay);
  if (refuseEmptyPrompt(open, stepIds)) return;
  const view = emptyTaskRun('');
  // All steps are shown as waiting until the server says which ones it runs.
  for (const stepId of stepIds) view.outputs[stepId] = emptyOutput('');
  open.run = { view, isCanceling: false, connection: 'live' };
  const [first] = stepIds;
  if (first !== undefined) showOnlyOutput(taskId, first);
  showOutputs();
  const active = createActiveTaskRun(taskId, crypto.randomUUID(), false);
  activeRuns.set(taskId, active);
  if (!(await saveNow(taskId))) {
    removeActiveRun(taskId, active);
    open.run = null;
    if (open.saving.name === 'failed') showToast('error', open.saving.detail);
    return;
  }
  try {
    const stream = await openStream(getRunOptions(active.eventSessionId), active.controller.signal);
    await receive(taskId, active, stream, stream.headers.get('Run-Id') ?? '');
  } catch (cause) {
    if (!active.controller.signal.aborted) await fail(taskId, open, active, cause);
  }
}

function createActiveTaskRun(taskId: string, eventSessionId: string, isStarted: boolean): ActiveRun {
  return createActiveRun(eventSessionId, isStarted, {
    call: (id) => api.call(cancelTaskResponse, { task_session_id: taskId, event_session_id: id }),
    logged: taskTexts.cancelFailed,
    onFailed: () => {
      const run = getOpenTask(taskId)?.run;
      if (run) run.isCanceling = false;
      showToast('error', taskTexts.cancelFailed);
    },
  });
}

/** Opens the first step without a prompt and says that its prompt is missing, before a run would fail at it. */
function refuseEmptyPrompt({ task }: OpenTask, stepIds: readonly string[]): boolean {
  const index = task.TaskData.findIndex(
    ({ stepId, stepInput }) => stepIds.includes(stepId) && toPromptText(stepInput.userPrompt).text === '',
  );
  const step = task.TaskData[index];
  if (!step) return false;
  showToast('error', taskTexts.emptyPromptOf(stepTitleOf(step, index)));
  focusStep(task.TaskId, step.stepId);
  return true;
}

/** On a phone and a medium window, outputs are shown in their steps; a wide window has room for the workspace. */
function showOutputs(): void {
  if (layout.width === 'wide') openWorkspace('Task Output');
  else selectWorkspaceTab('Task Output');
}

/** Opens the output of one step in the workspace, and closes those of the others. */
export function showOutput(taskId: string, stepId: string): void {
  showOnlyOutput(taskId, stepId);
  openWorkspace('Task Output');
}

/** Follows a run that another window or an earlier page started. */
function joinRun(taskId: string, runId: string): void {
  const open = getOpenTask(taskId);
  if (!open || (isTaskRunning(open) && activeRuns.has(taskId))) return;
  leaveRun(taskId);
  const active = createActiveTaskRun(taskId, runId, true);
  activeRuns.set(taskId, active);
  open.run = { view: emptyTaskRun(runId), isCanceling: false, connection: 'live' };
  void receive(taskId, active, null, runId);
}

/**
 * Applies the events of a run until it ends, and keeps its outputs.
 * @param stream an open stream; null to follow the run from its first event
 */
async function receive(
  taskId: string,
  active: ActiveRun,
  stream: AsyncIterable<TaskEvent> | null,
  runId: string,
): Promise<void> {
  const open = getOpenTask(taskId);
  const run = open?.run;
  if (!open || !run) return;
  const { signal } = active.controller;
  const source: RunSource<TaskEvent> = {
    stream,
    from: 0,
    open: (from) => api.stream(followTaskRun, { run_id: runId, from }, { signal }),
    isEnd: endsTaskRun,
  };
  try {
    await receiveRun(active, source, {
      apply: (events) => applyEvents(taskId, run.view, events),
      onReconnecting: (isReconnecting) => {
        run.connection = isReconnecting ? 'lost' : 'live';
      },
    });
  } catch (cause) {
    if (!signal.aborted) await fail(taskId, open, active, cause);
    return;
  }
  removeActiveRun(taskId, active);
  await finish(taskId, open, run.view, active.eventSessionId === run.view.run_id);
}

function applyEvents(taskId: string, view: TaskRunView, events: TaskEvent[]): void {
  for (const event of events) {
    if (event.type === 'started') {
      view.run_id = event.run_id;
      view.outputs = {};
    }
    applyTaskEvent(view, event);
    if (event.type === 'title') {
      const metadata = tasks.metadata.find((item) => item.TaskId === taskId);
      if (metadata) metadata.TaskTitle = event.title;
    }
    if (event.type === 'step_started') showOnlyOutput(taskId, event.step_id);
  }
}

async function fail(taskId: string, open: OpenTask, active: ActiveRun, cause: unknown): Promise<void> {
  removeActiveRun(taskId, active);
  logFailure(taskTexts.responseFailed, cause);
  open.run = null;
  const isRefusal = isAvaError(cause) && cause.status < 500 && cause.code !== 'not_found';
  showToast('error', isRefusal ? cause.detail : taskTexts.responseFailed);
  await refreshTask(taskId);
}

/** Keeps the outputs of a run that has ended, says how it ended, and takes over a generated title. */
async function finish(taskId: string, open: OpenTask, view: TaskRunView, isJoined: boolean): Promise<void> {
  for (const step of open.task.TaskData) {
    const output = view.outputs[step.stepId];
    if (output) step.stepOutput = structuredClone(snapshot(output)) as StepOutput;
  }
  announce(taskId, open, view);
  // Fetching the task resumes steps that wait. If a resumed run waits again, the task is not fetched, or this would
  // repeat.
  if (view.state !== 'needs_you' || !isJoined) await refreshTask(taskId);
  if (open.run?.view === view) open.run = null;
  const metadata = tasks.metadata.find((item) => item.TaskId === taskId);
  if (metadata) {
    metadata.TaskTitle = open.task.TaskTitle;
    metadata.lastRun = open.task.lastRun;
  }
  joinLastRun(taskId);
}

/** Follows the latest run if it is under way. Returns whether it is. */
export function joinLastRun(taskId: string): boolean {
  const last = getOpenTask(taskId)?.task.lastRun;
  if (last?.state !== 'running') return false;
  joinRun(taskId, last.run_id);
  return true;
}

/** Resumes the steps that wait for the person, who has given AVA access to Microsoft 365 again or has a new budget. */
export async function continueRun(taskId: string, { code, detail }: ErrorBody): Promise<void> {
  if (code === 'consent_required') await requestConsent();
  await refreshTask(taskId);
  if (!joinLastRun(taskId)) showToast('error', code === 'budget_used_up' ? detail : taskTexts.stillWaiting);
}

function announce(taskId: string, open: OpenTask, view: TaskRunView): void {
  const isInView = tasks.openId === taskId && location.pathname.startsWith('/tasks') && document.hasFocus();
  const title = view.title ?? open.task.TaskTitle;
  if (view.state === 'complete') showToast('success', taskTexts.finished(title), { isQuiet: isInView });
  if (view.state === 'failed') showToast('error', taskTexts.responseFailed);
  if (view.state === 'needs_you') showToast('error', taskTexts.needsYou(title));
  // Without this call, the bot would announce the end to people who have turned notices on.
  if (document.visibilityState !== 'visible') return;
  api
    .call(seeTaskRun, { run_id: view.run_id })
    .catch((cause: unknown) => logFailure('failed to mark run as seen', cause));
}
