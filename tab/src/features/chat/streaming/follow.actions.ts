import { isAvaError } from '../../../../../api/contract/errors.ts';
import { isSettled, type AnswerEvent } from '../../../../../api/contract/runs/runs.ts';
import { activeAnswers, type ActiveAnswer } from './activeAnswers.state.ts';
import { writeCachedChat } from '../opening/chat.cache.ts';
import { markAnswered, markAnswering } from '../history/seen.actions.ts';
import { cancelRun } from './cancelRun.ts';
import type { Entry } from '../chat.state.ts';
import { toApology, isSessionError, type SendStep } from '../sending/failure.rules.ts';
import { navigateHome } from './navigateHome.ts';
import { receiveWithReconnect } from './receiveWithReconnect.ts';

/** Why following ended: the answer settled, its events are gone, or this window left it (abort, expired session). */
export type FollowOutcome = 'settled' | 'gone' | 'left';

export interface FollowOptions {
  /** The step that the apology names if reading the answer fails. */
  step: SendStep;
  /** Called once, when the text is complete. */
  onSettled?: () => void;
}

export function createActiveAnswer(eventSessionId: string): ActiveAnswer {
  return {
    eventSessionId,
    controller: new AbortController(),
    isStopping: false,
    lastEventAt: Date.now(),
    entryKey: null,
  };
}

/**
 * Applies the events of an answer to its entry until the answer ends. Failures are shown in the entry. An expired
 * session leaves the entry as it is; it is followed again after the next sign-in.
 * @param events an open stream, or `null` to follow from the entry's last event, as after a reload (see `opening/open.actions.ts`)
 */
export async function followAnswer(
  chatId: string,
  entry: Entry,
  events: AsyncIterable<AnswerEvent> | null,
  answering: ActiveAnswer,
  { step, onSettled = () => undefined }: FollowOptions,
): Promise<FollowOutcome> {
  activeAnswers.set(chatId, answering);
  markAnswering(chatId);
  answering.entryKey = entry.key;
  let isNotified = false;
  const notifySettled = () => {
    if (isNotified || !isSettled(entry)) return;
    isNotified = true;
    markAnswered(chatId);
    onSettled();
  };
  try {
    await receiveWithReconnect(entry, events, answering.controller.signal, (gathered) => {
      answering.lastEventAt = Date.now();
      // From the first event on, the entry has the server's message id, so a refresh can find it.
      entry.delivery = 'stored';
      if (answering.isStopping && gathered.some((event) => event.type === 'started')) void cancelRun(chatId, answering);
      notifySettled();
    });
    notifySettled();
    return 'settled';
  } catch (cause) {
    return handleFailure(entry, answering, step, cause);
  } finally {
    if (activeAnswers.get(chatId) === answering) activeAnswers.delete(chatId);
    // An answer that was left can be continued already.
    if (!answering.controller.signal.aborted) entry.delivery = 'stored';
    void writeCachedChat(chatId);
  }
}

function handleFailure(entry: Entry, answering: ActiveAnswer, step: SendStep, cause: unknown): FollowOutcome {
  if (answering.controller.signal.aborted) return 'left';
  if (isAvaError(cause) && cause.code === 'not_found') return 'gone';
  if (isSessionError(cause)) {
    navigateHome();
    return 'left';
  }
  entry.failure = toApology(step, cause);
  return 'settled';
}
