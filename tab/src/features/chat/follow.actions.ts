import { isAvaError } from '../../../../api/contract/errors.ts';
import { isSettled, type AnswerEvent } from '../../../../api/contract/runs.ts';
import { answerings, type Answering } from './answering.state.ts';
import { writeCachedChat } from './chat.cache.ts';
import { cancelRun } from './cancel.ts';
import type { Entry } from './chat.state.ts';
import { apology, isSessionError, type SendStep } from './failure.rules.ts';
import { goHome } from './home.ts';
import { receive } from './receive.ts';

/** How following ended: with the answer, because its events are gone, or because nobody is signed in any more. */
export type Followed = 'settled' | 'gone' | 'left';

export interface FollowOptions {
  /** Sentence of the step that fails if the answer cannot be read. */
  step: SendStep;
  /** Told once, when nothing more of the text will come. */
  onSettled?: () => void;
}

export function newAnswering(eventSessionId: string): Answering {
  return { eventSessionId, controller: new AbortController(), stopping: false, heardAt: Date.now() };
}

/**
 * Draws an answer until its end. What goes wrong is shown in the entry; a session that expired leaves the entry as it
 * is, to be followed again after signing in.
 * @param events an open stream, or `null` to begin where the entry stands
 */
export async function followAnswer(
  chatId: string,
  entry: Entry,
  events: AsyncIterable<AnswerEvent> | null,
  answering: Answering,
  { step, onSettled = () => undefined }: FollowOptions,
): Promise<Followed> {
  answerings.set(chatId, answering);
  let told = false;
  const tellOnce = () => {
    if (told || !isSettled(entry)) return;
    told = true;
    onSettled();
  };
  try {
    await receive(entry, events, answering.controller.signal, (gathered) => {
      answering.heardAt = Date.now();
      // Only from here on has the entry the server's id, by which it is found again.
      entry.delivery = 'stored';
      if (answering.stopping && gathered.some((event) => event.type === 'started')) void cancelRun(chatId, answering);
      tellOnce();
    });
    tellOnce();
    return 'settled';
  } catch (cause) {
    return ended(entry, answering, step, cause);
  } finally {
    if (answerings.get(chatId) === answering) answerings.delete(chatId);
    entry.delivery = 'stored';
    void writeCachedChat(chatId);
  }
}

function ended(entry: Entry, answering: Answering, step: SendStep, cause: unknown): Followed {
  if (answering.controller.signal.aborted) return 'left';
  if (isAvaError(cause) && cause.code === 'not_found') return 'gone';
  if (isSessionError(cause)) {
    goHome();
    return 'left';
  }
  entry.failure = apology(step, cause);
  return 'settled';
}
