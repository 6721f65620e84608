import { setAutoscroll } from '#tab/features/chat/chat.actions.ts';
import { chats, type Entry } from '#tab/features/chat/chat.state.ts';
import { refreshChat } from '#tab/features/chat/opening/open.actions.ts';
import { addVersion, findEditBlocker } from '#tab/features/chat/versions/versions.rules.ts';
import { edits } from '#tab/features/chat/versions/versions.state.ts';
import { toApology } from './failure.rules.ts';
import { answerInvalidMention, hasInvalidMention } from './invalidMention.ts';
import { pickLoadingMessage } from './loadingMessages.ts';
import { createAnswerEntry, createPersonEntry, replaceFrom } from './newEntries.ts';
import { getSendStep, openAnswer } from './request.ts';
import { requestAnswer } from './requestAnswer.ts';
import { ensureSignedIn, toOutgoing } from './send.actions.ts';

/** Opens the editor of a question. */
export function startEdit(chatId: string, { message_id: messageId, content: text }: Entry): void {
  edits[chatId] = { messageId, text, requestId: crypto.randomUUID(), failure: null };
  // Autoscroll must not move the editor out of view.
  setAutoscroll(chatId, false);
}

/** Changes the text of the edit. Each text gets a new id, because the server stores one message per id. */
export function changeEdit(chatId: string, text: string): void {
  const edit = edits[chatId];
  if (edit) edits[chatId] = { ...edit, text, requestId: crypto.randomUUID() };
}

export function cancelEdit(chatId: string): void {
  delete edits[chatId];
}

/**
 * Sends an edited question as a new version. The messages after the earlier version are shown again with it. If the
 * server does not accept it, everything is as before and the editor says why.
 */
export async function sendEdit(chatId: string): Promise<void> {
  const [chat, edit] = [chats.open[chatId], edits[chatId]];
  const index = chat?.entries.findIndex((entry) => entry.message_id === edit?.messageId) ?? -1;
  const edited = chat?.entries[index];
  if (!chat || !edit || !edited || findEditBlocker(edit.text, chat.entries) !== null) return;
  const { requestId, messageId: editOf } = edit;
  const text = edit.text.trim();
  const { files } = toOutgoing(edited);
  const person = { ...createPersonEntry(requestId, text, files), versions: addVersion(edited, requestId) };
  const restore = replaceFrom(chat, index, [person, createAnswerEntry(pickLoadingMessage())]);
  const [question, answer] = chat.entries.slice(-2) as [Entry, Entry];
  delete edits[chatId];
  const step = getSendStep(files);
  try {
    if (hasInvalidMention(chatId, { text })) return await answerInvalidMention(chatId, question, answer, editOf);
    const open = async (eventSessionId: string, signal: AbortSignal) => {
      await ensureSignedIn(answer);
      return openAnswer(chatId, eventSessionId, { requestId, text, files, editOf }, signal);
    };
    await requestAnswer(chatId, answer, { step, prompt: text, open });
    question.delivery = 'stored';
  } catch (cause) {
    restore();
    edits[chatId] = { ...edit, failure: toApology(step, cause) };
    void refreshChat(chatId);
  }
}
