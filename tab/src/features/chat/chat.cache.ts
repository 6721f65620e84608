import type { Chat, ChatMetadata } from '../../../../api/contract/chat.ts';
import { snapshot } from 'valtio';
import { deleteDatabase, readDatabase, writeDatabase } from '../../state/browserDatabase.ts';
import { chats } from './chat.state.ts';
import { earlierFor } from './earlier.rules.ts';
import { messageOf } from './reconcile.rules.ts';

const LIST_KEY = 'all';

/** The messages of a chat as this browser last saw them; `null` where it has none. */
export async function readCachedMessages(chatId: string): Promise<Pick<Chat, 'Messages' | 'Earlier'> | null> {
  return readDatabase('chats', chatId);
}

/** Keeps what is stored of an open chat; what the server does not have yet is not the cache's to keep. */
export async function writeCachedChat(chatId: string): Promise<void> {
  const { metadata, open } = snapshot(chats) as typeof chats;
  const chat = metadata.find((each) => each.ConversationId === chatId);
  const shown = open[chatId];
  if (!chat || !shown) return;
  const stored = shown.entries.filter((entry) => entry.delivery === 'stored');
  await writeDatabase('chats', chatId, {
    ...chat,
    Messages: stored.map(messageOf),
    Earlier: earlierFor(shown.earlier),
  });
}

export function deleteCachedChat(chatId: string): Promise<void> {
  return deleteDatabase('chats', chatId);
}

export function readCachedList(): Promise<ChatMetadata[] | null> {
  return readDatabase('chatList', LIST_KEY);
}

export function writeCachedList(): Promise<void> {
  return writeDatabase('chatList', LIST_KEY, [...(snapshot(chats.metadata) as ChatMetadata[])]);
}
