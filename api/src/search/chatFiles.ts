import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { MAX_CALL_RESULTS } from '#contract/limits.ts';
import type { AcceptedQuestion } from '#api/answers/acceptQuestion.ts';
import { toCallResult } from '#api/answers/functionCalls.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import type { ReadableMessage } from '#api/answers/readableHistory.ts';
import type { AppContext } from '#api/context.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { cleanName } from '#api/functions/searchableSites.ts';
import type { Person } from '#api/identity/person.ts';
import type { Embedder } from '#api/models/embedder.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import { getReadableScope, type ReadableScope } from './access/readableScope.ts';
import { indexFile } from './indexing/indexFile.ts';
import { getPassageTokens, searchSite, type SiteSearchResult } from './searchSite.ts';
import { writeQueries, type SearchPlace } from './writeQueries.ts';

const noEmbedder: Embedder = { getEmbedderName: async () => null, embed: async () => [] };

/**
 * Indexes files that people added to chats. Each is indexed once, because its text never changes. If the embedder fails,
 * only the words are indexed.
 */
export async function indexChatFiles(
  ctx: Pick<AppContext, 'store' | 'fileEmbedder' | 'clock' | 'log'>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { chunks, files } = ctx.store;
  for (const id of ids) {
    const file = await files.find(id);
    const key = file && { tenantId: file.owner.tenantId, siteId: '', itemId: id };
    if (!key || (await chunks.findVisible(key))) continue;
    const text = (await files.findTexts([id])).get(id);
    if (!text) continue;
    const version = { ...key, etag: '', name: file.name, extraction: text.extraction };
    await indexFile(ctx, version, signal).catch(async (error: unknown) => {
      signal.throwIfAborted();
      // The file can have been deleted in the meantime.
      if (!(await files.find(id))) return;
      ctx.log.warn({ error }, 'failed to embed a file of a chat; indexing only its words');
      await indexFile({ ...ctx, fileEmbedder: noEmbedder }, version, signal);
    });
  }
}

interface ChatQuestion {
  question: Pick<AcceptedQuestion, 'lookedUp' | 'model' | 'timeZone'>;
  text: string;
  history: readonly ReadableMessage[];
}

/** The first look of an answer into files that are too long to be sent. The model can look up more if it can call functions. */
export async function searchChatFiles(
  ctx: AppContext,
  person: Person,
  { question, text, history }: ChatQuestion,
  signal: AbortSignal,
): Promise<SiteSearchResult> {
  const { lookedUp, model, timeZone } = question;
  await indexChatFiles(ctx, lookedUp, signal);
  const filter = { tenantId: person.tenantId, siteIds: [], fileIds: lookedUp, itemIds: null };
  const scope = await getReadableScope(ctx, person, filter, signal);
  const models = ctx.models.forPerson(person, timeZone);
  const places = describeChatPlace(scope);
  const { queries } = await writeQueries({ log: ctx.log, models }, model, { text, history, places }, signal);
  return searchSite(ctx, person, scope, { queries, maxTokens: getPassageTokens(ctx, model) }, signal);
}

/** What a model that writes queries knows of the files; nothing if none of the scope is of a chat. */
export function describeChatPlace(scope: Pick<ReadableScope, 'getFileNames'>): SearchPlace[] {
  const fileNames = scope.getFileNames('');
  return fileNames.length === 0 ? [] : [{ name: 'Files of the conversation', description: '', fileNames }];
}

/** Tells the model that it reads only parts of the long files. */
export function addChatFilesRule(
  system: string,
  { lookedUp, files }: Pick<AcceptedQuestion, 'lookedUp' | 'files'>,
  history: readonly ReadableMessage[],
): string {
  const all = [...history.flatMap((message) => message.files), ...files];
  const long = all.filter(({ scrapedFileId }) => lookedUp.includes(scrapedFileId));
  const names = [...new Set(long.map(({ fileName }) => JSON.stringify(cleanName(fileName))))];
  if (names.length === 0) return system;
  return `${system}\n\nThese files of the conversation are too long to be sent, so AVA looks things up in them: ${names.join(', ')}. The passages from them are only what was found for the question. If these do not answer it, say that you did not find it there, not that it is not there.`;
}

/** The row of the first look, with what it found. */
export function createChatFilesRow(passages: readonly Passage[]): Unnumbered<AnswerEvent> {
  const names = [...new Set(passages.map(({ fileName }) => cleanName(fileName)))];
  const call = { id: crypto.randomUUID(), title: functionTexts.searchAttached, asked: names.join(', ').slice(0, 400) };
  const results = passages.slice(0, MAX_CALL_RESULTS).map(toCallResult);
  return { type: 'call', call: { ...call, state: { name: 'done', found: passages.length, results } } };
}
