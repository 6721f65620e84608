import { deleteChat } from '#contract/chats/chat.ts';
import { isAvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { forgetChat, getMetadata } from '#tab/features/chat/history/metadata.actions.ts';
import { historyTexts } from '#tab/features/chat/history/history.texts.ts';

export function isTemporary(chatId: string): boolean {
  return chats.open[chatId]?.isTemporary ?? getMetadata(chatId)?.Temporary ?? false;
}

/**
 * Deletes a temporary chat that the person leaves; other chats stay. If the call does not reach the server, the server
 * deletes the chat after a day.
 */
export async function closeTemporaryChat(chatId: string): Promise<void> {
  if (!isTemporary(chatId)) return;
  const isStored = getMetadata(chatId) !== null;
  forgetChat(chatId);
  if (!isStored) return;
  try {
    await api.call(deleteChat, { convo_id: chatId }, { keepalive: true });
  } catch (cause) {
    if (!isAvaError(cause) || cause.code !== 'not_found') logFailure(historyTexts.deleteTemporaryFailed, cause);
  }
}

/** Deletes the open temporary chat when the page is closed. A page that the browser might show again keeps it. */
export function closeOnPageHide(event: PageTransitionEvent): void {
  if (!event.persisted && chats.openId !== null) void closeTemporaryChat(chats.openId);
}
