import type { TaskRunSummary } from '#contract/tasks/taskEvents.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';

/** With seconds, because a person often runs a task twice within a minute. */
const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** When a run started, what it ran and how it ended. */
export function describeRun({ startedAt, mode, state }: TaskRunSummary): string {
  const { runs } = taskTexts;
  return [dateFormat.format(startedAt), runs.mode[mode], runs.states[state]].join(' · ');
}
