import { createHash } from 'node:crypto';
import type { AnswerMetadata } from '#contract/chats/chat.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { defaultTemperatureOf } from '#contract/settings.ts';
import { acceptQuestion, type AcceptedQuestion, type Question, type Source } from '#api/answers/acceptQuestion.ts';
import { acceptRegeneration, type AnswerReference } from '#api/answers/acceptVersion.ts';
import { makeAnswer, type Evidence } from '#api/answers/answerPipeline.ts';
import { saveSearchOrigins } from '#api/answers/answerOrigins.ts';
import { startAnswerRun } from '#api/answers/answerRun.ts';
import { removeMention } from '#api/answers/mention.ts';
import { createNotFoundMark, NOT_FOUND_MARK, NOTHING_FOUND } from '#api/answers/notFoundMark.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { getReadableHistory, type ReadableMessage } from '#api/answers/readableHistory.ts';
import { readSystemPrompt } from '#api/answers/prompt/systemPrompt.ts';
import type { AnswerFunctions } from '#api/answers/functionCalls.ts';
import { createAnswerFunctions, type CallOrigins } from '#api/functions/answerFunctions.ts';
import { createLookups } from '#api/functions/lookup/lookups.ts';
import type { Person } from '#api/identity/person.ts';
import type { PersonModels } from '#api/models/personModels.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import { authorizeSite, type AuthorizedSite } from '#api/sites/siteAccess.ts';
import type { AppContext } from '#api/context.ts';
import { getPassageTokens, getSiteScope, searchSite, type SiteSearchResult } from './searchSite.ts';
import { splitWords } from './text/words.ts';
import { writeQueries, type SearchPlan } from './writeQueries.ts';

/**
 * By the mark, AVA recognizes that an answer found nothing, in whatever language it is written, and even if it cites the
 * closest passage.
 */
const SEARCH_RULES = `Answer only from the passages and this conversation, not from what else you know. If they answer no part of the question, begin with ${NOT_FOUND_MARK}, say that you found nothing about it, and cite the closest passage if one helps.`;

/** See docs/decisions/2026-11-27-searches-are-analytic.md. */
const defaultTemperature = defaultTemperatureOf('ks');
/** How long a response waits for the files that the search finds, because a header names them. */
const SOURCES_TIMEOUT_MS = 5_000;
/** How many words of an unanswered question are counted. */
const MAX_UNANSWERED_WORDS = 12;

/** The site and files to search for an answer. */
export interface SiteScope {
  siteId: string;
  /** Only these files; all files if empty. */
  itemIds: readonly string[];
}

/** Answers a question from the files of a site that the person can read. */
export function answerFromSite(
  ctx: AppContext,
  person: Person,
  question: Question,
  scope: SiteScope,
): Promise<AcceptedQuestion> {
  return searchAndStart(ctx, person, scope, () => acceptQuestion(ctx, person, { ...question, defaultTemperature }));
}

/** Searches again and answers the question of an answer again. The earlier answer stays a version. */
export function regenerateFromSite(
  ctx: AppContext,
  person: Person,
  reference: AnswerReference,
  newId: string | undefined,
  scope: SiteScope,
): Promise<AcceptedQuestion> {
  return searchAndStart(ctx, person, scope, () =>
    acceptRegeneration(ctx, person, { ...reference, defaultTemperature }, newId),
  );
}

/** Throws `not_found` before anything is stored if the person can't search the site. */
async function searchAndStart(
  ctx: AppContext,
  person: Person,
  { siteId, itemIds }: SiteScope,
  accept: () => Promise<AcceptedQuestion>,
): Promise<AcceptedQuestion> {
  const site = await authorizeSite(ctx, person, siteId, 'search');
  const accepted = await accept();
  if (!accepted.isNew) return accepted;
  const { promise: foundSources, resolve: onSources } = Promise.withResolvers<Source[]>();
  startAnswerRun(ctx, person, accepted, async function* (signal) {
    try {
      yield* searchAndAnswer(ctx, person, { site, itemIds, question: accepted, onSources }, signal);
    } finally {
      onSources([]);
    }
  });
  const wait = new AbortController();
  const timeout = ctx.clock.sleep(SOURCES_TIMEOUT_MS, wait.signal).then(() => []);
  const found = await Promise.race([foundSources, timeout]).finally(() => wait.abort());
  return { ...accepted, sources: [...found, ...accepted.sources] };
}

interface SiteQuestion {
  site: AuthorizedSite;
  itemIds: readonly string[];
  question: AcceptedQuestion;
  /** Called with the files that were found. */
  onSources: (sources: Source[]) => void;
}

