import type { Person } from '../identity/person.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';
import type { FileRef, AnswerOrigins } from '../storage/tables/search/searches.ts';
import type { AppContext } from '../context.ts';
import { trimFiles } from '../search/access/trim.ts';

export const CLOSED_ANSWER = 'This answer draws on files that are not open to you.';
/** What a model suggested after such an answer, and a person asked. */
export const CLOSED_QUESTION = 'This question was suggested by an answer that draws on files that are not open to you.';

export interface OpenHistory {
  messages: readonly MessageRow[];
  /** What the open answers were made from; null where nothing was ever searched in the chat. */
  drawnOn: readonly FileRef[] | null;
}

/** What a page of a chat has to know of the messages above it. */
interface Above {
  files: readonly FileRef[];
  /** Questions of the page that an answer above suggested, by the id of that answer. */
  suggested: readonly { id: string; question: string }[];
}

const nothingAbove: Above = { files: [], suggested: [] };

/**
 * What was said before, as far as this person may be told it now. An answer is closed as a whole where one of the files is
 * closed that it was made from, or that an answer was made from which the model read before it wrote; where it was not kept
 * what the model read, it counts as having read all that stands above.
 * @param isPage whether there may be messages above the first of these
 */
export async function openHistory(
  ctx: Pick<AppContext, 'store' | 'graph' | 'clock' | 'log'>,
  person: Person,
  chatId: string,
  history: readonly MessageRow[],
  isPage = false,
): Promise<OpenHistory> {
  const { searches } = ctx.store;
  if (!(await searches.hasSearched(chatId))) return { messages: history, drawnOn: null };
  const above = isPage ? await readAbove(ctx, chatId, history) : nothingAbove;
  const ids = [...history, ...above.suggested].map(({ id }) => id);
  const kept = await searches.findOrigins(chatId, [...new Set(ids)]);
  const originsOf = ({ id }: { id: string }) => filesOf(kept.get(id));
  const files = new Map([...above.files, ...history.flatMap(originsOf)].map((file) => [keyOf(file), file]));
  const located = await ctx.store.chunkSearch.locateFiles(person.tenantId, [...files.values()]);
  // If Graph can't be asked, no file is open.
  const readable = new Set((await trimFiles(ctx, person, located).catch(() => [])).map(keyOf));

  const isOpen = (file: FileRef) => readable.has(keyOf(file));
  const isKnown = ({ id }: { id: string }) => (kept.get(id)?.inheritedFiles ?? null) !== null;
  const drawnOn = new Map<string, FileRef>();
  let someClosed = !above.files.every(isOpen);
  const suggested = new Set(
    above.suggested
      .filter((answer) => !originsOf(answer).every(isOpen) || (someClosed && !isKnown(answer)))
      .map(({ question }) => question.trim()),
  );
  const messages = history.map((message): MessageRow => {
    if (message.source === 'User')
      return suggested.has(message.content.trim()) ? { ...message, content: CLOSED_QUESTION } : message;
    const origins = originsOf(message);
    if (origins.every(isOpen) && (isKnown(message) || !someClosed)) {
      for (const file of origins) drawnOn.set(keyOf(file), file);
      return message;
    }
    someClosed = true;
    for (const question of message.followUps) suggested.add(question.trim());
    return { ...message, content: CLOSED_ANSWER, links: [], followUps: [] };
  });
  return { messages, drawnOn: [...drawnOn.values()] };
}

async function readAbove(
  { store: { searches } }: Pick<AppContext, 'store'>,
  chatId: string,
  page: readonly MessageRow[],
): Promise<Above> {
  const [first] = page;
  if (!first) return nothingAbove;
  const questions = page.filter(({ source }) => source === 'User').map(({ content }) => content.trim());
  const [files, suggested] = await Promise.all([
    searches.listFilesBefore(chatId, first.id),
    searches.findSuggestions(chatId, first.id, questions),
  ]);
  return { files, suggested };
}

function filesOf(origins: AnswerOrigins | undefined): FileRef[] {
  const given = (origins?.hits ?? []).filter((hit) => hit.given);
  return [...given, ...(origins?.inheritedFiles ?? [])].map(({ siteId, itemId }) => ({ siteId, itemId }));
}

function keyOf({ siteId, itemId }: FileRef): string {
  return `${siteId}/${itemId}`;
}
