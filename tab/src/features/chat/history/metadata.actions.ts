import type { ChatMetadata, ChatType } from '#contract/chats/chat.ts';
import { leaveRun } from '#tab/runs/activeRuns.ts';
import { deleteCachedChat, writeCachedList } from '#tab/features/chat/opening/chat.cache.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { sortByLastUpdated } from './history.rules.ts';

/** The metadata of a chat; `null` until the chat exists on the server. */
export function getMetadata(chatId: string): ChatMetadata | null {
  return chats.metadata.find((chat) => chat.ConversationId === chatId) ?? null;
}

/** Whether a chat is a conversation or a search of a site. */
export function getChatType(chatId: string): ChatType {
  const chat = getMetadata(chatId);
  if (chat === null) return chats.open[chatId]?.type ?? 'chat';
  return chat.ConversationType === 'knowledge_search' ? 'search' : 'chat';
}

/** Adds or updates metadata of chats and sorts the list. */
export function putMetadata(...changed: ChatMetadata[]): void {
  const ids = new Set(changed.map((chat) => chat.ConversationId));
  const existing = new Map<string, ChatMetadata>();
  for (const chat of chats.metadata) if (ids.has(chat.ConversationId)) existing.set(chat.ConversationId, chat);
  for (const chat of changed) {
    const known = existing.get(chat.ConversationId);
    if (known) Object.assign(known, chat);
    else chats.metadata.push(chat);
  }
  sortMetadata();
}

/**
 * Replaces the whole list, except for chats that are in no list, and chats that this window has changed since the first
 * page of the list was read.
 */
export function putChatList(list: readonly ChatMetadata[], readAt = new Date().toISOString()): void {
  const listed = new Set(list.map((chat) => chat.ConversationId));
  const kept = chats.metadata.filter(
    (chat) =>
      !listed.has(chat.ConversationId) &&
      (chat.Temporary || (chat.LastUpdated > readAt && chats.open[chat.ConversationId] !== undefined)),
  );
  chats.metadata = sortByLastUpdated([...list, ...kept]);
  chats.list = { name: 'ready' };
  void writeCachedList();
}

/** Moves a chat to the top of the history after use. */
export function moveToTop(chatId: string, title?: string): void {
  const chat = getMetadata(chatId);
  if (!chat) return;
  chat.LastUpdated = new Date().toISOString();
  if (title !== undefined) chat.Title = title;
  sortMetadata();
}

/** Removes a chat from this window and this browser's cache. */
export function forgetChat(chatId: string): void {
  forgetChats([chatId]);
}

/** Removes chats from this window and this browser's cache. */
export function forgetChats(ids: readonly string[]): void {
  const forgotten = new Set(ids);
  chats.metadata = chats.metadata.filter((chat) => !forgotten.has(chat.ConversationId));
  for (const chatId of ids) {
    leaveRun(chatId);
    delete chats.open[chatId];
    void deleteCachedChat(chatId);
  }
  void writeCachedList();
}

function sortMetadata(): void {
  const sorted = sortByLastUpdated(chats.metadata);
  if (sorted.some((chat, index) => chat !== chats.metadata[index])) chats.metadata = sorted;
  void writeCachedList();
}
