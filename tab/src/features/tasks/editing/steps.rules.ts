import type { Freshness } from '#contract/tasks/taskRules.ts';
import type { StepOutput, StepState } from '#contract/tasks/taskEvents.ts';

/** Panels of a step: the step itself, its prompt, and its output. They are stored with the step's position, as `step0`. */
export type Panel = 'step' | 'input' | 'output';

/** Fields that are added to the prompt of a step. */
export const stepDetails = ['stepInstructions', 'stepActions', 'stepGoalAndFormat'] as const;
export type StepDetail = (typeof stepDetails)[number];

export function isPanelOpen({ stepAccordions }: { readonly stepAccordions: readonly string[] }, panel: Panel): boolean {
  return stepAccordions.some((name) => name.startsWith(panel));
}

export function setPanel(accordions: readonly string[], panel: Panel, index: number, open: boolean): string[] {
  const others = accordions.filter((name) => !name.startsWith(panel));
  return open ? [...others, `${panel}${index}`] : others;
}

/** Moves an item by one place; the list stays as it is at its ends. */
export function moveItem<T>(items: readonly T[], index: number, by: -1 | 1): T[] {
  const target = index + by;
  const item = items[index];
  if (item === undefined || target < 0 || target >= items.length) return [...items];
  const rest = items.toSpliced(index, 1);
  return rest.toSpliced(target, 0, item);
}

/** What a person sees of a step: the state of its latest run, and whether its output is out of date. */
export type ShownState = 'idle' | 'running' | 'waiting' | 'done' | 'stale' | 'stopped' | 'failed' | 'needsYou';

const shownStates: Record<StepState['name'], ShownState> = {
  waiting: 'waiting',
  running: 'running',
  complete: 'done',
  stopped: 'stopped',
  failed: 'failed',
  needs_you: 'needsYou',
};

export function getShownState(output: Pick<StepOutput, 'state'> | null, freshness: Freshness): ShownState {
  if (!output) return 'idle';
  const shown = shownStates[output.state.name];
  return shown === 'done' && freshness === 'stale' ? 'stale' : shown;
}
