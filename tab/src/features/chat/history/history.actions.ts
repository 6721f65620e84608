import { getAnswerMetadata, renameChat, type AnswerMetadata, type ChatMetadata } from '#contract/chats/chat.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { readEnvironment } from '#tab/environment.ts';
import { createBotChatLink, toSubPageId } from '#tab/teams/deepLinks.ts';
import { openLink, shareDeepLink } from '#tab/teams/teamsHost.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { normalizeTitle } from './history.rules.ts';
import { historyTexts } from './history.texts.ts';
import { forgetChats, getMetadata, putMetadata, getChatType } from './metadata.actions.ts';
import { organizeChats } from './organizeChats.ts';
import { openChat, openNewChat } from '#tab/features/chat/opening/open.actions.ts';

/** Renames a chat optimistically; the old title returns if the server rejects the new one. */
export async function renameChatTitle(chatId: string, typed: string): Promise<void> {
  const chat = getMetadata(chatId);
  const title = chat && normalizeTitle(typed, chat.Title);
  if (!chat || title === null) return;
  const before = chat.Title;
  chat.Title = title;
  try {
    putMetadata(await api.call(renameChat, { convo_id: chatId, title }));
  } catch (cause) {
    chat.Title = before;
    reportFailure(chatTexts.renameFailed, cause);
  }
}

/** Pins or unpins chats optimistically. */
export async function pinChats(ids: readonly string[], pinned: boolean): Promise<void> {
  const changed = listMetadata(ids).filter((chat) => chat.Pinned !== pinned);
  for (const chat of changed) chat.Pinned = pinned;
  try {
    await organizeChats(ids, { pinned });
  } catch (cause) {
    for (const chat of changed) chat.Pinned = !pinned;
    reportFailure(historyTexts.pinFailed, cause);
  }
}

/**
 * Deletes chats on the server, then in this window, and offers to undo it. If one of them was open, a new chat opens.
 * The server removes them permanently after a while, even if this window is closed.
 */
export async function removeChats(ids: readonly string[]): Promise<void> {
  try {
    await organizeChats(ids, { deleted: true });
  } catch (cause) {
    return reportFailure(chatTexts.deleteFailed, cause);
  }
  const removed = listMetadata(ids).map((chat) => ({ ...chat }));
  const open = ids.find((id) => id === chats.openId) ?? null;
  const type = open === null ? 'chat' : getChatType(open);
  forgetChats(ids);
  if (open !== null) openNewChat(type);
  showToast('success', historyTexts.deleted(removed.length, removed[0]?.Title ?? ''), {
    action: { label: historyTexts.undo, run: () => void restoreChats(removed, open) },
  });
}

/** Takes back a deletion, and opens the chat that was open. */
async function restoreChats(removed: readonly ChatMetadata[], open: string | null): Promise<void> {
  try {
    const restored = await organizeChats(
      removed.map((chat) => chat.ConversationId),
      { deleted: false },
    );
    putMetadata(...removed.filter((chat) => restored.has(chat.ConversationId)));
    if (restored.size < removed.length) showToast('error', historyTexts.restoreFailed);
    if (open !== null && restored.has(open)) await openChat(open);
  } catch (cause) {
    reportFailure(historyTexts.restoreFailed, cause);
  }
}

function listMetadata(ids: readonly string[]): ChatMetadata[] {
  const wanted = new Set(ids);
  return chats.metadata.filter((chat) => wanted.has(chat.ConversationId));
}

/** Shares or copies a link to a chat. Only its owner can open it. */
export async function copyChatLink(chatId: string): Promise<void> {
  try {
    const result = await shareDeepLink(toSubPageId(chatId), getMetadata(chatId)?.Title ?? '');
    if (result === 'copied') showToast('success', chatTexts.linkCopied);
  } catch (cause) {
    reportFailure(chatTexts.linkFailed, cause);
  }
}

/** Opens the bot's chat in Teams with a prefilled message that continues this chat. */
export async function continueInTeams(chatId: string): Promise<void> {
  try {
    await openLink(createBotChatLink(readEnvironment().botId, getMetadata(chatId)?.Title ?? ''));
  } catch (cause) {
    reportFailure(chatTexts.continueFailed, cause);
  }
}

/** Gets the model, timing and token counts of an answer. */
export function fetchAnswerInsights(messageId: string, signal: AbortSignal): Promise<AnswerMetadata> {
  return api.call(getAnswerMetadata, { message_id: messageId }, { signal });
}

function reportFailure(sentence: string, cause: unknown): void {
  logFailure(sentence, cause);
  showToast('error', sentence);
}
