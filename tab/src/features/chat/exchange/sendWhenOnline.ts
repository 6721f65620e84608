import { isAvaError } from '#contract/errors.ts';
import { pause } from '#tab/retry.ts';
import { network, waitUntilOnline } from '#tab/state/network.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';

/** Thrown when the person cancels a message that waits for the network. */
export class SendCanceled extends Error {}

/** Attempts after the network came back: the browser reports it before every server can be reached. */
const ATTEMPTS_AFTER_RETURN = 5;
const FIRST_PAUSE_MS = 500;

/**
 * Runs the steps of sending. While the browser is offline, the answer says that its question waits, and the steps run
 * when the network is back. They can run more than once, so the server must accept a repeated step as the same one.
 * Throws the signal's reason when the person cancels.
 */
export async function sendWhenOnline<T>(answer: Entry, signal: AbortSignal, steps: () => Promise<T>): Promise<T> {
  let attemptsLeft = 0;
  for (;;) {
    if (!network.isOnline) {
      await waitForNetwork(answer, signal);
      attemptsLeft = ATTEMPTS_AFTER_RETURN;
    }
    try {
      return await steps();
    } catch (cause) {
      if (signal.aborted || !isNetworkFailure(cause)) throw cause;
      if (!network.isOnline) continue;
      if (attemptsLeft === 0) throw cause;
      attemptsLeft -= 1;
      await pause(FIRST_PAUSE_MS * 2 ** (ATTEMPTS_AFTER_RETURN - attemptsLeft - 1), signal);
    }
  }
}

async function waitForNetwork(answer: Entry, signal: AbortSignal): Promise<void> {
  answer.connection = 'offline';
  try {
    await waitUntilOnline(signal);
  } finally {
    answer.connection = 'live';
  }
}

/** Whether a call got no response at all; `fetch` then rejects with a TypeError. */
function isNetworkFailure(cause: unknown): boolean {
  return isAvaError(cause) && cause.cause instanceof TypeError;
}
