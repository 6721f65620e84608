import { getChats } from '../../../../api/contract/chat.ts';
import { api } from '../../api.ts';
import { logFailure } from '../../state/log.ts';
import { session } from '../../state/session.state.ts';
import { chats } from './chat.state.ts';
import { chatTexts } from './chat.texts.ts';
import { metadataOf, putMetadata } from './metadata.actions.ts';
import { loadChats, refreshChat } from './open.actions.ts';

const POLL_MS = 10_000;
/** The newest chats are where something may have happened on another device; the whole list comes on return. */
const POLLED_CHATS = 20;

/** Keeps the open chat and the history true to what other windows and devices do. Returns how to end it. */
export function startSync(): () => void {
  const onReturn = () => {
    if (document.visibilityState === 'visible') void catchUp();
  };
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void poll();
  }, POLL_MS);
  document.addEventListener('visibilitychange', onReturn);
  window.addEventListener('focus', onReturn);
  window.addEventListener('online', onReturn);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onReturn);
    window.removeEventListener('focus', onReturn);
    window.removeEventListener('online', onReturn);
  };
}

/** Looks at everything anew: after sleep, after another tab, after signing in again. */
export async function catchUp(): Promise<void> {
  if (session.status.name !== 'signedIn') return;
  const open = chats.openId;
  await Promise.all([loadChats(), open === null ? undefined : refreshChat(open)]);
}

/** Asks which of the newest chats have changed, and looks at the open one if it has. */
export async function poll(): Promise<void> {
  if (session.status.name !== 'signedIn') return;
  try {
    const { chats: newest } = await api.call(getChats, { limit: POLLED_CHATS });
    const open = newest.find((chat) => chat.ConversationId === chats.openId);
    const changed = open !== undefined && open.LastUpdated !== metadataOf(open.ConversationId)?.LastUpdated;
    putMetadata(...newest);
    if (changed) await refreshChat(open.ConversationId);
  } catch (cause) {
    logFailure(chatTexts.fetchChatsFailed, cause);
  }
}
