import { getChat, isWrittenByRun, type Message } from '../../api/contract/chat.ts';
import type { Client } from '../../api/contract/client.ts';

/** Finds an answer in a chat, newest page first; null where a person has no such answer. */
export async function findAnswer(client: Client, chatId: string, messageId: string): Promise<Message | null> {
  for (let before: string | undefined; ;) {
    const { Messages, Earlier } = await client.call(getChat, { convo_id: chatId, ...(before && { before }) });
    const found = Messages.find((one) => one.message_id === messageId && isWrittenByRun(one));
    if (found) return found;
    if (Earlier === null) return null;
    before = Earlier.before;
  }
}
