import { activeRuns, stopRun } from '#tab/runs/activeRuns.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { createActiveAnswer } from './followAnswer.ts';
import { SendCanceled } from './sendWhenOnline.ts';

/** Stops the answer of a chat; its text stays. A message that waits for the network is not sent. */
export async function stop(chatId: string): Promise<void> {
  const active = activeRuns.get(chatId);
  const last = chats.open[chatId]?.entries.at(-1);
  const runId = last?.run_id;
  if (active && last?.connection === 'offline' && last.delivery === 'sending')
    active.controller.abort(new SendCanceled());
  else if (active) await stopRun(active);
  else if (runId) await stopRun(createActiveAnswer(chatId, runId, true));
}
