import type { BotContext } from '#bot/context.ts';
import type { Conversation, Outgoing } from '#bot/teams/conversation.ts';
import { deliver, retryWhileBusy, sendPlaceholder } from '#bot/delivery/deliver.ts';
import { isUnknownConversation } from '#bot/teams/sendError.ts';

/** Teams accepts 60 messages and updates of a conversation in 30 seconds; answers need some of them. */
const GAP_MS = 700;

interface UpdatedMessage {
  create: () => Outgoing;
  hasChanged: boolean;
  /** What was last sent, as JSON; null before the first send and after one that failed. */
  sent: string | null;
  /** Undefined before the first send, or if Teams returned none. */
  id: string | undefined;
}

/** Messages that change until they are finished. Versions that Teams has no time for are left out. */
export interface MessageUpdater {
  /** Marks a message as changed. It is created when there is time to send it; messages appear in the order of the first calls. */
  set(key: string, create: () => Outgoing): void;
  /** Sends the latest versions of all messages. Throws the connector's error if one can't be delivered. */
  finish(): Promise<void>;
}

export function createMessageUpdater({ clock, log }: BotContext, conversation: Conversation): MessageUpdater {
  const messages = new Map<string, UpdatedMessage>();
  const finishing = new AbortController();
  let sending: Promise<void> | null = null;

  /** Sends the latest version. The first one is sent at most once; a replacement is repeated. */
  async function send(message: UpdatedMessage): Promise<void> {
    const { id } = message;
    const outgoing = message.create();
    const json = JSON.stringify(outgoing);
    message.hasChanged = false;
    if (json === message.sent) return;
    message.sent = null;
    if (id === undefined) message.id = await sendPlaceholder(conversation, clock, outgoing);
    else await retryWhileBusy(clock, () => conversation.replace(id, outgoing));
    message.sent = json;
    await clock.sleep(GAP_MS, finishing.signal);
  }

  async function sendChanges(): Promise<void> {
    while (!finishing.signal.aborted) {
      const message = [...messages.values()].find(({ hasChanged }) => hasChanged);
      if (!message) return;
      await send(message).catch((error: unknown) => {
        if (!isUnknownConversation(error)) log.warn({ error }, 'failed to update message');
      });
    }
  }

  async function sendLast(message: UpdatedMessage): Promise<void> {
    if (!message.hasChanged && message.sent !== null) return;
    // If the message has no id, an earlier send may have arrived without a reply, so the last version is delivered as a
    // new message.
    if (message.id !== undefined || message.hasChanged) await send(message).catch(() => undefined);
    if (message.sent !== null) return;
    message.id = await deliver(conversation, clock, message.create, message.id);
  }

  return {
    set(key, create) {
      const message = messages.get(key);
      if (message) Object.assign(message, { create, hasChanged: true });
      else messages.set(key, { create, hasChanged: true, sent: null, id: undefined });
      sending ??= sendChanges().finally(() => (sending = null));
    },
    async finish() {
      finishing.abort();
      await sending;
      for (const message of messages.values()) await sendLast(message);
    },
  };
}
