import { subscribeKey } from 'valtio/utils';
import { getChats } from '#contract/chats/chat.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { session } from '#tab/state/session.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { getMetadata, putMetadata } from '#tab/features/chat/history/metadata.actions.ts';
import { markOpenChatSeen } from '#tab/features/chat/history/seen.actions.ts';
import { closeOnPageHide } from './temporaryChat.ts';
import { loadChats, refreshChat } from './open.actions.ts';

const POLL_MS = 10_000;
/** Chats per poll: the newest, because other devices change those. Window focus loads the whole list. */
const POLLED_CHATS = 20;

/** Keeps the open chat and the history in sync with other windows and devices. Returns a stop function. */
export function startSync(): () => void {
  const onReturn = () => {
    if (document.visibilityState === 'visible') void refreshAll();
  };
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void pollChats();
  }, POLL_MS);
  let wasExpired = session.status.name === 'expired';
  const stopWatching = subscribeKey(session, 'status', ({ name }) => {
    if (wasExpired && name === 'signedIn') void refreshAll();
    wasExpired = name === 'expired';
  });
  document.addEventListener('visibilitychange', onReturn);
  window.addEventListener('focus', onReturn);
  window.addEventListener('online', onReturn);
  window.addEventListener('pagehide', closeOnPageHide);
  return () => {
    clearInterval(timer);
    stopWatching();
    document.removeEventListener('visibilitychange', onReturn);
    window.removeEventListener('focus', onReturn);
    window.removeEventListener('online', onReturn);
    window.removeEventListener('pagehide', closeOnPageHide);
  };
}

/** Reloads the chat list and the open chat: after a return to the page, a sign-in, or a break of the network. */
export async function refreshAll(): Promise<void> {
  if (session.status.name !== 'signedIn') return;
  const open = chats.openId;
  await Promise.all([loadChats(), open === null ? undefined : refreshChat(open)]);
}

/** Fetches the newest chats and refreshes the open one if it has changed. */
export async function pollChats(): Promise<void> {
  if (session.status.name !== 'signedIn') return;
  try {
    const { chats: newest } = await api.call(getChats, { limit: POLLED_CHATS });
    const open = newest.find((chat) => chat.ConversationId === chats.openId);
    const changed = open !== undefined && open.LastUpdated !== getMetadata(open.ConversationId)?.LastUpdated;
    putMetadata(...newest);
    markOpenChatSeen();
    if (changed) await refreshChat(open.ConversationId);
  } catch (cause) {
    logFailure(chatTexts.fetchChatsFailed, cause);
  }
}
