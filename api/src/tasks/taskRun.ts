import { AvaError } from '#contract/errors.ts';
import type { TaskRunMode } from '#contract/tasks/taskEvents.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import type { Person } from '#api/identity/person.ts';
import { getRunAllowance, toAllowanceError } from '#api/policies/personLimits.ts';
import { authorize } from '#api/policies/policies.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';
import type { NewTaskRun, TaskRunOptions, TaskRunRow } from '#api/storage/tables/tasks/taskRuns.ts';
import type { TaskRow } from '#api/storage/tables/tasks/tasks.ts';
import type { AppContext } from '#api/context.ts';
import { performRun } from './performRun.ts';
import { needsGraph } from './stepInputs.ts';
import { createTaskRunKind, TASK_RUN_KIND } from './taskRunKind.ts';
import { completeTaskView, type StepView, type TaskView } from './taskView.ts';

export { TASK_RUN_KIND };

/** Tokens that a prompt has at least, by its length in characters: enough for the limit per person. */
const CHARACTERS_PER_TOKEN = 4;

/** How a person wants steps to be run. */
export interface RunRequest {
  /** Id that the client chose for the run. */
  sessionId: string;
  model: string;
  temperature: number | undefined;
  concise: boolean;
  functionCalling: boolean;
  disableSuperPrompt: boolean;
  timeZone?: string | undefined;
}

/** Runs one step. Returns the id of the run. */
export async function runOneStep(
  ctx: AppContext,
  person: Person,
  { taskId, stepId }: { taskId: string; stepId: string },
  request: RunRequest,
): Promise<string> {
  const view = await readOwnTask(ctx, person, taskId);
  if (!view.steps.some((step) => step.stepId === stepId)) throw new AvaError('not_found');
  return startRun(ctx, person, view.task, { mode: 'step', steps: pick(view, [stepId]), skipFresh: false }, request);
}

/** Runs all steps in order, or those from one step on. Returns the id of the run. */
export async function runAllSteps(
  ctx: AppContext,
  person: Person,
  { taskId, fromStepId, skipFresh }: { taskId: string; fromStepId: string | null; skipFresh: boolean },
  request: RunRequest,
): Promise<string> {
  const view = await readOwnTask(ctx, person, taskId);
  const first = fromStepId === null ? 0 : view.steps.findIndex(({ stepId }) => stepId === fromStepId);
  if (first < 0) throw new AvaError('not_found');
  if (view.steps.length === 0) throw new AvaError('empty_prompt', { detail: 'This task has no steps yet. Add one.' });
  return startRun(ctx, person, view.task, { mode: 'all', steps: view.steps.slice(first), skipFresh }, request);
}

/** Runs the steps again that waited for the person, if Microsoft 365 can be read and budgets are not used up now. */
export async function resumeWaitingSteps(ctx: AppContext, person: Person, view: TaskView): Promise<void> {
  const latest = (await ctx.store.taskRuns.findLatest([view.task.id])).get(view.task.id);
  if (latest?.state !== 'needs_you') return;
  const waiting = view.steps.filter(({ stepOutput }) => stepOutput?.state.name === 'needs_you');
  const run = waiting.length === 0 ? undefined : await ctx.store.taskRuns.find(latest.id);
  if (!run) return;
  try {
    if (waiting.some(isWaitingForGraph)) await ctx.identity.getGraphToken(person);
    const { temperature, timeZone, ...options } = run.options;
    const request = { ...options, temperature, timeZone, sessionId: crypto.randomUUID() };
    await startRun(ctx, person, view.task, { mode: run.mode, steps: waiting, skipFresh: false }, request);
  } catch (error) {
    ctx.log.info({ error, task: view.task.id }, 'steps of task still wait');
  }
}

function isWaitingForGraph({ stepOutput }: StepView): boolean {
  return stepOutput?.state.name === 'needs_you' && needsGraph(stepOutput.state.error);
}

async function readOwnTask(ctx: AppContext, person: Person, id: string): Promise<TaskView> {
  return completeTaskView(ctx, authorize(person, 'run', 'task', await ctx.store.tasks.find(id)));
}

