import { getChat, isWrittenByRun, type Message } from '../../../api/contract/chat.ts';
import type { Client } from '../../../api/contract/client.ts';

/**
 * Finds an answer in a chat, newest page first. Only an answer that a run wrote counts: the bot must not show text that
 * a client put into the chat.
 * @returns null if the person has no such answer
 */
export async function findRunAnswer(client: Client, chatId: string, messageId: string): Promise<Message | null> {
  for (let before: string | undefined; ;) {
    const { Messages, Earlier } = await client.call(getChat, { convo_id: chatId, ...(before && { before }) });
    const answer = Messages.find((message) => message.message_id === messageId && isWrittenByRun(message));
    if (answer) return answer;
    if (Earlier === null) return null;
    before = Earlier.before;
  }
}
