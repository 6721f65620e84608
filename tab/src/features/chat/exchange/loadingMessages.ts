import { getLoadingMessages } from '#contract/organization.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';

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
