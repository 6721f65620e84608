import type { EventStream } from '#contract/client.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { activeRuns, removeActiveRun } from '#tab/runs/activeRuns.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { markSessionExpired } from '#tab/state/sessionExpiry.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { writeCachedChat } from '#tab/features/chat/opening/chat.cache.ts';
import { refreshChat } from '#tab/features/chat/opening/open.actions.ts';
import { isSessionError, toApology, type SendStep } from './failure.rules.ts';
import { createActiveAnswer, followAnswer } from './followAnswer.ts';
import { navigateHome } from './navigateHome.ts';
import { ensureOpenChat } from './newEntries.ts';
import { titleAfterExchange } from './title.actions.ts';

interface AnswerRequest {
  /** The step that the apology names if reading the answer fails. */
  step: SendStep;
  /** The question, from which a chat without a title is named. */
  prompt: string;
  /** Sends the request and opens the stream of the answer. */
  open: (eventSessionId: string, signal: AbortSignal) => Promise<EventStream<AnswerEvent>>;
}

/**
 * The common part of sending, trying again, editing, regenerating and continuing: requests an answer and follows it in
 * its entry. Returns the headers of the reply when the server has accepted the request, while the answer still streams.
 * Rejects otherwise; the caller then puts back what it has changed.
 */
export async function requestAnswer(
  chatId: string,
  answer: Entry,
  { step, prompt, open }: AnswerRequest,
): Promise<Headers> {
  const chat = ensureOpenChat(chatId);
  const active = createActiveAnswer(chatId, crypto.randomUUID(), false);
  activeRuns.set(chatId, active);
  chat.sendCount += 1;
  try {
    const stream = await open(active.eventSessionId, active.controller.signal);
    answer.run_id = stream.headers.get('Run-Id') ?? answer.run_id;
    chat.sendCount += 1;
    const onSettled = () => {
      void writeCachedChat(chatId);
      void titleAfterExchange(chatId, answer, prompt);
    };
    void followAnswer(chatId, answer, stream, active, { step, onSettled }).then((end) => {
      if (end === 'gone') void refreshChat(chatId);
    });
    return stream.headers;
  } catch (cause) {
    removeActiveRun(chatId, active);
    if (isSessionError(cause)) {
      markSessionExpired();
      navigateHome();
    }
    throw cause;
  }
}

/** Says in a toast that a request was not accepted, for a chat that shows its entries as before again. */
export function reportFailure(chatId: string, step: SendStep, cause: unknown): void {
  logFailure(chatTexts.steps[step], cause);
  showToast('error', toApology(step, cause));
  void refreshChat(chatId);
}
