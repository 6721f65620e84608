import { AvaError, isAvaError } from '#contract/errors.ts';
import {
  applyTaskEvent,
  emptyTaskRun,
  type TaskEvent,
  type TaskRunState,
  type TaskRunView,
} from '#contract/tasks/taskEvents.ts';
import { listFreshness } from '#contract/tasks/taskRules.ts';
import { isDefaultTaskTitle, NEW_TASK_TITLE } from '#contract/tasks/taskTitles.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { writeTitle } from '#api/chat/title.ts';
import type { Person } from '#api/identity/person.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import { readSettings } from '#api/settings/settings.ts';
import type { OutputRow, TaskRunRow } from '#api/storage/tables/tasks/taskRuns.ts';
import type { AppContext } from '#api/context.ts';
import { runStep } from './runStep.ts';
import { isWaitingForPerson } from './stepInputs.ts';
import { linkTypedSites, readTaskView, refreshTaskView, toRuleTask, type TaskView } from './taskView.ts';

type Events = AsyncGenerator<Unnumbered<TaskEvent>>;

/** The steps of a run that have ended, with the outputs that later steps read. */
interface Progress {
  view: TaskRunView;
  rows: Map<string, OutputRow>;
}

/**
 * Runs the steps of a run in order. After the death of a process, the next one continues after the last step that
 * ended: the steps of this run with an output in the store are not run again. A failure ends the run; a step that needs
 * the person is left out, and the others continue.
 */
export async function* performRun(ctx: AppContext, person: Person, run: TaskRunRow, signal: AbortSignal): Events {
  const progress = await readProgress(ctx, run);
  const [model, settings, stored] = await Promise.all([
    ctx.models.find(run.options.model),
    readSettings(ctx, person),
    readTaskView(ctx, run.taskId),
  ]);
  if (!stored) throw new AvaError('not_found');
  let read = stored;
  let view = await linkTypedSites(ctx, person, read);
  yield* nameTask(ctx, person, view, signal);
  for (const stepId of run.stepIds) {
    const state = getState(progress, stepId);
    if (state === 'failed') break;
    if (state === 'complete' || state === 'needs_you') continue;
    const index = view.steps.findIndex((step) => step.stepId === stepId);
    if (index < 0 || (run.options.skipFresh && isFresh(view, index, progress, run, model.deployment_name))) {
      yield { type: 'step_skipped', step_id: stepId };
      continue;
    }
    const events = tryStep(
      ctx,
      runStep(
        ctx,
        person,
        {
          runId: run.id,
          view,
          index,
          outputs: mergeOutputs(view, progress),
          options: run.options,
          model,
          settings,
          onBegin: (row) => progress.rows.set(stepId, row),
        },
        signal,
      ),
      { run, view, stepId, progress },
      signal,
    );
    for await (const event of events) {
      applyTaskEvent(progress.view, { ...event, seq: progress.view.seq + 1 });
      yield event;
    }
    if (getState(progress, stepId) === 'failed') break;
    await ctx.store.runs.resetAttempts(run.id, ctx.runs.processId);
    const latest = await refreshTaskView(ctx, read);
    if (latest !== read) view = await linkTypedSites(ctx, person, latest);
    read = latest;
  }
  await ctx.store.taskRuns.prune(run.taskId);
  yield { type: 'finished', state: getEndState(progress.view), error: null, endedAt: ctx.clock.now().getTime() };
}

/** Turns an error of a step into its last event. */
async function* tryStep(
  ctx: AppContext,
  events: Events,
  step: { run: TaskRunRow; view: TaskView; stepId: string; progress: Progress },
  signal: AbortSignal,
): Events {
  let hasStarted = false;
  try {
    for await (const event of events) {
      hasStarted ||= event.type === 'step_started';
      yield event;
    }
  } catch (cause) {
    if (signal.aborted) throw cause;
    const error = isAvaError(cause) ? cause : new AvaError('unexpected', { cause });
    ctx.log.warn({ error, run: step.run.id, step: step.stepId }, 'task step failed');
    if (!hasStarted) yield await beginFailed(ctx, step);
    yield {
      type: 'step',
      step_id: step.stepId,
      event: {
        type: isWaitingForPerson(error) ? 'needs_you' : 'failed',
        error: { code: error.code, detail: error.detail },
        endedAt: ctx.clock.now().getTime(),
      },
    };
  }
}

