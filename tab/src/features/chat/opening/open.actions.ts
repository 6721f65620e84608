import { z } from 'zod';
import { getChat, getChats, type Chat, type ChatMetadata, type ChatType } from '#contract/chats/chat.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { isAvaError } from '#contract/errors.ts';
import { chooseVersion } from '#contract/chats/versions.ts';
import { api } from '#tab/api.ts';
import { activeRuns } from '#tab/runs/activeRuns.ts';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import { logFailure } from '#tab/state/log.ts';
import { readCachedList, readCachedMessages, writeCachedChat } from './chat.cache.ts';
import { chats, type OpenChat } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { moveDraft } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { toEarlierMessages } from './earlier.rules.ts';
import { ensureOpenChat } from '#tab/features/chat/exchange/newEntries.ts';
import { keepFollowing } from '#tab/features/chat/exchange/keepFollowing.ts';
import { loadFolders } from '#tab/features/chat/history/folders/folders.actions.ts';
import {
  forgetChat,
  getMetadata,
  putChatList,
  putMetadata,
  getChatType,
} from '#tab/features/chat/history/metadata.actions.ts';
import { closeTemporaryChat, isTemporary } from './temporaryChat.ts';
import { markOpenChatSeen } from '#tab/features/chat/history/seen.actions.ts';
import { titleIfMissing } from '#tab/features/chat/exchange/title.actions.ts';
import { reconcile } from './reconcile.rules.ts';
import { markChatOpened, markChatOpening, getUnrenderedChat } from './renderGuard.ts';

const MAX_OPEN_CHATS = 10;

const refreshing = new Map<string, Promise<void>>();

/** Loads the history from the browser's cache, then all its pages and the folders from the server. */
export async function loadChats(): Promise<void> {
  const cached = await readCachedList();
  if (cached && chats.list.name !== 'ready') putChatList(cached);
  void loadFolders();
  try {
    const readAt = new Date().toISOString();
    const listed: ChatMetadata[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page: ReplyOf<typeof getChats> = await api.call(getChats, cursor === '' ? {} : { cursor });
      listed.push(...page.chats);
      cursor = page.next;
      if (chats.list.name !== 'ready') putChatList(listed, readAt);
    }
    putChatList(listed, readAt);
  } catch (cause) {
    logFailure(chatTexts.fetchChatsFailed, cause);
    if (chats.list.name !== 'ready') chats.list = { name: 'failed', detail: chatTexts.fetchChatsFailed };
  }
}

/** Opens an empty chat with a client id. The server creates it with the first message. A temporary one is not kept. */
export function openNewChat(type: ChatType = 'chat', isTemporary = false): string {
  const chatId = crypto.randomUUID();
  const chat = ensureOpenChat(chatId, type);
  chat.loading = { name: 'ready' };
  if (isTemporary) chat.isTemporary = true;
  showChat(chatId);
  return chatId;
}

/**
 * Opens the chat or search that was open last, or a new one. A chat that failed to render last time is only offered:
 * opening it could make every start fail.
 */
export async function openLastChat(type: ChatType = 'chat'): Promise<void> {
  const last = readLocal(getLastChatKey(type), z.string().nullable(), null);
  if (last === null) openNewChat(type);
  else if (last === getUnrenderedChat()) chats.offeredChat = { chatId: last, newChatId: openNewChat(type) };
  else await openChat(last, type);
}

function getLastChatKey(type: ChatType): 'openChat' | 'openChat/search' {
  return type === 'search' ? 'openChat/search' : 'openChat';
}

/** Opens a chat from the cache, then from the server, and follows its streaming answer. */
export async function openChat(chatId: string, type: ChatType = getChatType(chatId)): Promise<void> {
  const chat = ensureOpenChat(chatId, type);
  markChatOpening(chatId);
  showChat(chatId);
  if (chat.loading.name === 'failed') chat.loading = { name: 'loading' };
  if (chat.loading.name === 'loading') {
    const cached = await readCachedMessages(chatId);
    if (cached && chat.entries.length === 0) mergeMessages(chat, cached);
  }
  await refreshChat(chatId);
  markChatOpened(chatId);
}

/** Updates an open chat from the server. Does nothing while a message is being sent. */
export function refreshChat(chatId: string): Promise<void> {
  const running = refreshing.get(chatId);
  if (running) return running;
  const refresh = fetchChat(chatId).finally(() => refreshing.delete(chatId));
  refreshing.set(chatId, refresh);
  return refresh;
}

