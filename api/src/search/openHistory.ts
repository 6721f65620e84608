import type { Person } from '../identity/person.ts';
import type { MessageRow } from '../storage/tables/messages.ts';
import type { World } from '../world.ts';
import { trimFiles } from './trim.ts';

export const CLOSED_ANSWER = 'This answer draws on files that are not open to you.';

/**
 * What was said before, as far as a model may read it for this person now: an answer that was made from files of which one
 * is closed to them meanwhile is not told again, whichever of the files its sentences are from.
 */
export async function openHistory(
  world: Pick<World, 'store' | 'graph' | 'clock' | 'log'>,
  person: Person,
  chatId: string,
  history: readonly MessageRow[],
): Promise<readonly MessageRow[]> {
  const searches = await world.store.searches.ofChat(chatId);
  const given = history.flatMap((message) => (searches.get(message.id) ?? []).filter((hit) => hit.given));
  if (given.length === 0) return history;
  // Where it cannot be asked, nothing is open.
  const readable = new Set(await trimFiles(world, person, given).catch(() => []));
  return history.map((message) => {
    const hits = (searches.get(message.id) ?? []).filter((hit) => hit.given);
    return hits.every((hit) => readable.has(hit))
      ? message
      : { ...message, content: CLOSED_ANSWER, links: [], followUps: [] };
  });
}
