import { subscribe } from 'valtio';
import { z } from 'zod';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';

/** A chat counts as rendered after this many milliseconds; if the page freezes before, the chat's record stays. */
const RENDERED_AFTER_MS = 2_000;

const failedChats = new Set<string>();

// While nobody is signed in, nothing can be stored, so the record is cleared when the session ends.
subscribe(session, () => void (getActiveSession(session.status) ?? clearOpening()), true);

/**
 * Stores which chat is being opened, until it is rendered or the person leaves the page or signs out. If the page freezes or crashes,
 * the record stays, and the next start does not open this chat again.
 */
export function markChatOpening(chatId: string): void {
  failedChats.delete(chatId);
  writeLocal('undrawnChat', chatId);
  window.addEventListener('pagehide', clearOpening);
}

export function markChatOpened(chatId: string): void {
  setTimeout(() => {
    if (getUnrenderedChat() === chatId && !failedChats.has(chatId)) writeLocal('undrawnChat', undefined);
  }, RENDERED_AFTER_MS);
}

/** Stores that a chat failed to render, until it renders again. */
export function markChatFailed(chatId: string): void {
  failedChats.add(chatId);
  writeLocal('undrawnChat', chatId);
}

/** The chat that did not render last time, if any. */
export function getUnrenderedChat(): string | null {
  return readLocal('undrawnChat', z.string().nullable(), null);
}

function clearOpening(): void {
  const chatId = getUnrenderedChat();
  if (chatId !== null && !failedChats.has(chatId)) writeLocal('undrawnChat', undefined);
}
