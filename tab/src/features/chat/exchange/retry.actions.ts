import { logFailure } from '#tab/state/log.ts';
import { canRetry, isAnswering } from '#tab/features/chat/chat.rules.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { loadEarlier } from '#tab/features/chat/opening/earlier.actions.ts';
import { pickLoadingMessage } from './loadingMessages.ts';
import { ensureOpenChat, resetAnswer } from './newEntries.ts';
import { deliver, toOutgoing } from './send.actions.ts';

/** Requests a failed or interrupted answer again. The message keeps its id, so it is not duplicated. */
export async function retry(chatId: string, messageId: string): Promise<void> {
  const chat = ensureOpenChat(chatId);
  // The question can be on the page of messages before, which is not loaded.
  if (chat.entries[0]?.message_id === messageId) await loadEarlier(chatId);
  const index = chat.entries.findIndex((entry) => entry.message_id === messageId);
  const [person, answer] = [chat.entries[index - 1], chat.entries[index]];
  if (!person || !answer || person.source !== 'User' || !canRetry(answer) || isAnswering(chat.entries)) return;
  const before = JSON.parse(JSON.stringify(answer)) as Entry;
  resetAnswer(answer, pickLoadingMessage());
  const keepFailure = () => void Object.assign(answer, before);
  await deliver(chatId, { person, answer }, toOutgoing(person), keepFailure).catch((cause: unknown) =>
    logFailure(chatTexts.steps.send, cause),
  );
}
