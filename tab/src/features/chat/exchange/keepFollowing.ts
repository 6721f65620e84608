import { isSettled } from '#contract/runs/answerEvents.ts';
import { activeRuns, leaveRun } from '#tab/runs/activeRuns.ts';
import type { OpenChat } from '#tab/features/chat/chat.state.ts';
import { createActiveAnswer, followAnswer } from './followAnswer.ts';
import { pickLoadingMessage } from './loadingMessages.ts';
import { titleIfMissing } from './title.actions.ts';

/** If no event arrives for this long although the server has newer ones, the connection is dead. */
const SILENCE_MS = 10_000;
/** Delay before a refresh when a run's events are gone but its message is not saved yet. */
const GONE_RETRY_MS = 2_000;

/**
 * After the messages of a chat were fetched: leaves an answer that is no longer shown or whose connection is dead, and
 * follows the last answer if it is streaming and this window does not follow it yet.
 * @param seqs number of the last event of each message before the fetch, by message id
 */
export function keepFollowing(
  chatId: string,
  chat: OpenChat,
  seqs: ReadonlyMap<string, number>,
  refresh: () => void,
): void {
  const answer = chat.entries.at(-1);
  const active = activeRuns.get(chatId);
  if (active?.entryKey && !chat.entries.some((entry) => entry.key === active.entryKey)) {
    // The answer is no longer shown, because another device has chosen another version.
    leaveRun(chatId);
  } else if (answer && active) {
    const behind = answer.seq > (seqs.get(answer.message_id) ?? 0);
    // A complete answer is still followed, because its follow-up questions come later.
    if (active.lastEventAt < Date.now() - SILENCE_MS && (behind || isSettled(answer))) leaveRun(chatId);
  }
  if (!answer || answer.source !== 'AVA' || isSettled(answer) || answer.failure !== null) return;
  if (answer.run_id === null || activeRuns.has(chatId)) return;
  if (answer.loadingMessage === '') answer.loadingMessage = pickLoadingMessage();
  const options = { step: 'sendChat', onSettled: () => void titleIfMissing(chatId) } as const;
  void followAnswer(chatId, answer, null, createActiveAnswer(chatId, answer.run_id, true), options).then((end) => {
    if (end === 'gone') setTimeout(refresh, GONE_RETRY_MS);
  });
}
