import { replacesFailure } from '#contract/chats/versions.ts';
import { isAnswering } from '#tab/features/chat/chat.rules.ts';
import { chats, type Entry } from '#tab/features/chat/chat.state.ts';
import { loadEarlier } from '#tab/features/chat/opening/earlier.actions.ts';
import { addVersion, canRegenerate } from '#tab/features/chat/versions/versions.rules.ts';
import { pickLoadingMessage } from './loadingMessages.ts';
import { createAnswerEntry, replaceFrom } from './newEntries.ts';
import { getSendStep, openRegeneration, type AnswerStyle } from './request.ts';
import { reportFailure, requestAnswer } from './requestAnswer.ts';
import { ensureSignedIn } from './send.actions.ts';

/** Answers a question again, with the current settings or others. The answer before stays a version. */
export async function regenerate(chatId: string, messageId: string, style: AnswerStyle = {}): Promise<void> {
  const chat = chats.open[chatId];
  if (!chat) return;
  // The question can be on an earlier page of messages, which is not loaded.
  if (chat.entries[0]?.message_id === messageId) await loadEarlier(chatId);
  const index = chat.entries.findIndex((entry) => entry.message_id === messageId);
  const [question, earlier] = [chat.entries[index - 1], chat.entries[index]];
  if (!question || !earlier || !canRegenerate(earlier) || isAnswering(chat.entries)) return;
  const requestId = crypto.randomUUID();
  const entry = createAnswerEntry(pickLoadingMessage());
  if (replacesFailure(earlier)) Object.assign(entry, { message_id: messageId, versions: earlier.versions });
  else Object.assign(entry, { message_id: requestId, versions: addVersion(earlier, requestId) });
  const restore = replaceFrom(chat, index, [entry]);
  const answer = chat.entries.at(-1) as Entry;
  const step = getSendStep(question.files);
  const citedSites = [...new Set(earlier.links.flatMap(({ site }) => site ?? []))];
  const target = { messageId, requestId, text: question.content, citedSites };
  const open = async (eventSessionId: string, signal: AbortSignal) => {
    await ensureSignedIn(answer);
    return openRegeneration(chatId, eventSessionId, target, style, signal);
  };
  await requestAnswer(chatId, answer, { step, prompt: question.content, open }).catch((cause: unknown) => {
    restore();
    reportFailure(chatId, step, cause);
  });
}
