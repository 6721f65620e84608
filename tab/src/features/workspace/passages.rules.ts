import type { Message } from '../../../../api/contract/chat.ts';

type Answer = Pick<Message, 'message_id' | 'source' | 'state'> & { readonly links: readonly { site: string | null }[] };

/**
 * The answer whose passages are shown: the one that was asked for, where it is in this conversation, else the newest one
 * that rests on a site. `null` where there is none.
 */
export function foundFor(entries: readonly Answer[], asked: string | null): string | null {
  const settled = entries.filter((entry) => entry.source === 'AVA' && entry.state.name !== 'streaming');
  if (settled.some((entry) => entry.message_id === asked)) return asked;
  return settled.findLast((entry) => entry.links.some((link) => link.site !== null))?.message_id ?? null;
}
