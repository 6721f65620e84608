import type { Message } from '../../../../api/contract/chats/chat.ts';

type Answer = Pick<Message, 'message_id' | 'source' | 'state'> & { readonly links: readonly { site: string | null }[] };

/**
 * Returns the answer whose passages are shown: the selected one if it is in this conversation, else the newest one that
 * cites a site; `null` without one.
 */
export function findAnswerWithPassages(entries: readonly Answer[], selectedId: string | null): string | null {
  const settled = entries.filter((entry) => entry.source === 'AVA' && entry.state.name !== 'streaming');
  if (settled.some((entry) => entry.message_id === selectedId)) return selectedId;
  return settled.findLast((entry) => entry.links.some((link) => link.site !== null))?.message_id ?? null;
}
