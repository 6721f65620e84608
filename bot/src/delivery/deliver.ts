import type { Clock } from '#platform/clock.ts';
import type { Conversation, Outgoing } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import { classifySendError } from '#bot/teams/sendError.ts';

const MAX_SENDS = 6;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/** Milliseconds before the next attempt: as Teams asks, otherwise doubling. A random part spreads retries over time. */
export function getRetryDelay(attempt: number, retryAfterMs: number | null, random = Math.random()): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, MAX_DELAY_MS) + random * 250;
  return Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS) * (0.5 + random / 2);
}

/**
 * Retries while the connector is busy. Throws the connector's error if it refuses, or after the last attempt.
 * @param options.atMostOnce does not retry a send that possibly arrived
 */
export async function retryWhileBusy<T>(clock: Clock, send: () => Promise<T>, { atMostOnce = false } = {}): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const sendError = classifySendError(error);
      if (sendError.kind !== 'busy' || attempt === MAX_SENDS) throw error;
      if (atMostOnce && sendError.mayHaveArrived) throw error;
      await clock.sleep(getRetryDelay(attempt, sendError.retryAfterMs));
    }
  }
}

/** Sends a placeholder that the answer replaces later. At most once, because a second one would stay there forever. */
export function sendPlaceholder(
  conversation: Conversation,
  clock: Clock,
  placeholder: Outgoing,
): Promise<string | undefined> {
  return retryWhileBusy(clock, () => conversation.send(placeholder), { atMostOnce: true });
}

/**
 * Delivers an answer exactly once. Repeating a failed send could show it twice, but repeating an update is harmless. So
 * a placeholder is sent first, and the answer replaces it.
 * @param createMessage gets the id of the message that will show the answer, if it is known
 * @param placeholderId the placeholder, if there is one already
 * @returns the id of the message that shows the answer
 */
export async function deliver(
  conversation: Conversation,
  clock: Clock,
  createMessage: (id?: string) => Outgoing,
  placeholderId?: string,
): Promise<string | undefined> {
  // A retry can send this placeholder twice. The first copy then stays, and says rightly that the answer is below it.
  const sendHere = () => conversation.send({ type: 'message', text: texts.here });
  const id = placeholderId ?? (await retryWhileBusy(clock, sendHere));
  // Without an id, the placeholder can't be replaced, so the answer is sent as another message.
  if (!id) return conversation.send(createMessage());
  await retryWhileBusy(clock, () => conversation.replace(id, createMessage(id)));
  return id;
}
