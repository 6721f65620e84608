import { getChat } from '#contract/chats/chat.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { writeCachedChat } from './chat.cache.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { toEarlierMessages } from './earlier.rules.ts';
import { toEntry } from './reconcile.rules.ts';

const loading = new Map<string, Promise<void>>();

/** Loads the page of messages before the first entry. Concurrent calls share one request. */
export function loadEarlier(chatId: string): Promise<void> {
  const running = loading.get(chatId);
  if (running) return running;
  const load = fetchEarlier(chatId).finally(() => loading.delete(chatId));
  loading.set(chatId, load);
  return load;
}

/** Loads pages until a message is among the entries of a chat or no page is left. */
export async function loadUntil(chatId: string, messageId: string): Promise<void> {
  for (let before: string | null = ''; before !== null;) {
    const chat = chats.open[chatId];
    if (!chat || chat.entries.some((entry) => entry.message_id === messageId)) return;
    const next = chat.earlier.name === 'none' ? null : chat.earlier.before;
    if (next === before) return;
    before = next;
    if (next !== null) await loadEarlier(chatId);
  }
}

async function fetchEarlier(chatId: string): Promise<void> {
  const chat = chats.open[chatId];
  if (!chat || chat.earlier.name === 'none') return;
  const { before } = chat.earlier;
  chat.earlier = { ...chat.earlier, name: 'loading' };
  try {
    const { Messages, Earlier } = await api.call(getChat, { convo_id: chatId, before });
    // Discards the page if the chat was closed, or a refresh replaced its entries, during the request.
    if (chats.open[chatId] !== chat || !isCurrentPage(chatId, before)) return;
    const existingIds = new Set(chat.entries.map((entry) => entry.message_id));
    const earlierEntries = Messages.filter(({ message_id }) => !existingIds.has(message_id)).map(toEntry);
    chat.entries = [...earlierEntries, ...chat.entries];
    chat.earlier = toEarlierMessages(Earlier);
    void writeCachedChat(chatId);
  } catch (cause) {
    logFailure(chatTexts.fetchEarlierFailed, cause);
    if (chat.earlier.name !== 'none' && isCurrentPage(chatId, before))
      chat.earlier = { ...chat.earlier, name: 'failed' };
  }
}

function isCurrentPage(chatId: string, before: string): boolean {
  const earlier = chats.open[chatId]?.earlier;
  return earlier !== undefined && earlier.name !== 'none' && earlier.before === before;
}
