import { getLoadingMessages } from '../../../../../api/contract/organization.ts';
import { api } from '../../../api.ts';
import { logFailure } from '../../../state/log.ts';
import { chatTexts } from '../chat.texts.ts';

let messages: readonly string[] = [chatTexts.thinking];

/** Loads the sentences shown while an answer is being prepared. The default is one sentence of our own. */
export async function loadLoadingMessages(): Promise<void> {
  try {
    const reply = await api.call(getLoadingMessages, {});
    if (reply.messages.length > 0) messages = reply.messages;
  } catch (cause) {
    logFailure(chatTexts.loadingMessagesFailed, cause);
  }
}

export function pickLoadingMessage(): string {
  return messages[Math.floor(Math.random() * messages.length)] ?? chatTexts.thinking;
}
