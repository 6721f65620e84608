import type { Person } from '../identity/person.ts';
import type { MessageRow } from '../storage/tables/messages.ts';
import type { FileRef, Origins } from '../storage/tables/searches.ts';
import type { World } from '../world.ts';
import { trimFiles } from './trim.ts';

export const CLOSED_ANSWER = 'This answer draws on files that are not open to you.';
/** What a model suggested after such an answer, and a person asked. */
export const CLOSED_QUESTION = 'This question was suggested by an answer that draws on files that are not open to you.';

export interface OpenHistory {
  messages: readonly MessageRow[];
  /** What the open answers were made from; null where nothing was ever searched in the chat. */
  drawnOn: readonly FileRef[] | null;
}

/**
 * What was said before, as far as this person may be told it now. An answer is closed as a whole where one of the files is
 * closed that it was made from, or that an answer was made from which the model read before it wrote; where it was not kept
 * what the model read, it counts as having read all that stands above.
 */
export async function openHistory(
  world: Pick<World, 'store' | 'graph' | 'clock' | 'log'>,
  person: Person,
  chatId: string,
  history: readonly MessageRow[],
): Promise<OpenHistory> {
  const kept = await world.store.searches.ofChat(chatId);
  if (kept.size === 0) return { messages: history, drawnOn: null };
  const originsOf = ({ id }: MessageRow) => filesOf(kept.get(id));
  const files = new Map(history.flatMap(originsOf).map((file) => [keyOf(file), file]));
  const located = await world.store.chunkSearch.located(person.tenantId, [...files.values()]);
  // If Graph can't be asked, no file is open.
  const readable = new Set((await trimFiles(world, person, located).catch(() => [])).map(keyOf));

  const suggested = new Set<string>();
  const drawnOn = new Map<string, FileRef>();
  let someClosed = false;
  const messages = history.map((message): MessageRow => {
    if (message.source === 'User')
      return suggested.has(message.content.trim()) ? { ...message, content: CLOSED_QUESTION } : message;
    const origins = originsOf(message);
    const isKnown = (kept.get(message.id)?.retold ?? null) !== null;
    if (origins.every((file) => readable.has(keyOf(file))) && (isKnown || !someClosed)) {
      for (const file of origins) drawnOn.set(keyOf(file), file);
      return message;
    }
    someClosed = true;
    for (const question of message.followUps) suggested.add(question.trim());
    return { ...message, content: CLOSED_ANSWER, links: [], followUps: [] };
  });
  return { messages, drawnOn: [...drawnOn.values()] };
}

function filesOf(origins: Origins | undefined): FileRef[] {
  const given = (origins?.hits ?? []).filter((hit) => hit.given);
  return [...given, ...(origins?.retold ?? [])].map(({ siteId, itemId }) => ({ siteId, itemId }));
}

function keyOf({ siteId, itemId }: FileRef): string {
  return `${siteId}/${itemId}`;
}
