import type { ChatMetadata, ChatType } from '../../../../../api/contract/chat.ts';
import { deleteCachedChat, writeCachedList } from '../opening/chat.cache.ts';
import { activeAnswers } from '../streaming/activeAnswers.state.ts';
import { chats } from '../chat.state.ts';
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
  for (const chat of changed) {
    const existing = getMetadata(chat.ConversationId);
    if (existing) Object.assign(existing, chat);
    else chats.metadata.push(chat);
  }
  sortMetadata();
}

/** Replaces the whole list. */
export function putChatList(list: readonly ChatMetadata[]): void {
  chats.metadata = sortByLastUpdated(list);
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
  activeAnswers.get(chatId)?.controller.abort();
  chats.metadata = chats.metadata.filter((chat) => chat.ConversationId !== chatId);
  delete chats.open[chatId];
  void deleteCachedChat(chatId);
  void writeCachedList();
}

function sortMetadata(): void {
  const sorted = sortByLastUpdated(chats.metadata);
  if (sorted.some((chat, index) => chat !== chats.metadata[index])) chats.metadata = sorted;
  void writeCachedList();
}
