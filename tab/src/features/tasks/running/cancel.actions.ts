import { activeRuns, stopRun } from '#tab/runs/activeRuns.ts';
import { getOpenTask } from '#tab/features/tasks/tasks.state.ts';

/** Asks the server to stop the run of a task; its text so far is kept. */
export async function cancelRun(taskId: string): Promise<void> {
  const run = getOpenTask(taskId)?.run;
  const active = activeRuns.get(taskId);
  if (!run || !active || run.view.state !== 'running') return;
  run.isCanceling = true;
  await stopRun(active);
}