async function fetchChat(chatId: string): Promise<void> {
  const chat = ensureOpenChat(chatId);
  const { sendCount: sends } = chat;
  if (isSending(chat)) return;
  try {
    const full = await api.call(getChat, { convo_id: chatId });
    if (chats.open[chatId] === undefined || isSending(chat) || chat.sendCount !== sends) return;
    applyServerChat(chatId, chat, full);
  } catch (cause) {
    if (isAvaError(cause) && cause.code === 'not_found') return handleMissingChat(chatId, chat);
    const status = isAvaError(cause) ? cause.status : 0;
    logFailure(chatTexts.fetchMessagesFailed(status), cause);
    const empty = chat.entries.length === 0 && chat.loading.name !== 'ready';
    // A copy that the person has no room for stays in the list, so that they can make room or delete it.
    const isUnopened = isAvaError(cause) && cause.code === 'copy_not_opened';
    const detail = isUnopened ? cause.detail : chatTexts.fetchMessagesFailed(status);
    if (empty) chat.loading = { name: 'failed', detail };
  }
}

/**
 * Shows another version of a message with everything that follows it. Its row stays the same one, so that the focus and the
 * position of the view stay, too.
 */
export async function showVersion(chatId: string, messageId: string): Promise<void> {
  const chat = ensureOpenChat(chatId);
  const full = await api.call(chooseVersion, { convo_id: chatId, message_id: messageId });
  if (chats.open[chatId] !== chat || isSending(chat)) return;
  const former = chat.entries.find(({ versions }) => versions?.includes(messageId));
  chat.isAutoscrolling = false;
  chat.sendCount += 1;
  applyServerChat(chatId, chat, full);
  const shown = chat.entries.find((entry) => entry.message_id === messageId);
  if (former && shown && former !== shown) shown.key = former.key;
}

function applyServerChat(chatId: string, chat: OpenChat, { Messages, Earlier, ...metadata }: Chat): void {
  const seqs = new Map(chat.entries.map((entry) => [entry.message_id, entry.seq]));
  putMetadata(metadata);
  markOpenChatSeen();
  mergeMessages(chat, { Messages, Earlier });
  void writeCachedChat(chatId);
  keepFollowing(chatId, chat, seqs, () => void refreshChat(chatId));
  void titleIfMissing(chatId);
}

/** A chat that the server does not have is new in this window or was deleted on another device. */
function handleMissingChat(chatId: string, chat: OpenChat): void {
  const wasThere = getMetadata(chatId) !== null || chat.entries.some((entry) => entry.delivery === 'stored');
  if (!wasThere) {
    chat.loading = { name: 'ready' };
    return;
  }
  const type = getChatType(chatId);
  forgetChat(chatId);
  if (chats.openId === chatId) moveDraft(chatId, openNewChat(type));
}

function mergeMessages(chat: OpenChat, { Messages, Earlier }: Pick<Chat, 'Messages' | 'Earlier'>): void {
  const [first] = chat.entries;
  const entries = reconcile(chat.entries, Messages, Earlier === null);
  // If entries above the page are kept, `chat.earlier` still describes the messages before them.
  const keepsFirst = first !== undefined && entries[0] === first && first.message_id !== Messages[0]?.message_id;
  if (!keepsFirst) chat.earlier = toEarlierMessages(Earlier);
  const same = entries.length === chat.entries.length && entries.every((entry, index) => entry === chat.entries[index]);
  if (!same) chat.entries = entries;
  chat.loading = { name: 'ready' };
}

function isSending(chat: OpenChat): boolean {
  return chat.entries.some((entry) => entry.delivery === 'sending');
}

function showChat(chatId: string): void {
  const before = chats.openId;
  chats.openId = chatId;
  if (before !== null && before !== chatId) void closeTemporaryChat(before);
  if (!isTemporary(chatId)) writeLocal(getLastChatKey(getChatType(chatId)), chatId);
  const idle = Object.keys(chats.open).filter((id) => id !== chatId && !activeRuns.has(id) && !hasUnsent(id));
  for (const id of idle.slice(0, -MAX_OPEN_CHATS)) delete chats.open[id];
}

function hasUnsent(chatId: string): boolean {
  return chats.open[chatId]?.entries.some((entry) => entry.delivery !== 'stored') ?? false;
}
