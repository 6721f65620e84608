import type { Chat, ChatMetadata } from '#contract/chats/chat.ts';
import { snapshot } from 'valtio';
import { deleteDatabase, readDatabase, writeDatabase } from '#tab/state/browserDatabase.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { toStoredEarlier } from './earlier.rules.ts';
import { toMessage } from './reconcile.rules.ts';

const LIST_KEY = 'all';
/** Chats of the list that are cached: the newest, for a fast start. */
const MAX_CACHED = 1_000;

/** The messages of a chat as this browser last stored them, or `null`. */
export async function readCachedMessages(chatId: string): Promise<Pick<Chat, 'Messages' | 'Earlier'> | null> {
  return readDatabase('chats', chatId);
}

/** Caches the messages of an open chat that the server has stored. */
export async function writeCachedChat(chatId: string): Promise<void> {
  const { metadata, open } = snapshot(chats) as typeof chats;
  const chat = metadata.find((item) => item.ConversationId === chatId);
  const openChat = open[chatId];
  if (!chat || chat.Temporary || !openChat) return;
  const stored = openChat.entries.filter((entry) => entry.delivery === 'stored');
  await writeDatabase('chats', chatId, {
    ...chat,
    Messages: stored.map(toMessage),
    Earlier: toStoredEarlier(openChat.earlier),
  });
}

export function deleteCachedChat(chatId: string): Promise<void> {
  return deleteDatabase('chats', chatId);
}

export function readCachedList(): Promise<ChatMetadata[] | null> {
  return readDatabase('chatList', LIST_KEY);
}

export function writeCachedList(): Promise<void> {
  const listed = (snapshot(chats.metadata) as ChatMetadata[]).filter((chat) => !chat.Temporary);
  return writeDatabase('chatList', LIST_KEY, listed.slice(0, MAX_CACHED));
}
