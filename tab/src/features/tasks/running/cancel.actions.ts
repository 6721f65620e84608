import { cancelTaskResponse } from '../../../../../api/contract/tasks/taskRuns.ts';
import { api } from '../../../api.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { logFailure } from '../../../state/log.ts';
import { getOpenTask } from '../tasks.state.ts';
import { taskTexts } from '../tasks.texts.ts';

/** Asks the server to stop the run of a task; its text so far is kept. */
export async function cancelRun(taskId: string): Promise<void> {
  const run = getOpenTask(taskId)?.run;
  if (!run || run.view.state !== 'running') return;
  run.isCanceling = true;
  await sendCancel(taskId, run.view.run_id || run.eventSessionId);
}

/** Sends the cancel call; `id` is that of the run, or the one that this window chose. */
export async function sendCancel(taskId: string, id: string): Promise<void> {
  try {
    await api.call(cancelTaskResponse, { task_session_id: taskId, event_session_id: id });
  } catch (cause) {
    const run = getOpenTask(taskId)?.run;
    // Before its first event the run is not known there yet; it is canceled when it starts.
    if (run?.view.run_id === '') return;
    if (run) run.isCanceling = false;
    logFailure(taskTexts.cancelFailed, cause);
    showToast('error', taskTexts.cancelFailed);
  }
}
