import { z } from 'zod';
import { getChat, getChats, type Chat, type ChatType } from '../../../../api/contract/chat.ts';
import { isAvaError } from '../../../../api/contract/errors.ts';
import { isSettled } from '../../../../api/contract/runs.ts';
import { api } from '../../api.ts';
import { showToast } from '../../shell/toasts/toasts.ts';
import { readLocal, writeLocal } from '../../state/localStorage.ts';
import { logFailure } from '../../state/log.ts';
import type { LinkedPlace } from '../../teams/deepLinks.ts';
import { answerings } from './answering.state.ts';
import { readCachedList, readCachedMessages, writeCachedChat } from './chat.cache.ts';
import { chats, type OpenChat } from './chat.state.ts';
import { chatTexts } from './chat.texts.ts';
import { openCitation } from './citations/openCitation.ts';
import { loadUntil } from './earlier.actions.ts';
import { earlierOf } from './earlier.rules.ts';
import { openStateOf } from './newEntries.ts';
import { followAnswer, newAnswering } from './follow.actions.ts';
import { forgetChat, metadataOf, putList, putMetadata, typeOf } from './metadata.actions.ts';
import { anyLoadingMessage } from './loadingMessages.ts';
import { reconcile } from './reconcile.rules.ts';
import { noteOpened, noteOpening, undrawnChat } from './undrawnChat.ts';

/** A followed answer that has been silent this long, while the server is further on, hangs on a dead connection. */
const SILENCE_MS = 10_000;
/** The events of a run are gone, its message is not saved yet: a moment between two, asked again after this. */
const GONE_PAUSE_MS = 2_000;
const OPEN_CHATS_KEPT = 10;

const refreshing = new Map<string, Promise<void>>();

/** Loads the history: at once what this browser knows, then what the server has. */
export async function loadChats(): Promise<void> {
  const cached = await readCachedList();
  if (cached && chats.list.name !== 'ready') putList(cached);
  try {
    putList((await api.call(getChats, {})).chats);
  } catch (cause) {
    logFailure(chatTexts.fetchChatsFailed, cause);
    if (chats.list.name !== 'ready') chats.list = { name: 'failed', detail: chatTexts.fetchChatsFailed };
  }
}

/** Opens a new, empty chat under an id of our own; the server learns of it with the first message. */
export function newChat(type: ChatType = 'chat'): string {
  const chatId = crypto.randomUUID();
  openStateOf(chatId, type).loading = { name: 'ready' };
  show(chatId);
  return chatId;
}

/**
 * Opens the chat, or the search, that was open when its screen was left, or a new one. A chat that could not be drawn
 * the last time is offered instead of opened: it could make every start fail.
 */
export async function openLastChat(type: ChatType = 'chat'): Promise<void> {
  const last = readLocal(lastKey(type), z.string().nullable(), null);
  if (last === null) newChat(type);
  else if (last === undrawnChat()) chats.offered = { chatId: last, besides: newChat(type) };
  else await openChat(last, type);
}

function lastKey(type: ChatType): 'openChat' | 'openChat/search' {
  return type === 'search' ? 'openChat/search' : 'openChat';
}

/** Opens the chat that a link leads to, and the file of the citation where it leads to one. One that is gone, or not this person's, says so and gives way to the last one. */
export async function openLinkedChat({ chatId, messageId, citation }: LinkedPlace): Promise<void> {
  const before = readLocal('openChat', z.string().nullable(), null);
  chats.lookAt = messageId;
  await openChat(chatId);
  if (messageId !== null) await loadUntil(chatId, messageId);
  const chat = chats.open[chatId];
  const missing = metadataOf(chatId) === null && chat?.loading.name === 'ready' && chat.entries.length === 0;
  if (chats.openId !== chatId) return;
  const linked = chat?.entries.find((entry) => entry.message_id === messageId);
  const link = linked?.links.find(({ number }) => number === citation);
  if (link) openCitation({ ...link });
  if (!missing) return;
  showToast('error', chatTexts.linkLeadsNowhere);
  if (before === null || before === chatId) newChat();
  else await openChat(before);
}

/** Opens a chat: at once as this browser knows it, then as the server has it; an answer under way is followed. */
export async function openChat(chatId: string, type: ChatType = typeOf(chatId)): Promise<void> {
  const chat = openStateOf(chatId, type);
  noteOpening(chatId);
  show(chatId);
  if (chat.loading.name === 'failed') chat.loading = { name: 'loading' };
  if (chat.loading.name === 'loading') {
    const cached = await readCachedMessages(chatId);
    if (cached && chat.entries.length === 0) adopt(chat, cached);
  }
  await refreshChat(chatId);
  noteOpened(chatId);
}

