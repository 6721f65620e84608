import type { Person } from '../identity/person.ts';
import { trimFiles } from '../search/access/trimToReadable.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';
import type { FileRef, AnswerOrigins } from '../storage/tables/search/searches.ts';
import type { AppContext } from '../context.ts';

export const HIDDEN_ANSWER = "This answer is based on files that you can't open.";
/** Replaces a question that a person chose from the suggestions of a hidden answer. */
export const HIDDEN_QUESTION = "This question was suggested by an answer that is based on files that you can't open.";

interface ReadableHistory {
  messages: readonly MessageRow[];
  /** Files that the readable answers are based on; null if nothing was ever searched in the chat. */
  files: readonly FileRef[] | null;
}

/** Files and suggestions of the answers before a page of a chat. */
interface EarlierAnswers {
  files: readonly FileRef[];
  /** Questions of the page that an earlier answer suggested, with the id of that answer. */
  suggestions: readonly { id: string; question: string }[];
}

const noEarlierAnswers: EarlierAnswers = { files: [], suggestions: [] };

/**
 * Replaces the answers that this person can't read now. An answer is hidden if the person can't read one of the files it
 * is based on, directly or through an earlier answer that the model read. An answer without a record of what the
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
  if (!(await searches.hasSearched(chatId))) return { messages: history, files: null };
  const earlier = isPage ? await findEarlierAnswers(ctx, chatId, history) : noEarlierAnswers;
  const ids = [...history, ...earlier.suggestions].map(({ id }) => id);
  const origins = await searches.findOrigins(chatId, [...new Set(ids)]);
  const getFiles = ({ id }: { id: string }) => listFiles(origins.get(id));
  const allFiles = new Map([...earlier.files, ...history.flatMap(getFiles)].map((file) => [toKey(file), file]));
  const located = await ctx.store.chunkSearch.locateFiles(person.tenantId, [...allFiles.values()]);
  // If Graph can't be asked, no file is readable.
  const readable = new Set((await trimFiles(ctx, person, located).catch(() => [])).map(toKey));

  const isReadable = (file: FileRef) => readable.has(toKey(file));
  const isSaved = ({ id }: { id: string }) => (origins.get(id)?.inheritedFiles ?? null) !== null;
  const files = new Map<string, FileRef>();
  let hasHidden = !earlier.files.every(isReadable);
  const hiddenSuggestions = new Set(
    earlier.suggestions
      .filter((answer) => !getFiles(answer).every(isReadable) || (hasHidden && !isSaved(answer)))
      .map(({ question }) => question.trim()),
  );
  const messages = history.map((message): MessageRow => {
    if (message.source === 'User')
      return hiddenSuggestions.has(message.content.trim()) ? { ...message, content: HIDDEN_QUESTION } : message;
    const answerFiles = getFiles(message);
    if (answerFiles.every(isReadable) && (isSaved(message) || !hasHidden)) {
      for (const file of answerFiles) files.set(toKey(file), file);
      return message;
    }
    hasHidden = true;
    for (const question of message.followUps) hiddenSuggestions.add(question.trim());
    return { ...message, content: HIDDEN_ANSWER, links: [], followUps: [] };
  });
  return { messages, files: [...files.values()] };
}

async function findEarlierAnswers(
  { store: { searches } }: Pick<AppContext, 'store'>,
  chatId: string,
  page: readonly MessageRow[],
): Promise<EarlierAnswers> {
  const [first] = page;
  if (!first) return noEarlierAnswers;
  const questions = page.filter(({ source }) => source === 'User').map(({ content }) => content.trim());
  const [files, suggestions] = await Promise.all([
    searches.listFilesBefore(chatId, first.id),
    searches.findSuggestions(chatId, first.id, questions),
  ]);
  return { files, suggestions };
}

/** The files that an answer is based on: of its passages, and of the earlier answers that the model read. */
function listFiles(origins: AnswerOrigins | undefined): FileRef[] {
  const hits = (origins?.hits ?? []).filter((hit) => hit.given);
  return [...hits, ...(origins?.inheritedFiles ?? [])].map(({ siteId, itemId }) => ({ siteId, itemId }));
}

function toKey({ siteId, itemId }: FileRef): string {
  return `${siteId}/${itemId}`;
}
