import { generateTitle, isDefaultTitle, UntitledData } from '#contract/chats/chat.ts';
import { isAvaError } from '#contract/errors.ts';
import { isSettled } from '#contract/runs/answerEvents.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { chats, type Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { getMetadata, moveToTop } from '#tab/features/chat/history/metadata.actions.ts';
import { toApology } from './failure.rules.ts';

/** Chats whose title was requested by this page, so that a failed request is not repeated by every refresh. */
const requested = new Set<string>();

/** Moves a chat to the top of the history after an exchange, and generates its title if it has none. */
export async function titleAfterExchange(chatId: string, answer: Entry, prompt: string): Promise<void> {
  if (!needsTitle(chatId)) return moveToTop(chatId);
  requested.add(chatId);
  try {
    moveToTop(chatId, await requestTitle(chatId, prompt));
  } catch (cause) {
    moveToTop(chatId);
    logFailure(chatTexts.titleCallFailed, cause);
    // A failed answer already shows an error.
    if (answer.state.name !== 'failed') showToast('error', toApology('title', cause));
  }
}

/** Generates the title that a chat is missing because the page was reloaded or closed during its first answer. */
export async function titleIfMissing(chatId: string): Promise<void> {
  if (requested.has(chatId) || !needsTitle(chatId)) return;
  const prompt = findFirstPrompt(chats.open[chatId]?.entries ?? []);
  if (prompt === null) return;
  requested.add(chatId);
  try {
    const title = await requestTitle(chatId, prompt);
    const chat = getMetadata(chatId);
    if (chat) chat.Title = title;
  } catch (cause) {
    logFailure(chatTexts.titleCallFailed, cause);
  }
}

/** Returns the title. Without allowance for a generated one, AVA has named the chat after the prompt. */
async function requestTitle(chatId: string, prompt: string): Promise<string> {
  try {
    return await api.call(generateTitle, { convo_id: chatId, text: prompt });
  } catch (cause) {
    const untitled = UntitledData.safeParse(isAvaError(cause) ? cause.data : null);
    if (untitled.success) return untitled.data.title;
    throw cause;
  }
}

function needsTitle(chatId: string): boolean {
  const chat = getMetadata(chatId);
  return chat !== null && isDefaultTitle(chat.Title);
}

/** The first question that a model has answered. */
function findFirstPrompt(entries: readonly Entry[]): string | null {
  const index = entries.findIndex((entry) => entry.source === 'AVA' && entry.run_id !== null && isSettled(entry));
  const question = entries[index - 1];
  return question?.source === 'User' ? question.content : null;
}
