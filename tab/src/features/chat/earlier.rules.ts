import type { Earlier, Message } from '../../../../api/contract/chat.ts';
import type { EarlierMessages, Entry } from './chat.state.ts';

export function earlierOf(earlier: Earlier | null): EarlierMessages {
  return earlier === null ? { name: 'none' } : { name: 'there', ...earlier };
}

/** The same as the server says it; null where the first entry is the first message. */
export function earlierFor(earlier: EarlierMessages): Earlier | null {
  if (earlier.name === 'none') return null;
  const { before, tokens, images } = earlier;
  return { before, tokens, images };
}

/**
 * The entries that were loaded before the newest page and are still above it. None where the page does not reach down to
 * what this window has: between the two there are messages that nobody has fetched.
 */
export function entriesAbove(local: readonly Entry[], page: readonly Message[]): Entry[] {
  const oldest = page[0]?.message_id;
  const at = local.findIndex((entry) => entry.message_id === oldest);
  return at <= 0 ? [] : local.slice(0, at).filter((entry) => entry.delivery === 'stored');
}
