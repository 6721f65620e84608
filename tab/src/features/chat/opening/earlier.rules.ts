import type { EarlierSummary, Message } from '#contract/chats/chat.ts';
import type { EarlierMessages, Entry } from '#tab/features/chat/chat.state.ts';

export function toEarlierMessages(earlier: EarlierSummary | null): EarlierMessages {
  return earlier === null ? { name: 'none' } : { name: 'available', ...earlier };
}

/** The inverse of `toEarlierMessages`. */
export function toStoredEarlier(earlier: EarlierMessages): EarlierSummary | null {
  if (earlier.name === 'none') return null;
  const { before, tokens, texts, images } = earlier;
  return { before, tokens, ...(texts && { texts }), images };
}

/**
 * The loaded entries above the newest page. Empty if the page and the loaded entries do not overlap: the messages
 * between them are not loaded.
 */
export function getEntriesAbove(local: readonly Entry[], page: readonly Message[]): Entry[] {
  const oldest = page[0]?.message_id;
  const index = local.findIndex((entry) => entry.message_id === oldest);
  return index <= 0 ? [] : local.slice(0, index).filter((entry) => entry.delivery === 'stored');
}
