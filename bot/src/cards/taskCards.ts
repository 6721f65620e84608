import type { StepState } from '#contract/tasks/taskEvents.ts';
import type { TaskMetadata } from '#contract/tasks/tasks.ts';
import { sentence, shorten, type Markdown } from '#bot/text/markdown.ts';
import { texts } from '#bot/texts.ts';
import { button, card, factSet, link, textBlock, type Card, type CardElement } from './card.ts';

/** Maximum number of tasks: one less than the actions of a card, because the card also has a link. */
const MAX_TASKS = 5;
const MAX_TITLE = 50;
const MAX_LINES = 12;

/** A button for each of a person's latest tasks. */
export function tasksCard(tasks: readonly TaskMetadata[], lead: Markdown, tabLink: string): Card {
  const shown = tasks.slice(0, MAX_TASKS);
  const facts = shown.map(({ TaskTitle, stepCount, lastRun }) => ({
    title: sentence`${shorten(TaskTitle, MAX_TITLE)}`,
    value: texts.taskState(stepCount, lastRun?.state ?? 'none'),
  }));
  const more = tasks.length > shown.length ? [textBlock(texts.runOther, { isSubtle: true })] : [];
  return card(
    lead,
    [textBlock(lead), factSet(facts), ...more],
    [
      ...shown.map(({ TaskId, TaskTitle }) =>
        button(texts.runTask(shorten(TaskTitle, MAX_TITLE)), { verb: 'runTask', task: TaskId, all: false }),
      ),
      link(texts.openInAva, tabLink),
    ],
  );
}

export function noTasksCard(tabLink: string): Card {
  return card(texts.noTasks, [textBlock(texts.noTasks)], [link(texts.openInAva, tabLink)]);
}

/** Ids that the button for the outputs of a task needs. */
export interface TaskIds {
  asker: string;
  task: string;
}

/** Ids that the buttons of a run need. */
export interface RunIds extends TaskIds {
  run: string;
}

const stopButton = (ids: RunIds) => button(texts.stop, { verb: 'stopTask', ...ids });

/** Says what AVA is doing, with a button that stops the run. */
export function runningCard(text: Markdown, ids: RunIds): Card {
  return card(text, [textBlock(text, { isSubtle: true })], [stopButton(ids)]);
}

/** A step as the last card of a run shows it. */
export interface StepSummary {
  title: string;
  /** `skipped`: its output was up to date. */
  state: StepState | { name: 'skipped' };
}

/** Says how a run ended, with a line for each step. */
export function finishedCard(
  title: Markdown,
  steps: readonly StepSummary[],
  next: { label: string; all: boolean; ids: TaskIds } | null,
  tabLink: string,
): Card {
  // Outputs of skipped steps were not shown by this run.
  const hasSkipped = steps.some(({ state }) => state.name === 'skipped');
  const lines = steps.slice(0, MAX_LINES).map((step, index) => stepLine(step, index));
  const more = steps.length - lines.length;
  return card(
    title,
    [
      textBlock(title, { weight: 'Bolder' }),
      ...lines,
      ...(more > 0 ? [textBlock(texts.moreSteps(more), { isSubtle: true, spacing: 'Small' })] : []),
    ],
    [
      ...(next && hasSkipped ? [button(texts.showAllOutputs, { verb: 'showOutputs', ...next.ids })] : []),
      ...(next ? [button(next.label, { verb: 'runTask', task: next.ids.task, all: next.all })] : []),
      link(texts.openInAva, tabLink),
    ],
  );
}

function stepLine({ title, state }: StepSummary, index: number): CardElement {
  return textBlock(texts.stepLine(index, title, describeState(state)), {
    spacing: 'Small',
    ...(state.name === 'failed' || state.name === 'needs_you' ? { color: 'Warning' } : {}),
  });
}

function describeState(state: StepSummary['state']): Markdown {
  switch (state.name) {
    case 'failed':
      return texts.stepFailed(state.error.detail);
    case 'needs_you':
      return texts.stepNeedsYou(state.error.detail);
    case 'running':
      return texts.stepStates.stopped;
    case 'complete':
    case 'stopped':
    case 'skipped':
    case 'waiting':
      return texts.stepStates[state.name];
    default:
      return state satisfies never;
  }
}

/** The card of a run in a group, until its owner shows the outputs. It names no step. */
export function hiddenOutputsCard(title: Markdown, ownerName: string, ids: TaskIds, tabLink: string): Card {
  return card(
    title,
    [textBlock(title), textBlock(texts.outputsHidden(ownerName), { isSubtle: true, size: 'Small' })],
    [button(texts.showOutputs, { verb: 'showOutputs', ...ids }), link(texts.openInAva, tabLink)],
  );
}