/** Saves the output of a step that failed before it began, so that the history shows the failure. */
async function beginFailed(
  ctx: AppContext,
  { run, view, stepId, progress }: { run: TaskRunRow; view: TaskView; stepId: string; progress: Progress },
): Promise<Unnumbered<TaskEvent>> {
  const step = view.steps.find((candidate) => candidate.stepId === stepId);
  const startedAt = ctx.clock.now();
  const inputs = {
    prompt: '',
    superPrompt: null,
    task: '',
    files: '',
    previous: null,
    previousOutput: null,
    model: run.options.model,
    temperature: run.options.temperature,
    concise: run.options.concise,
  };
  const row: OutputRow = {
    stepId,
    output: {
      run_id: run.id,
      state: { name: 'running', stage: 'waiting' },
      content: '',
      links: [],
      inputs,
      startedAt: startedAt.getTime(),
      endedAt: null,
    },
    details: {
      stepTitle: step?.stepTitle ?? '',
      prompt: toPromptText(step?.stepInput.userPrompt ?? '').text,
      files: [],
      sites: [],
      previousTitle: null,
    },
    origins: [],
  };
  await ctx.store.taskRuns.beginOutput(run.taskId, row, null, startedAt);
  progress.rows.set(stepId, row);
  return { type: 'step_started', step_id: stepId, inputs, startedAt: startedAt.getTime() };
}

async function readProgress({ store }: AppContext, run: TaskRunRow): Promise<Progress> {
  const rows = await store.taskRuns.listOutputsOfRun(run.id);
  const outputs = Object.fromEntries(rows.map(({ stepId, output }) => [stepId, output]));
  return {
    view: { ...emptyTaskRun(run.id), outputs },
    rows: new Map(rows.map((row) => [row.stepId, row])),
  };
}

const getState = ({ view }: Progress, stepId: string) => view.outputs[stepId]?.state.name;

/**
 * The latest outputs. Those of this run are taken from memory, because the store gets events in batches and can be
 * behind.
 */
function mergeOutputs(view: TaskView, progress: Progress): Map<string, OutputRow> {
  const own = [...progress.rows].map(([id, row]): [string, OutputRow] => [
    id,
    { ...row, output: progress.view.outputs[id] ?? row.output },
  ]);
  return new Map([...view.outputs, ...own]);
}

function isFresh(view: TaskView, index: number, progress: Progress, { options }: TaskRunRow, model: string): boolean {
  const outputs = mergeOutputs(view, progress);
  const steps = view.steps.map((step) => ({ ...step, stepOutput: outputs.get(step.stepId)?.output ?? null }));
  const settings = { model, temperature: options.temperature, concise: options.concise };
  return listFreshness(toRuleTask(view.task), steps, settings)[index] === 'fresh';
}

function getEndState({ outputs }: TaskRunView): TaskRunState {
  const states = new Set(Object.values(outputs).map(({ state }) => state.name));
  if (states.has('failed')) return 'failed';
  return states.has('needs_you') ? 'needs_you' : 'complete';
}

/** Gives a task with the default title a title, as the tab does when a step runs. */
async function* nameTask(ctx: AppContext, person: Person, view: TaskView, signal: AbortSignal): Events {
  if (!isDefaultTaskTitle(view.task.title)) return;
  const title = await generateTitle(ctx, person, view, signal);
  if (title === '') return;
  yield { type: 'title', title };
}

/** Writes a title from the description and the prompts, and saves it unless a person has chosen one by then. */
export async function generateTitle(
  ctx: AppContext,
  person: Person,
  { task, steps }: TaskView,
  signal: AbortSignal,
): Promise<string> {
  const texts = [task.settings.taskDescription, ...steps.map(({ stepInput }) => stepInput.userPrompt)];
  const text = texts
    .map((part) => toPromptText(part).text)
    .filter((part) => part !== '')
    .join('\n');
  if (text === '') return '';
  const { title } = await writeTitle(ctx, person, text, signal);
  const replaceable = ['', isDefaultTaskTitle(task.title) ? task.title : NEW_TASK_TITLE];
  if (title !== '') await ctx.store.tasks.replaceTitle(task.id, title, replaceable);
  return (await ctx.store.tasks.find(task.id))?.title ?? title;
}
