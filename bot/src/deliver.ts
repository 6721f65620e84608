import type { Clock } from '../../api/platform/clock.ts';
import type { Conversation, Outgoing } from './conversation.ts';
import { faultOf, type SendFault } from './sendFault.ts';
import { texts } from './texts.ts';

const TRIES = 6;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** How long to wait before the next try: as told, else doubling, with chance so that many do not come at once. */
export function waitBefore(attempt: number, retryAfterMs: number | null, chance = Math.random()): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, LONGEST_WAIT_MS) + chance * 250;
  return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS) * (0.5 + chance / 2);
}

/**
 * Does it again while the connector is busy. Throws the connector's error when it will not be taken.
 * @param unless where it must not be done again although the connector is merely busy
 */
export async function patiently<T>(
  clock: Clock,
  work: () => Promise<T>,
  unless: (fault: Extract<SendFault, { kind: 'busy' }>) => boolean = () => false,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind !== 'busy' || attempt === TRIES || unless(fault)) throw error;
      await clock.sleep(waitBefore(attempt, fault.retryAfterMs));
    }
  }
}

/** Takes the place that an answer will have. It is not taken twice: nobody could clear away the first. */
export function hold(conversation: Conversation, clock: Clock, place: Outgoing): Promise<string | undefined> {
  return patiently(
    clock,
    () => conversation.send(place),
    ({ mayHaveArrived }) => mayHaveArrived,
  );
}

/**
 * Delivers an answer exactly once. A send that failed may have arrived and must not be tried again, while an update may be
 * as often as it takes: so the answer goes into the place of a sentence that was sent before.
 * @param message makes the answer, told the id of the message it will be
 * @param held the id of that sentence, where there is one
 * @returns the id of the message that shows the answer
 */
export async function deliver(
  conversation: Conversation,
  clock: Clock,
  message: (id?: string) => Outgoing,
  held?: string,
): Promise<string | undefined> {
  // If this arrives twice, the first one stands above the answer and is true.
  const id = held ?? (await patiently(clock, () => conversation.send({ type: 'message', text: texts.here })));
  // A channel that gives no ids cannot be told what to replace.
  if (!id) return conversation.send(message());
  await patiently(clock, () => conversation.replace(id, message(id)));
  return id;
}
