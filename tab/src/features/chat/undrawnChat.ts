import { z } from 'zod';
import { readLocal, writeLocal } from '../../state/localStorage.ts';

/** A chat that has been on screen this long is drawn; in milliseconds. A frozen page does not get there. */
const DRAWN_AFTER_MS = 2_000;

const failed = new Set<string>();

/**
 * Notes which chat is being opened. The note is removed once the chat is drawn or the person leaves the page; it stays
 * when the page freezes or crashes, so that the next start does not open the same chat again.
 */
export function noteOpening(chatId: string): void {
  failed.delete(chatId);
  writeLocal('undrawnChat', chatId);
  window.addEventListener('pagehide', forgetOpening);
}

export function noteOpened(chatId: string): void {
  setTimeout(() => {
    if (undrawnChat() === chatId && !failed.has(chatId)) writeLocal('undrawnChat', undefined);
  }, DRAWN_AFTER_MS);
}

/** Notes that a chat could not be drawn, until it is opened again and can. */
export function noteFailed(chatId: string): void {
  failed.add(chatId);
  writeLocal('undrawnChat', chatId);
}

/** The chat that was not drawn the last time, if any. */
export function undrawnChat(): string | null {
  return readLocal('undrawnChat', z.string().nullable(), null);
}

function forgetOpening(): void {
  const chatId = undrawnChat();
  if (chatId !== null && !failed.has(chatId)) writeLocal('undrawnChat', undefined);
}
