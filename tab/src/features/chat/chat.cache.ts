import type { ChatMetadata, Message } from '../../../../api/contract/chat.ts';
import { snapshot } from 'valtio';
import { deleteDatabase, readDatabase, writeDatabase } from '../../state/database.ts';
import { chats } from './chat.state.ts';
import { messageOf } from './reconcile.rules.ts';

const LIST_KEY = 'all';

/** The messages of a chat as this browser last saw them; `null` where it has none. */
export async function readCachedMessages(chatId: string): Promise<Message[] | null> {
  return (await readDatabase('chats', chatId))?.Messages ?? null;
}

/** Keeps what is stored of an open chat; what the server does not have yet is not the cache's to keep. */
export async function writeCachedChat(chatId: string): Promise<void> {
  const { metadata, open } = snapshot(chats) as typeof chats;
  const chat = metadata.find((each) => each.ConversationId === chatId);
  const stored = open[chatId]?.entries.filter((entry) => entry.delivery === 'stored');
  if (!chat || !stored) return;
  await writeDatabase('chats', chatId, { ...chat, Messages: stored.map(messageOf) });
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
