import { z } from 'zod';
import { Id } from '#contract/endpoint.ts';
import { ErrorBody } from '#contract/errors.ts';
import { Citation, Stage, toStage } from '#contract/runs/answerEvents.ts';
import { applyPlanEvent, endPlan, PlannedQuestion, planEvents } from './research.ts';

/** What an output was made from. A step is out of date if one of these values is different now. */
export const StepInputs = z.object({
  prompt: z.string().describe('hash of the prompt as text, with instructions, actions, goal and format'),
  superPrompt: z.string().nullable().describe('hash of the super prompt; null if none was used'),
  task: z.string().describe('hash of the description of the task and of its files'),
  files: z.string().describe('hash of the ids of the files'),
  previous: z.string().nullable().describe('ids of the earlier steps whose outputs were included, separated by commas'),
  previousOutput: z.string().nullable().describe('ids of the runs that wrote these outputs'),
  model: z.string(),
  temperature: z.number(),
  concise: z.boolean(),
});
export type StepInputs = z.infer<typeof StepInputs>;

const Finish = z.enum(['stop', 'length']);

/**
 * State of a step in its latest run; a step that was never run has no output. `needs_you`: the step reads Microsoft 365, has
 * met a budget that is used up, or builds on such a step, and waits until the person opens the task.
 */
export const StepState = z.discriminatedUnion('name', [
  z.object({ name: z.literal('waiting') }),
  Stage.extend({ name: z.literal('running') }),
  z.object({ name: z.literal('complete'), finish: Finish }),
  z.object({ name: z.literal('stopped') }),
  z.object({ name: z.literal('failed'), error: ErrorBody }),
  z.object({ name: z.literal('needs_you'), error: ErrorBody }),
]);
export type StepState = z.infer<typeof StepState>;

/** Output of a step by one run. */
export const StepOutput = z.object({
  run_id: Id,
  state: StepState,
  content: z.string().describe('Markdown; empty while the run writes it: follow the run'),
  links: z.array(Citation),
  plan: z.array(PlannedQuestion).optional().describe('of a research'),
  inputs: StepInputs.nullable().describe('null until the step began'),
  startedAt: z.number().nullable().describe('milliseconds'),
  endedAt: z.number().nullable(),
});
export type StepOutput = z.infer<typeof StepOutput>;

export const taskRunStates = ['running', 'complete', 'failed', 'stopped', 'needs_you'] as const;
export const TaskRunState = z.enum(taskRunStates);
export type TaskRunState = z.infer<typeof TaskRunState>;

export const taskRunModes = ['step', 'all'] as const;
export const TaskRunMode = z.enum(taskRunModes);
export type TaskRunMode = z.infer<typeof TaskRunMode>;

export const TaskRunSummary = z.object({
  run_id: Id,
  mode: TaskRunMode.describe('one step, or all steps in order'),
  state: TaskRunState,
  startedAt: z.number().describe('milliseconds'),
  endedAt: z.number().nullable(),
});
export type TaskRunSummary = z.infer<typeof TaskRunSummary>;

/** What happens to the output of a step. */
export const StepEvent = z.discriminatedUnion('type', [
  Stage.extend({ type: z.literal('stage') }),
  z.object({ type: z.literal('chunk'), chunk: z.string() }),
  z.object({ type: z.literal('citations'), citations: z.array(Citation) }),
  ...planEvents,
  z.object({ type: z.literal('done'), finish: Finish, endedAt: z.number() }),
  z.object({ type: z.literal('failed'), error: ErrorBody, endedAt: z.number() }),
  z.object({ type: z.literal('needs_you'), error: ErrorBody, endedAt: z.number() }),
]);
export type StepEvent = z.infer<typeof StepEvent>;

const seq = z.number().int().min(1);
const step_id = Id;

/** One event of a run of a task, ordered by `seq`. The same event is stored and shown. */
export const TaskEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    seq,
    run_id: Id,
    task_id: Id,
    mode: TaskRunMode,
    steps: z.array(Id).describe('the steps to run, in order; they wait'),
  }),
  z.object({ type: z.literal('title'), seq, title: z.string().describe('the generated title of the task') }),
  z.object({ type: z.literal('step_skipped'), seq, step_id }),
  z.object({
    type: z.literal('super_prompt'),
    seq,
    step_id,
    superPrompt: z.string(),
    previousUserPrompt: z.string(),
  }),
  z.object({ type: z.literal('step_started'), seq, step_id, inputs: StepInputs, startedAt: z.number() }),
  z.object({ type: z.literal('step'), seq, step_id, event: StepEvent }),
  z.object({
    type: z.literal('finished'),
    seq,
    state: TaskRunState,
    error: ErrorBody.nullable().describe('why the run ended early, if no step says it'),
    endedAt: z.number(),
  }),
]);
export type TaskEvent = z.infer<typeof TaskEvent>;

