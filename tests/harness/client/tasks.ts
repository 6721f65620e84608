import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Client } from '#contract/client.ts';
import { applyTaskEvent, emptyTaskRun, type TaskEvent, type TaskRunView } from '#contract/tasks/taskEvents.ts';
import { runTask, stepResponse } from '#contract/tasks/taskRuns.ts';
import { getTask, saveTask, type Step, type StepContent } from '#contract/tasks/tasks.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { MAX_STEPS_PER_SAVE } from '#contract/limits.ts';
import { toRichText } from '#contract/tasks/taskText.ts';

export const TASK_MODEL = 'GPT-4o-2024-11-20-WUS3';

interface TaskOptions {
  title?: string;
  /** The prompts of its steps. */
  prompts: readonly string[];
  /** Whether each step includes the output of the one before it. */
  chained?: boolean;
}

/** A step as a save sends it. */
export function makeStep(prompt: string, changes: { usePreviousStepOutput?: string[] | number | string } = {}) {
  return { stepTitle: '', stepInput: { userPrompt: toRichText(prompt) }, ...changes };
}

function chunk<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Creates a task and returns its ids. */
export async function makeTask(
  person: Client,
  { title, prompts, chained = false }: TaskOptions,
): Promise<{ taskId: string; stepIds: string[] }> {
  const [taskId, stepIds] = [randomUUID(), prompts.map(() => randomUUID())];
  const steps = prompts.map((prompt, index) => ({
    ...makeStep(prompt, { usePreviousStepOutput: chained && index > 0 ? index - 1 : [] }),
    stepId: stepIds[index] ?? '',
    version: 0,
  }));
  const [first, ...rest] = chunk(steps, MAX_STEPS_PER_SAVE);
  const { version } = await person.call(saveTask, {
    task_data: { TaskId: taskId, TaskTitle: title ?? 'Tea plan', TaskData: first ?? [] },
  });
  for (const TaskData of rest) await person.call(saveTask, { task_data: { TaskId: taskId, version, TaskData } });
  return { taskId, stepIds };
}

/** Sends a step of a task again, with changes. */
export function toSavedStep(
  { stepOutput: _output, stepOrder: _order, ...step }: Step,
  changes: Partial<z.input<typeof StepContent>> = {},
) {
  return { ...step, ...changes };
}

/** Makes the second step of a task ask these sites. */
export async function mentionSites(
  person: Client,
  taskId: string,
  names: readonly string[],
  question: string,
): Promise<void> {
  const [, step] = (await person.call(getTask, { task_id: taskId })).TaskData;
  if (!step) throw new Error('The task has no second step.');
  const mentions = names.map((name) => ({ type: 'mention', name, children: [{ text: '' }] }));
  const userPrompt = JSON.stringify([{ type: 'paragraph', children: [...mentions, { text: ` ${question}` }] }]);
  const TaskData = [toSavedStep(step, { stepInput: { ...step.stepInput, userPrompt } })];
  await person.call(saveTask, { task_data: { TaskId: taskId, TaskData } });
}

export const mentionFinance = (person: Client, taskId: string): Promise<void> =>
  mentionSites(person, taskId, ['Finance'], 'When is a company card blocked?');

interface RunOptions {
  function_calling?: boolean;
  event_session_id?: string;
  model?: string;
  skip_fresh?: boolean;
  from_step_id?: string;
  time_zone?: string;
}

export function openRun(person: Client, taskId: string, options: RunOptions = {}) {
  const input = { task_id: taskId, event_session_id: randomUUID(), model: TASK_MODEL, ...options };
  return person.stream(runTask, input);
}

/** Runs all steps and waits for the end of the run. */
export async function runAll(person: Client, taskId: string, options: RunOptions = {}): Promise<TaskRunView> {
  return foldRun(await openRun(person, taskId, options));
}

/** Runs one step and waits for the end of the run. */
export async function runStep(person: Client, taskId: string, stepId: string): Promise<TaskRunView> {
  const input = { event_session_id: randomUUID(), model: TASK_MODEL };
  return foldRun(await person.stream(stepResponse, { ...input, step_info: { task_id: taskId, step_id: stepId } }));
}

/** Runs a task until one of its steps runs. Returns the run and the id that the client chose for it. */
export async function startAndWait(
  person: Client,
  taskId: string,
  stepId: string | undefined,
): Promise<{ runId: string; session: string }> {
  const session = randomUUID();
  const events: TaskEvent[] = [];
  void (async () => {
    for await (const event of await openRun(person, taskId, { event_session_id: session })) events.push(event);
  })().catch(() => undefined);
  await eventually(() => {
    if (!events.some((event) => event.type === 'step_started' && event.step_id === stepId))
      throw new Error('The step does not run yet.');
  });
  return { runId: events[0]?.type === 'started' ? events[0].run_id : '', session };
}

/** Folds events into a run, as the tab does. */
export async function foldRun(events: AsyncIterable<TaskEvent>): Promise<TaskRunView> {
  const run = emptyTaskRun('');
  for await (const event of events) {
    if (event.type === 'started') run.run_id = event.run_id;
    applyTaskEvent(run, event);
  }
  return run;
}
