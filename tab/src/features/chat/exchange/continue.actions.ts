import { leaveRun } from '#tab/runs/activeRuns.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { canContinueEntry } from '#tab/features/chat/versions/versions.rules.ts';
import { openContinuation } from './request.ts';
import { reportFailure, requestAnswer } from './requestAnswer.ts';
import { ensureSignedIn } from './send.actions.ts';

/** Continues a stopped or cut answer in its place. */
export async function continueAnswer(chatId: string, messageId: string): Promise<void> {
  const chat = chats.open[chatId];
  const answer = chat?.entries.at(-1);
  if (!chat || answer?.message_id !== messageId || !canContinueEntry(chat.entries, answer)) return;
  // The previous run can still be followed, because its follow-up questions arrive after its answer.
  leaveRun(chatId);
  const { seq, run_id, state, followUpQuestions } = answer;
  // Keeps the text in view. The first event of the new run starts with the same text.
  Object.assign(answer, { seq: 0, run_id: null, followUpQuestions: [], delivery: 'sending' });
  answer.state = { name: 'streaming', stage: 'waiting' };
  chat.isAutoscrolling = true;
  const open = async (eventSessionId: string, signal: AbortSignal) => {
    await ensureSignedIn(answer);
    return openContinuation(chatId, eventSessionId, messageId, signal);
  };
  await requestAnswer(chatId, answer, { step: 'sendChat', prompt: '', open }).catch((cause: unknown) => {
    Object.assign(answer, { seq, run_id, followUpQuestions, delivery: 'stored' });
    answer.state = state;
    reportFailure(chatId, 'sendChat', cause);
  });
}
