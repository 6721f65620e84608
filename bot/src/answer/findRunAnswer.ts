import { isWrittenByRun, type Message } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { isAvaError } from '#contract/errors.ts';
import { getMessage } from '#contract/chats/versions.ts';

/**
 * Finds an answer in a chat, even if the tab shows another version of it. Only an answer that a run wrote counts: the
 * bot must not show text that a client put into the chat.
 * @returns null if the person has no such answer
 */
export async function findRunAnswer(client: Client, chatId: string, messageId: string): Promise<Message | null> {
  try {
    const message = await client.call(getMessage, { convo_id: chatId, message_id: messageId });
    return isWrittenByRun(message) ? message : null;
  } catch (error) {
    if (isAvaError(error) && error.code === 'not_found') return null;
    throw error;
  }
}