/** A run of a task as its events describe it. */
export interface TaskRunView {
  run_id: string;
  seq: number;
  state: TaskRunState;
  /** Outputs by step id, of the steps of this run. A skipped step is removed: its earlier output stays. */
  outputs: Record<string, StepOutput>;
  title: string | null;
  superPrompts: Record<string, { superPrompt: string; previousUserPrompt: string }>;
}

export function emptyTaskRun(runId: string): TaskRunView {
  return { run_id: runId, seq: 0, state: 'running', outputs: {}, title: null, superPrompts: {} };
}

/** The output of a step that waits. */
export function emptyOutput(runId: string): StepOutput {
  return {
    run_id: runId,
    state: { name: 'waiting' },
    content: '',
    links: [],
    inputs: null,
    startedAt: null,
    endedAt: null,
  };
}

/**
 * Applies one event to a run, in place. The tab and the API both use it, so that shown and saved outputs are the same. An
 * event that was already applied changes nothing.
 */
export function applyTaskEvent(run: TaskRunView, event: TaskEvent): void {
  if (event.seq <= run.seq) return;
  run.seq = event.seq;
  switch (event.type) {
    case 'started':
      for (const id of event.steps) run.outputs[id] = emptyOutput(event.run_id);
      return;
    case 'title':
      run.title = event.title;
      return;
    case 'step_skipped':
      delete run.outputs[event.step_id];
      return;
    case 'super_prompt':
      run.superPrompts[event.step_id] = event;
      return;
    case 'step_started':
      // A step starts again after its process died, so the earlier text is cleared.
      run.outputs[event.step_id] = {
        ...emptyOutput(run.run_id),
        state: { name: 'running', stage: 'waiting' },
        inputs: event.inputs,
        startedAt: event.startedAt,
      };
      return;
    case 'step':
      return applyStepEvent(run.outputs[event.step_id], event.event);
    case 'finished':
      run.state = event.state;
      return finishOutputs(run, event.endedAt);
    default:
      event satisfies never;
  }
}

function applyStepEvent(output: StepOutput | undefined, event: StepEvent): void {
  if (!output) return;
  switch (event.type) {
    case 'stage':
      output.state = { name: 'running', ...toStage(event) };
      return;
    case 'chunk':
      output.content += event.chunk;
      return;
    case 'citations':
      output.links = event.citations;
      return;
    case 'plan':
    case 'question':
    case 'look':
      output.plan = applyPlanEvent(output.plan ?? [], event);
      return;
    case 'done':
      return settle(output, { name: 'complete', finish: event.finish }, event.endedAt);
    case 'failed':
      return settle(output, { name: 'failed', error: event.error }, event.endedAt);
    case 'needs_you':
      return settle(output, { name: 'needs_you', error: event.error }, event.endedAt);
    default:
      event satisfies never;
  }
}

function settle(output: StepOutput, state: StepState, endedAt: number): void {
  output.state = state;
  output.endedAt = endedAt;
  if (output.plan) output.plan = endPlan(output.plan);
}

/**
 * Called at the end of a run: a step that runs becomes stopped, and steps that wait keep the output of an earlier run.
 */
function finishOutputs(run: TaskRunView, endedAt: number): void {
  for (const [id, output] of Object.entries(run.outputs)) {
    if (output.state.name === 'waiting') delete run.outputs[id];
    if (output.state.name === 'running') settle(output, { name: 'stopped' }, endedAt);
  }
}

/** Whether a run of a task is over with this event. */
export function endsTaskRun({ type }: Pick<TaskEvent, 'type'>): boolean {
  return type === 'finished';
}

/** Whether a step's run is over: complete, stopped, failed, or left until the person opens the task. */
export function isStepSettled({ state }: Pick<StepOutput, 'state'>): boolean {
  return state.name !== 'waiting' && state.name !== 'running';
}
