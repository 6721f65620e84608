import {
  TASK_DEFAULT_CONTEXT_WINDOW,
  TASK_DEFAULT_MAX_OUTPUT_TOKENS,
  TASK_OVERHEAD_TOKENS,
  TASK_OVERHEAD_TOKENS_CONCISE,
} from '#contract/limits.ts';
import type { StepInputs, StepOutput } from './taskEvents.ts';
import { hashText, toPromptText } from './taskText.ts';

export const DEFAULT_TASK_TYPE = 'standard';

/** What a person can add to the prompt of a step, each in its own field. */
interface StepDetails {
  stepInstructions?: string | undefined;
  stepActions?: string | undefined;
  stepGoalAndFormat?: string | undefined;
}

/** The part of a step that decides what is sent to the model. */
export interface RuleStep {
  stepId: string;
  stepTitle: string;
  stepType?: 'standard' | 'research';
  enableSuperPrompt: boolean;
  stepData: readonly { dataId: string }[];
  stepInput: StepDetails & {
    userPrompt: string;
    previousUserPrompt?: string | undefined;
    superPrompt?: string | undefined;
  };
  usePreviousStepOutput: readonly string[];
  stepOutput: StepOutput | null;
}

export interface RuleTask {
  taskDescription: string;
  taskDocuments: readonly { dataId: string }[];
}

/**
 * How a run writes its outputs. `model` is the deployment, because several models can have one label. If the chosen model
 * is missing, it is the deployment of the model that replaces it.
 */
export interface RunSettings {
  model: string;
  temperature: number;
  concise: boolean;
}

/** The title of the step at this position, from 0. */
export function defaultStepTitle(index: number): string {
  return `Step ${index + 1}`;
}

/** The title that is shown for a step. */
export function stepTitleOf({ stepTitle }: Pick<RuleStep, 'stepTitle'>, index: number): string {
  return stepTitle.trim() || defaultStepTitle(index);
}

/** The steps whose output the step at this position can include: the earlier ones. */
export function listEarlierSteps<T extends Pick<RuleStep, 'stepId' | 'stepTitle'>>(
  steps: readonly T[],
  index: number,
): { stepId: string; title: string }[] {
  return steps.slice(0, index).map((step, position) => ({ stepId: step.stepId, title: stepTitleOf(step, position) }));
}

/**
 * The earlier steps whose outputs a step includes, in the order of the steps. `isBroken`: a step was deleted or comes later
 * now. Only earlier steps count, so references can't form a loop.
 */
export function listPreviousSteps<T extends Pick<RuleStep, 'stepId' | 'usePreviousStepOutput'>>(
  steps: readonly T[],
  index: number,
): { previous: { step: T; index: number }[]; isBroken: boolean } {
  const ids = new Set(steps[index]?.usePreviousStepOutput ?? []);
  const previous = steps
    .slice(0, index)
    .map((step, position) => ({ step, index: position }))
    .filter(({ step }) => ids.has(step.stepId));
  return { previous, isBroken: previous.length < ids.size };
}

/** Removes references to steps that are not in the list. Returns the steps that changed. */
export function clearBrokenReferences<T extends Pick<RuleStep, 'stepId' | 'usePreviousStepOutput'>>(
  steps: readonly T[],
): T[] {
  const ids = new Set(steps.map(({ stepId }) => stepId));
  return steps
    .filter(({ usePreviousStepOutput }) => usePreviousStepOutput.some((id) => !ids.has(id)))
    .map((step) => ({ ...step, usePreviousStepOutput: step.usePreviousStepOutput.filter((id) => ids.has(id)) }));
}

/** Puts ids in a new order. Ids that the order lacks keep their place after their predecessor; unknown ones are ignored. */
export function applyOrder(ids: readonly string[], order: readonly string[]): string[] {
  const known = new Set(ids);
  const ordered = [...new Set(order)].filter((id) => known.has(id));
  const listed = new Set(ordered);
  for (const [index, id] of ids.entries()) {
    if (listed.has(id)) continue;
    const predecessor = ids[index - 1];
    ordered.splice(predecessor === undefined ? 0 : ordered.indexOf(predecessor) + 1, 0, id);
    listed.add(id);
  }
  return ordered;
}

/**
 * Whether a step can use a super prompt. A mention in its prompt or the task's description switches it off, and a research
 * has a plan instead.
 */
export function canUseSuperPrompt(
  step: Pick<RuleStep, 'stepInput' | 'stepType'>,
  task: Pick<RuleTask, 'taskDescription'>,
): boolean {
  return (
    step.stepType !== 'research' &&
    toPromptText(step.stepInput.userPrompt).mentions.length === 0 &&
    toPromptText(task.taskDescription).mentions.length === 0
  );
}

/** Whether a run generates the super prompt first: the step uses one, and its prompt changed or there is none. */
export function needsNewSuperPrompt(
  step: Pick<RuleStep, 'stepInput' | 'stepType' | 'enableSuperPrompt'>,
  task: Pick<RuleTask, 'taskDescription'>,
): boolean {
  if (!step.enableSuperPrompt || !canUseSuperPrompt(step, task)) return false;
  const { superPrompt = '', previousUserPrompt = '', userPrompt } = step.stepInput;
  return toPromptText(superPrompt).text === '' || previousUserPrompt !== toPromptText(userPrompt).text;
}