const pick = ({ steps }: TaskView, ids: readonly string[]) => steps.filter(({ stepId }) => ids.includes(stepId));

interface RunPlan {
  mode: TaskRunMode;
  steps: readonly StepView[];
  skipFresh: boolean;
}

/** Stores a run and starts it. A run that was sent before is not started again. */
async function startRun(
  ctx: AppContext,
  person: Person,
  task: TaskRow,
  { mode, steps, skipFresh }: RunPlan,
  { sessionId, temperature, timeZone, ...request }: RunRequest,
): Promise<string> {
  const model = await ctx.models.find(request.model);
  const owner = { tenantId: person.tenantId, id: person.id };
  const options: TaskRunOptions = {
    ...request,
    temperature: temperature ?? model.temperature,
    skipFresh,
    ...(timeZone !== undefined && { timeZone }),
  };
  const characters = steps.reduce((sum, { stepInput }) => sum + toPromptText(stepInput.userPrompt).text.length, 0);
  const now = ctx.clock.now();
  const run: NewTaskRun = {
    id: crypto.randomUUID(),
    taskId: task.id,
    mode,
    options,
    stepIds: steps.map(({ stepId }) => stepId),
    owner,
    sessionId,
    processId: ctx.runs.processId,
    tokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
    now,
  };
  const accepted = await ctx.store.taskRuns.accept(run, getRunAllowance(ctx, person, now));
  switch (accepted.name) {
    case 'accepted':
      launch(ctx, person, run, accepted.run);
      return accepted.run.id;
    case 'duplicate':
      return accepted.run.id;
    case 'running':
      throw new AvaError('task_running');
    case 'missing':
      throw new AvaError('not_found');
    case 'task_storage_full':
      throw new AvaError('task_storage_full');
    default:
      throw toAllowanceError(accepted.name, now);
  }
}

function launch(ctx: AppContext, person: Person, { owner, sessionId }: NewTaskRun, run: TaskRunRow): void {
  const row: RunRow = {
    id: run.id,
    kind: TASK_RUN_KIND,
    owner,
    subjectId: run.taskId,
    messageId: null,
    sessionId,
    processId: ctx.runs.processId,
    state: 'running',
  };
  const started = {
    type: 'started',
    seq: 1,
    run_id: run.id,
    task_id: run.taskId,
    mode: run.mode,
    steps: run.stepIds,
  };
  ctx.runs.start(row, createTaskRunKind(ctx.clock), (signal) => performRun(ctx, person, run, signal), [started]);
}

/**
 * Continues a run whose process died. No token is stored, so steps that read Microsoft 365 wait until the person opens
 * the task.
 */
export async function continueTaskRun(ctx: AppContext, row: RunRow): Promise<void> {
  const person: Person = { ...row.owner, name: '', email: '', isAdministrator: false, bearer: '' };
  await ctx.runs.perform(row, createTaskRunKind(ctx.clock), async function* (signal) {
    const run = await ctx.store.taskRuns.find(row.id);
    if (!run) throw new AvaError('not_found');
    yield* performRun(ctx, person, run, signal);
  });
}

/** Stops a run of a task, or the generation of its title or of a super prompt. */
export async function cancelTaskRun(
  { store, runs }: AppContext,
  person: Person,
  taskId: string,
  sessionId: string,
): Promise<boolean> {
  const task = authorize(person, 'run', 'task', await store.tasks.find(taskId));
  const run = await store.runs.findUnended(task.id, sessionId);
  if (!run) return false;
  await runs.cancel(authorize(person, 'cancel', 'run', run));
  return true;
}

/** Checks that the person can follow a run, and that it is one of a task. */
export async function findTaskRun({ store }: AppContext, person: Person, id: string): Promise<string> {
  const run = authorize(person, 'read', 'run', await store.runs.find(id));
  if (run.kind !== TASK_RUN_KIND) throw new AvaError('not_found');
  return run.id;
}
