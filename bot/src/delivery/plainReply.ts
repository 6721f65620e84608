import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Conversation, Outgoing } from '#bot/teams/conversation.ts';
import { deliver, sendPlaceholder } from './deliver.ts';
import type { Reply } from './reply.ts';
import { isUnknownConversation } from '#bot/teams/sendError.ts';

/** Teams shows the typing indicator for slightly longer than this. */
const TYPING_INTERVAL_MS = 3_500;

/**
 * A reply for conversations without streaming: a typing indicator and a placeholder, which the whole answer replaces.
 */
export function createPlainReply(conversation: Conversation, clock: Clock, log: Log, placeholder: Outgoing): Reply {
  const finishing = new AbortController();
  const sendingPlaceholder = sendPlaceholder(conversation, clock, placeholder).catch((error: unknown) => {
    // The failure is not logged if the conversation is unknown, because sending the answer then fails too, and the turn
    // logs its error.
    if (!isUnknownConversation(error)) log.warn({ error }, 'failed to send placeholder');
    return undefined;
  });

  async function showTyping(): Promise<void> {
    while (!finishing.signal.aborted) {
      await conversation
        .send({ type: 'typing' })
        .catch((error: unknown) => log.debug({ error }, 'failed to send typing indicator'));
      await clock.sleep(TYPING_INTERVAL_MS, finishing.signal);
    }
  }
  const typing = showTyping();

  return {
    inform: () => undefined,
    show: () => undefined,
    stopped: new AbortController().signal,
    async finish(text, createMessage) {
      finishing.abort();
      await typing;
      return deliver(conversation, clock, (id) => createMessage(text, id), await sendingPlaceholder);
    },
  };
}
