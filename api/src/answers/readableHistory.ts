import type { Person } from '../identity/person.ts';
import { trimFiles } from '../search/access/trimToReadable.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';
import type { AnswerOrigins, FileRef, ItemOrigin, Origin } from '../storage/tables/search/searches.ts';
import type { AppContext } from '../context.ts';

export const HIDDEN_ANSWER = "This answer is based on files that you can't open.";
/** Replaces a question that a person chose from the suggestions of a hidden answer. */
export const HIDDEN_QUESTION = "This question was suggested by an answer that is based on files that you can't open.";

interface ReadableHistory {
  messages: readonly MessageRow[];
  /** What the readable answers are based on; null if nothing was ever searched in the chat. */
  origins: readonly Origin[] | null;
}

/** Origins and suggestions of the answers before a page of a chat. */
interface EarlierAnswers {
  origins: readonly Origin[];
  /** Questions of the page that an earlier answer suggested, with the id of that answer. */
  suggestions: readonly { id: string; question: string }[];
}

const noEarlierAnswers: EarlierAnswers = { origins: [], suggestions: [] };

/**
 * Replaces the answers that this person can't read now. An answer is hidden if the person can't read something it is
 * based on, directly or through an earlier answer that the model read. An answer without a record of what the
 * model read counts as based on all earlier answers.
 * @param isPage whether the chat can have messages before `history`
 */
export async function getReadableHistory(
  ctx: Pick<AppContext, 'store' | 'graph' | 'clock' | 'log'>,
  person: Person,
  chatId: string,
  history: readonly MessageRow[],
  isPage = false,
): Promise<ReadableHistory> {
  const { searches } = ctx.store;
  if (!(await searches.hasSearched(chatId))) return { messages: history, origins: null };
  const earlier = isPage ? await findEarlierAnswers(ctx, chatId, history) : noEarlierAnswers;
  const ids = [...history, ...earlier.suggestions].map(({ id }) => id);
  const origins = await searches.findOrigins(chatId, [...new Set(ids)]);
  const getOrigins = ({ id }: { id: string }) => listOrigins(origins.get(id));
  const all = new Map([...earlier.origins, ...history.flatMap(getOrigins)].map((origin) => [toKey(origin), origin]));
  const readable = await trimOrigins(ctx, person, [...all.values()]);

  const isReadable = (origin: Origin) => readable.has(toKey(origin));
  const isSaved = ({ id }: { id: string }) => (origins.get(id)?.otherOrigins ?? null) !== null;
  const readOrigins = new Map<string, Origin>();
  let hasHidden = !earlier.origins.every(isReadable);
  const hiddenSuggestions = new Set(
    earlier.suggestions
      .filter((answer) => !getOrigins(answer).every(isReadable) || (hasHidden && !isSaved(answer)))
      .map(({ question }) => question.trim()),
  );
  const messages = history.map((message): MessageRow => {
    if (message.source === 'User')
      return hiddenSuggestions.has(message.content.trim()) ? { ...message, content: HIDDEN_QUESTION } : message;
    const answerOrigins = getOrigins(message);
    if (answerOrigins.every(isReadable) && (isSaved(message) || !hasHidden)) {
      for (const origin of answerOrigins) readOrigins.set(toKey(origin), origin);
      return message;
    }
    hasHidden = true;
    for (const question of message.followUps) hiddenSuggestions.add(question.trim());
    return { ...message, content: HIDDEN_ANSWER, links: [], calls: [], followUps: [] };
  });
  return { messages, origins: [...readOrigins.values()] };
}

async function findEarlierAnswers(
  { store: { searches } }: Pick<AppContext, 'store'>,
  chatId: string,
  page: readonly MessageRow[],
): Promise<EarlierAnswers> {
  const [first] = page;
  if (!first) return noEarlierAnswers;
  const questions = page.filter(({ source }) => source === 'User').map(({ content }) => content.trim());
  const [origins, suggestions] = await Promise.all([
    searches.listOriginsBefore(chatId, first.id),
    searches.findSuggestions(chatId, first.id, questions),
  ]);
  return { origins, suggestions };
}

/** What an answer is based on: the files of its passages, and what the earlier answers that the model read are based on. */
function listOrigins(origins: AnswerOrigins | undefined): Origin[] {
  const hits = (origins?.hits ?? []).filter((hit) => hit.given);
  return [...hits.map(({ siteId, itemId }) => ({ siteId, itemId })), ...(origins?.otherOrigins ?? [])];
}

/** Returns the keys of the origins that the person can read now. If Graph can't be asked, no file is readable. */
async function trimOrigins(
  ctx: Pick<AppContext, 'store' | 'graph' | 'clock' | 'log'>,
  person: Person,
  origins: readonly Origin[],
): Promise<Set<string>> {
  const files = origins.filter((origin): origin is FileRef => 'siteId' in origin);
  const items = origins.filter((origin): origin is ItemOrigin => 'driveId' in origin);
  const own = origins.filter((origin) => 'personId' in origin && origin.personId === person.id);
  const [readableFiles, readableItems] = await Promise.all([
    ctx.store.chunkSearch
      .locateFiles(person.tenantId, files)
      .then((located) => trimFiles(ctx, person, located).catch(() => [])),
    trimFiles(
      ctx,
      person,
      items.map((item) => ({ ...item, siteId: '' })),
    ).catch(() => []),
  ]);
  const toItem = ({ driveId, itemId }: ItemOrigin): ItemOrigin => ({ driveId, itemId });
  return new Set(
    [...readableFiles.map(({ siteId, itemId }) => ({ siteId, itemId })), ...readableItems.map(toItem), ...own].map(
      toKey,
    ),
  );
}

function toKey(origin: Origin): string {
  if ('personId' in origin) return `person/${origin.personId}`;
  return 'siteId' in origin ? `site/${origin.siteId}/${origin.itemId}` : `drive/${origin.driveId}/${origin.itemId}`;
}
