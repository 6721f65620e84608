import type { ChatMetadata, ChatType } from '../../../../api/contract/chat.ts';
import { deleteCachedChat, writeCachedList } from './chat.cache.ts';
import { answerings } from './answering.state.ts';
import { chats } from './chat.state.ts';
import { byLastUpdated } from './history.rules.ts';

/** The metadata of a chat; `null` while the chat has not been made on the server. */
export function metadataOf(chatId: string): ChatMetadata | null {
  return chats.metadata.find((chat) => chat.ConversationId === chatId) ?? null;
}

/** Whether a chat is a conversation or a search of a site. */
export function typeOf(chatId: string): ChatType {
  const chat = metadataOf(chatId);
  if (chat === null) return chats.open[chatId]?.type ?? 'chat';
  return chat.ConversationType === 'knowledge_search' ? 'search' : 'chat';
}

/** Takes over metadata of chats, new or known, and puts them into their places. */
export function putMetadata(...changed: ChatMetadata[]): void {
  for (const chat of changed) {
    const known = metadataOf(chat.ConversationId);
    if (known) Object.assign(known, chat);
    else chats.metadata.push(chat);
  }
  sortMetadata();
}

/** Takes over the whole list; what is not in it any more is gone. */
export function putList(list: readonly ChatMetadata[]): void {
  chats.metadata = byLastUpdated(list);
  chats.list = { name: 'ready' };
  void writeCachedList();
}

/** Moves a chat to the top of the history: it was just used. */
export function moveUp(chatId: string, title?: string): void {
  const chat = metadataOf(chatId);
  if (!chat) return;
  chat.LastUpdated = new Date().toISOString();
  if (title !== undefined) chat.Title = title;
  sortMetadata();
}

/** Forgets a chat in this window and this browser. */
export function forgetChat(chatId: string): void {
  answerings.get(chatId)?.controller.abort();
  chats.metadata = chats.metadata.filter((chat) => chat.ConversationId !== chatId);
  delete chats.open[chatId];
  void deleteCachedChat(chatId);
  void writeCachedList();
}

function sortMetadata(): void {
  const sorted = byLastUpdated(chats.metadata);
  if (sorted.some((chat, index) => chat !== chats.metadata[index])) chats.metadata = sorted;
  void writeCachedList();
}
