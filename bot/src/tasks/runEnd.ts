import type { Links } from '#bot/text/links.ts';
import type { Markdown } from '#bot/text/markdown.ts';
import { stepTitleOf } from '#contract/tasks/taskRules.ts';
import { finishedCard, type StepSummary } from '#bot/cards/taskCards.ts';
import type { Card } from '#bot/cards/card.ts';
import { texts } from '#bot/texts.ts';
import type { RunEnd, ShownRun } from './shownRun.ts';

/** The title of a step, or its number. */
export function getStepTitle({ task }: ShownRun, stepId: string): string {
  const index = task.TaskData.findIndex((step) => step.stepId === stepId);
  return stepTitleOf(task.TaskData[index] ?? { stepTitle: '' }, Math.max(index, 0));
}

/** The title of the task, which a run can generate. */
export const getTaskTitle = ({ task, view }: ShownRun) => view.title ?? task.TaskTitle;

/** The sentence about the end of a run. */
export function describeEnd(run: ShownRun, end: RunEnd): Markdown {
  const title = getTaskTitle(run);
  if (end === 'lost') return texts.taskOutOfSight(title);
  if (end === 'deleted') return texts.taskDeleted(title);
  const { state } = run.view;
  if (state === 'stopped' || state === 'running') return texts.taskStopped(title);
  if (state === 'complete' && run.skipped.size === run.stepIds.length) return texts.taskUpToDate(title);
  return texts.taskFinished(title, state);
}

/** The link to the task; to Tasks if the task was deleted. */
export const getTaskLink = ({ task }: ShownRun, end: RunEnd, links: Links) =>
  end === 'deleted' ? links.task() : links.task(task.TaskId);

/** The card at the end of a run in a personal chat. */
export function createEndCard(run: ShownRun, end: RunEnd, asker: string, links: Links): Card {
  const title = describeEnd(run, end);
  const tabLink = getTaskLink(run, end, links);
  if (end !== 'ended') return finishedCard(title, [], null, tabLink);
  const steps = run.stepIds.map((id): StepSummary => {
    const state = run.skipped.has(id) ? { name: 'skipped' as const } : run.view.outputs[id]?.state;
    return { title: getStepTitle(run, id), state: state ?? { name: 'waiting' } };
  });
  const isComplete = run.view.state === 'complete';
  const label = isComplete ? texts.runAgain : texts.continueRun;
  return finishedCard(title, steps, { label, all: isComplete, ids: { asker, task: run.task.TaskId } }, tabLink);
}
