import { logFailure } from '#tab/state/log.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { getMetadata } from './metadata.actions.ts';
import { historyTexts } from './history.texts.ts';
import { organizeChats } from './organizeChats.ts';

/** Shows in the history that an answer is being written. */
export function markAnswering(chatId: string): void {
  const chat = getMetadata(chatId);
  if (chat) chat.IsAnswering = true;
}

/** Shows in the history that an answer is complete, as unread unless the person is looking at it. */
export function markAnswered(chatId: string): void {
  const chat = getMetadata(chatId);
  if (!chat) return;
  chat.IsAnswering = false;
  chat.Unread = true;
  markOpenChatSeen();
}

/** Marks the open chat as read if the person can see it. While an answer is being written, the server keeps it unread. */
export function markOpenChatSeen(): void {
  const chat = chats.openId === null ? null : getMetadata(chats.openId);
  if (!chat?.Unread || chat.IsAnswering || document.visibilityState !== 'visible') return;
  chat.Unread = false;
  organizeChats([chat.ConversationId], { unread: false }).catch((cause: unknown) =>
    logFailure(historyTexts.markFailed, cause),
  );
}