/** A prompt with the instructions, actions, goal and format of its step: what the model answers. */
export function joinStepText(
  prompt: string,
  { stepInstructions, stepActions, stepGoalAndFormat }: StepDetails,
): string {
  const parts = [prompt, stepInstructions, stepActions, stepGoalAndFormat];
  return parts.filter((part = '') => part.trim() !== '').join('\n\n');
}

/** What the output of a step would be made from now. */
export function describeInputs(
  task: RuleTask,
  steps: readonly RuleStep[],
  index: number,
  settings: RunSettings,
): StepInputs | null {
  const step = steps[index];
  if (!step) return null;
  const { previous } = listPreviousSteps(steps, index);
  const prompt = toPromptText(step.stepInput.userPrompt);
  const usesSuperPrompt = step.enableSuperPrompt && canUseSuperPrompt(step, task);
  // A step that searches a site ignores the files of the step and of the task.
  const readsFiles = prompt.mentions.length === 0;
  const text = joinStepText(prompt.text, step.stepInput);
  return {
    prompt: hashText(step.stepType === 'research' ? `research\n${text}` : text),
    superPrompt: usesSuperPrompt ? hashText(toPromptText(step.stepInput.superPrompt ?? '').text) : null,
    task: hashText(
      [toPromptText(task.taskDescription).text, ...(readsFiles ? listIds(task.taskDocuments) : [])].join(),
    ),
    files: hashText(readsFiles ? listIds(step.stepData).join() : ''),
    previous: joinIds(previous.map((included) => included.step.stepId)),
    previousOutput: joinIds(previous.map((included) => included.step.stepOutput?.run_id)),
    model: settings.model,
    temperature: settings.temperature,
    concise: settings.concise,
  };
}

const joinIds = (ids: readonly (string | undefined)[]) => (ids.some(Boolean) ? ids.join() : null);
const listIds = (files: readonly { dataId: string }[]) => files.map(({ dataId }) => dataId);

/** The inputs that differ, for a sentence such as "The prompt changed". */
export function listChangedInputs(before: StepInputs, now: StepInputs): (keyof StepInputs)[] {
  return (Object.keys(now) as (keyof StepInputs)[]).filter((name) => before[name] !== now[name]);
}

/** `none`: no complete output; `fresh`: run it again only to get another text; `stale`: out of date. */
export type Freshness = 'none' | 'fresh' | 'stale';

/**
 * How up to date the outputs are, in the order of the steps: an output that is built on an outdated output is outdated
 * as well.
 */
export function listFreshness(task: RuleTask, steps: readonly RuleStep[], settings: RunSettings): Freshness[] {
  const result: Freshness[] = [];
  for (const [index, { stepOutput }] of steps.entries()) {
    if (stepOutput?.state.name !== 'complete' || stepOutput.inputs === null) {
      result.push('none');
      continue;
    }
    const now = describeInputs(task, steps, index, settings);
    const { previous, isBroken } = listPreviousSteps(steps, index);
    const isBuiltOnFresh = !isBroken && previous.every((included) => result[included.index] === 'fresh');
    const isFresh = now !== null && isBuiltOnFresh && listChangedInputs(stepOutput.inputs, now).length === 0;
    result.push(isFresh ? 'fresh' : 'stale');
  }
  return result;
}

/** Tokens of the parts that the token usage of a step counts. */
export interface TokenUsageParts {
  customInstructions: number;
  title: number;
  /** The super prompt, or the prompt of a step that uses none. */
  superPrompt: number;
  stepFiles: number;
  previousOutput: number;
  taskDescription: number;
  taskFiles: number;
}

/** Used tokens / (context window − output tokens) × 100, with one decimal. */
export function getTokenUsage(
  parts: TokenUsageParts,
  concise: boolean,
  model: { context_window: number; max_output_tokens: number } | null,
): number {
  const overhead = concise ? TASK_OVERHEAD_TOKENS_CONCISE : TASK_OVERHEAD_TOKENS;
  const used = Object.values(parts as unknown as Record<string, number>).reduce(
    (sum, tokens) => sum + tokens,
    overhead,
  );
  const window = model?.context_window || TASK_DEFAULT_CONTEXT_WINDOW;
  const output = model?.max_output_tokens || TASK_DEFAULT_MAX_OUTPUT_TOKENS;
  const available = window - output;
  return available <= 0 ? Infinity : Math.round((used / available) * 1_000) / 10;
}

/** The first step that a run of all steps would run; null if all are fresh. */
export function findFirstUnfinished(task: RuleTask, steps: readonly RuleStep[], settings: RunSettings): string | null {
  const index = listFreshness(task, steps, settings).findIndex((freshness) => freshness !== 'fresh');
  return steps[index]?.stepId ?? null;
}
