import type { TaskRunSummary } from '../../../../../api/contract/taskEvents.ts';
import { formatFullDate } from '../../chat/history/history.rules.ts';
import { taskTexts } from '../tasks.texts.ts';

/** When a run started, what it ran and how it ended. */
export function describeRun({ startedAt, mode, state }: TaskRunSummary): string {
  const { runs } = taskTexts;
  return [formatFullDate(new Date(startedAt).toISOString()), runs.mode[mode], runs.states[state]].join(' · ');
}