async function* searchAndAnswer(
  ctx: AppContext,
  person: Person,
  request: SiteQuestion,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<AnswerEvent>> {
  const { store, log } = ctx;
  const { site, question } = request;
  const { chatId, answerId, temperature } = question;
  const text = removeMention(question.text, site.name);
  const models = ctx.models.forPerson(person, question.timeZone);
  const mark = createNotFoundMark(NOTHING_FOUND);
  const cited = new Set<string>();
  /** Empty until the site was searched. */
  const search: Partial<SearchedSite> = {};
  const saveMetadata = (metadata: Partial<AnswerMetadata>) =>
    store.messages.saveMetadata(chatId, answerId, {
      ...metadata,
      ...describeSearch(search),
      not_found: search.history === null || mark.wasFound(),
    });
  const gatherPassages = async (): Promise<Evidence | null> => {
    const system = await readSystemPrompt(ctx, person, { ...question, functionCalling: false, lookUp: true });
    const { plan, found, history, functions } = await searchForQuestion(
      ctx,
      person,
      models,
      { ...request, text },
      signal,
    );
    Object.assign(search, { plan, found, history });
    if (history === null) return null;
    return { system: addGuidance(system, site), text, history, found: found.passages, functions, mark };
  };

  yield { type: 'stage', stage: 'searching' };
  for await (const event of makeAnswer(ctx, { question, models, gatherPassages, saveMetadata }, signal)) {
    if (event.type === 'citations')
      for (const citation of event.citations) if (citation.site === site.id) cited.add(citation.fileid);
    yield event;
  }
  if (!search.found) return;
  if (cited.size === 0 || mark.wasFound()) await countUnanswered(ctx, person, site, search.found, text);
  else
    await store.corpusFiles
      .countCitations(site.tenantId, site.id, [...cited])
      .catch((error: unknown) => log.warn({ error }, 'failed to count citations'));
  if (search.history === null) await saveMetadata({ used_model: '', temperature });
}

/** What a search for a question has found. */
interface SearchedSite {
  plan: SearchPlan;
  found: SiteSearchResult;
  /** The messages before the question; null if there is nothing to answer from. */
  history: readonly ReadableMessage[] | null;
  /** With which the model looks up more. */
  functions: AnswerFunctions;
}

/** Searches the site for the queries that the model writes, and saves what the answer is based on. */
async function searchForQuestion(
  ctx: AppContext,
  person: Person,
  models: PersonModels,
  { site, itemIds, question, text, onSources }: SiteQuestion & { text: string },
  signal: AbortSignal,
): Promise<SearchedSite> {
  const { store, log, clock } = ctx;
  const { chatId, model } = question;
  await store.chats.change(chatId, { corpus: site.id }, clock.now());
  const [earlier, scope] = await Promise.all([
    getReadableHistory(ctx, person, chatId, question.history),
    getSiteScope(ctx, person, site, itemIds, signal),
  ]);
  const places = [{ ...site, fileNames: scope.fileNames }];
  const plan = await writeQueries({ log, models }, model, { text, history: earlier.messages, places }, signal);
  const queries = { queries: plan.queries, maxTokens: getPassageTokens(ctx, model) };
  const found = await searchSite(ctx, person, scope, queries, signal);
  const hasContent = found.passages.length > 0 || question.files.length > 0;
  // The history is read again, because access can be revoked while a search runs.
  const history = hasContent ? await getReadableHistory(ctx, person, chatId, question.history) : null;
  const saveOrigins = ({ hits, origins }: CallOrigins) =>
    saveSearchOrigins(ctx, site, question, found, [...(history?.origins ?? []), ...origins], hits);
  await saveOrigins({ hits: [], origins: [] });
  onSources(listSources(found.passages));
  const lookups = createLookups({ siteIds: [site.id], itemIds, named: [] });
  const functions = createAnswerFunctions(ctx, person, lookups, { saveOrigins });
  return { plan, found, history: history && history.messages, functions };
}

function describeSearch({ plan, found }: Partial<SearchedSite>): Partial<AnswerMetadata> {
  if (!plan || !found) return {};
  return {
    EMBEDDING_MODEL: found.embedder,
    similarity_search_time: Math.round(found.ms),
    detected_intent: plan.intent,
  };
}

/** Adds the rules of a search, then the guidance of the site's owners, which can't override AVA's own rules. */
export function addGuidance(system: string, { prompt }: Pick<AuthorizedSite, 'prompt'>): string {
  const rules = `${system}\n\n${SEARCH_RULES}`;
  if (prompt.trim() === '') return rules;
  return `${rules}\n\nGuidance from the owners of these files. Follow it as far as the rules above allow:\n${prompt.trim()}`;
}

function listSources(passages: readonly Passage[]): Source[] {
  return [
    ...new Map(passages.map(({ fileId, fileName }) => [fileId, { fileid: fileId, filename: fileName }])).values(),
  ];
}

/**
 * Counts the words of an unanswered question, once per person. Only a hash of the person is saved. Words that the model has
 * added from file names or earlier answers are not counted, because the site's owners can't read all of these.
 */
async function countUnanswered(
  { store, log }: Pick<AppContext, 'store' | 'log'>,
  person: Person,
  { tenantId, id: siteId }: AuthorizedSite,
  { words }: SiteSearchResult,
  question: string,
): Promise<void> {
  const typed = new Set(splitWords(question).map(({ text }) => text));
  const counted = words.filter(({ display }) => typed.has(display)).slice(0, MAX_UNANSWERED_WORDS);
  const asker = createHash('sha256').update(`${tenantId}/${siteId}/${person.id}`).digest('hex');
  await store.searches
    .saveUnansweredWords({ tenantId, siteId }, counted, asker)
    .catch((error: unknown) => log.warn({ error }, 'failed to count unanswered question'));
}