/** Brings an open chat to what the server has. Nothing happens while a message of it is on its way there. */
export function refreshChat(chatId: string): Promise<void> {
  const running = refreshing.get(chatId);
  if (running) return running;
  const refresh = fetchChat(chatId).finally(() => refreshing.delete(chatId));
  refreshing.set(chatId, refresh);
  return refresh;
}

async function fetchChat(chatId: string): Promise<void> {
  const chat = openStateOf(chatId);
  const { sends } = chat;
  if (isSending(chat)) return;
  try {
    const full = await api.call(getChat, { convo_id: chatId });
    if (chats.open[chatId] === undefined || isSending(chat) || chat.sends !== sends) return;
    takeOver(chatId, chat, full);
  } catch (cause) {
    if (isAvaError(cause) && cause.code === 'not_found') return notThere(chatId, chat);
    const status = isAvaError(cause) ? cause.status : 0;
    logFailure(chatTexts.fetchMessagesFailed(status), cause);
    const empty = chat.entries.length === 0 && chat.loading.name !== 'ready';
    if (empty) chat.loading = { name: 'failed', detail: chatTexts.fetchMessagesFailed(status) };
  }
}

function takeOver(chatId: string, chat: OpenChat, { Messages, Earlier, ...metadata }: Chat): void {
  const silentSince = Date.now() - SILENCE_MS;
  const seqs = new Map(chat.entries.map((entry) => [entry.message_id, entry.seq]));
  putMetadata(metadata);
  adopt(chat, { Messages, Earlier });
  void writeCachedChat(chatId);
  const answer = chat.entries.at(-1);
  const answering = answerings.get(chatId);
  if (answer && answering) {
    const behind = answer.seq > (seqs.get(answer.message_id) ?? 0);
    if (isSettled(answer) || (behind && answering.heardAt < silentSince)) leave(chatId);
  }
  followUnderWay(chatId, chat);
}

/** Follows the last answer of a chat where it is under way and nobody in this window follows it yet. */
function followUnderWay(chatId: string, chat: OpenChat): void {
  const answer = chat.entries.at(-1);
  if (!answer || answer.source !== 'AVA' || isSettled(answer) || answer.failure !== null) return;
  if (answer.run_id === null || answerings.has(chatId)) return;
  if (answer.loadingMessage === '') answer.loadingMessage = anyLoadingMessage();
  const answering = newAnswering(answer.run_id);
  void followAnswer(chatId, answer, null, answering, { step: 'sendChat' }).then((end) => {
    if (end === 'gone') setTimeout(() => void refreshChat(chatId), GONE_PAUSE_MS);
  });
}

/** Stops following without stopping the answer. */
function leave(chatId: string): void {
  answerings.get(chatId)?.controller.abort();
  answerings.delete(chatId);
}

/** A chat that the server does not have: a new one of this window, or one that was deleted on another device. */
function notThere(chatId: string, chat: OpenChat): void {
  const wasThere = metadataOf(chatId) !== null || chat.entries.some((entry) => entry.delivery === 'stored');
  if (!wasThere) {
    chat.loading = { name: 'ready' };
    return;
  }
  const type = typeOf(chatId);
  forgetChat(chatId);
  if (chats.openId === chatId) newChat(type);
}

function adopt(chat: OpenChat, { Messages, Earlier }: Pick<Chat, 'Messages' | 'Earlier'>): void {
  const [first] = chat.entries;
  const entries = reconcile(chat.entries, Messages, Earlier === null);
  // Where entries above the page stay, what is before them has not changed either.
  const keepsFirst = first !== undefined && entries[0] === first && first.message_id !== Messages[0]?.message_id;
  if (!keepsFirst) chat.earlier = earlierOf(Earlier);
  const same = entries.length === chat.entries.length && entries.every((entry, at) => entry === chat.entries[at]);
  if (!same) chat.entries = entries;
  chat.loading = { name: 'ready' };
}

function isSending(chat: OpenChat): boolean {
  return chat.entries.some((entry) => entry.delivery === 'sending');
}

function show(chatId: string): void {
  chats.openId = chatId;
  writeLocal(lastKey(typeOf(chatId)), chatId);
  const idle = Object.keys(chats.open).filter((id) => id !== chatId && !answerings.has(id) && !hasUnsent(id));
  for (const id of idle.slice(0, -OPEN_CHATS_KEPT)) delete chats.open[id];
}

function hasUnsent(chatId: string): boolean {
  return chats.open[chatId]?.entries.some((entry) => entry.delivery !== 'stored') ?? false;
}
