import type { Clock } from '../../api/platform/clock.ts';
import type { Conversation, Outgoing } from './conversation.ts';
import { deliver, hold } from './deliver.ts';
import type { Log } from '../../api/platform/log.ts';
import type { Reply } from './reply.ts';

/** Teams shows that somebody is typing for a little longer than this. */
export const TYPING_EVERY_MS = 3_500;

/**
 * Where Teams shows no text while it is written: AVA is typing, and a place in the thread that the answer takes when it is
 * complete.
 */
export function createPlainReply(conversation: Conversation, clock: Clock, log: Log, place: Outgoing): Reply {
  const ending = new AbortController();
  const held = hold(conversation, clock, place).catch((error: unknown) => {
    log.warn({ error }, 'no place could be taken for an answer');
    return undefined;
  });

  async function type(): Promise<void> {
    while (!ending.signal.aborted) {
      await conversation
        .send({ type: 'typing' })
        .catch((error: unknown) => log.info({ error }, 'typing was not shown'));
      await clock.sleep(TYPING_EVERY_MS, ending.signal);
    }
  }
  const typing = type();

  return {
    inform: () => undefined,
    show: () => undefined,
    stopped: new AbortController().signal,
    async finish(text, message) {
      ending.abort();
      await typing;
      return deliver(conversation, clock, (id) => message(text, id), await held);
    },
  };
}
