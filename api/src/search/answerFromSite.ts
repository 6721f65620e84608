import type { AnswerMetadata } from '#contract/chats/chat.ts';
import type { AnswerEvent, Citation } from '#contract/runs/answerEvents.ts';
import { defaultTemperatureOf } from '#contract/settings.ts';
import { MAX_CHOSEN_SITES, type SiteChoice } from '#contract/sites/sites.ts';
import { acceptQuestion, type AcceptedQuestion, type Question, type Source } from '#api/answers/acceptQuestion.ts';
import { acceptRegeneration, type AnswerReference } from '#api/answers/acceptVersion.ts';
import { makeAnswer, type Evidence } from '#api/answers/answerPipeline.ts';
import { saveSearchOrigins } from '#api/answers/answerOrigins.ts';
import { startAnswerRun } from '#api/answers/answerRun.ts';
import { removeMentions } from '#api/answers/mention.ts';
import { createNotFoundMark } from '#api/answers/notFoundMark.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { getReadableHistory, type ReadableMessage } from '#api/answers/readableHistory.ts';
import { addGuidance } from '#api/answers/prompt/searchRules.ts';
import { readSystemPrompt } from '#api/answers/prompt/systemPrompt.ts';
import type { AnswerFunctions } from '#api/answers/functionCalls.ts';
import { createAnswerFunctions, type CallOrigins } from '#api/functions/answerFunctions.ts';
import { createLookups } from '#api/functions/lookup/lookups.ts';
import { nameSites } from '#api/functions/searchableSites.ts';
import type { Person } from '#api/identity/person.ts';
import type { PersonModels } from '#api/models/personModels.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import { findSearchableSites, type SearchableSites } from '#api/sites/searchableSites.ts';
import type { ReadableHit } from './access/trimToReadable.ts';
import type { AppContext } from '#api/context.ts';
import { addChatFilesRule, describeChatPlace, indexChatFiles } from './chatFiles.ts';
import { countResult } from './countResult.ts';
import { getPassageTokens, getSiteScope, searchSite, withReranker, type SiteSearchResult } from './searchSite.ts';
import {
  addGaps,
  createSitesRow,
  describeGaps,
  describePlaces,
  findGuidingSites,
  nothingFound,
} from './searchedSites.ts';
import { writeQueries, type SearchPlan } from './writeQueries.ts';

/** See docs/decisions/2026-11-27-searches-are-analytic.md. */
const defaultTemperature = defaultTemperatureOf('ks');
/** How long a response waits for the files that the search finds, because a header names them. */
const SOURCES_TIMEOUT_MS = 5_000;

/** The sites and files to search for an answer. */
export interface SiteScope {
  sites: SiteChoice;
  /** Only these files; all files if empty. */
  itemIds: readonly string[];
  /** Whether the response begins before the search has found files. */
  withoutSources: boolean;
}

/** Answers a question from the files of sites that the person can read. */
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

/** Throws `not_found` before anything is stored if the person can't search any of the chosen sites. */
async function searchAndStart(
  ctx: AppContext,
  person: Person,
  scope: SiteScope,
  accept: () => Promise<AcceptedQuestion>,
): Promise<AcceptedQuestion> {
  // All sites of a person take longer to find, so this waits until there is an answer that shows progress.
  if (scope.sites !== 'all') await findSearchableSites(ctx, person, scope.sites);
  const accepted = await accept();
  if (!accepted.isNew) return accepted;
  const { promise: foundSources, resolve: onSources } = Promise.withResolvers<Source[]>();
  startAnswerRun(ctx, person, accepted, async function* (signal) {
    try {
      yield* searchAndAnswer(ctx, person, { ...scope, question: accepted, onSources }, signal);
    } finally {
      onSources([]);
    }
  });
  if (scope.withoutSources) return accepted;
  const wait = new AbortController();
  const timeout = ctx.clock.sleep(SOURCES_TIMEOUT_MS, wait.signal).then(() => []);
  const found = await Promise.race([foundSources, timeout]).finally(() => wait.abort());
  return { ...accepted, sources: [...found, ...accepted.sources] };
}

interface SiteQuestion extends SiteScope {
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
  const { store } = ctx;
  const { sites: choice, question } = request;
  const { chatId, answerId, temperature } = question;
  const models = ctx.models.forPerson(person, question.timeZone);
  const mark = createNotFoundMark(nothingFound(choice));
  const cited: Citation[] = [];
  /** Empty until the sites were searched. */
  const search: Partial<SearchedSites> = {};
  const saveMetadata = (metadata: Partial<AnswerMetadata>) =>
    store.messages.saveMetadata(chatId, answerId, {
      ...metadata,
      ...describeSearch(search),
      searched: { sites: choice, onlyFiles: request.itemIds.length > 0 },
      not_found: search.history === null || mark.wasFound(),
    });

  yield { type: 'stage', stage: 'searching' };
  const searched = await findSearchableSites(ctx, person, choice, signal);
  const text = removeMentions(
    question.text,
    searched.sites.slice(0, MAX_CHOSEN_SITES).map(({ name }) => name),
  );
  const gatherPassages = async (): Promise<Evidence | null> => {
    const system = await readSystemPrompt(ctx, person, question);
    const result = await searchForQuestion(ctx, person, models, { ...request, searched, text }, signal);
    Object.assign(search, result);
    const { found, history, functions } = result;
    if (history === null) return null;
    const guiding = await findGuidingSites(ctx, person, searched.sites, found.passages, signal);
    const rules = addChatFilesRule(addGuidance(system, guiding), question, history);
    return { system: rules, text, history, found: found.passages, functions, mark };
  };
  const work = { question, models, gatherPassages, saveMetadata, nothingFound: nothingFound(choice) };
  const findGaps = async () => {
    const isAboutSites = request.itemIds.length === 0 && !mark.wasFound();
    return describeGaps(ctx, person, choice, searched, (isAboutSites && search.foundIds) || new Set());
  };
  let row: Unnumbered<AnswerEvent> | null = null;
  for await (const event of addGaps(makeAnswer(ctx, work, signal), findGaps)) {
    if (row === null && search.found) {
      row = createSitesRow(choice, searched, search.found.passages);
      if (row) yield row;
    }
    if (event.type === 'citations') cited.splice(0, cited.length, ...event.citations);
    yield event;
  }
  if (!search.found) return;
  await countResult(ctx, person, searched.sites, {
    cited,
    found: search.found,
    wasFound: !mark.wasFound(),
    text,
    choice,
  });
  if (search.history === null) await saveMetadata({ used_model: '', temperature });
}

/** What a search for a question has found. */
interface SearchedSites {
  plan: SearchPlan;
  found: SiteSearchResult;
  /** The messages that the model gets before the question; null if there are no passages to answer from. */
  history: readonly ReadableMessage[] | null;
  /** The functions with which the model can look up more. */
  functions: AnswerFunctions;
  /** The sites of all hits: of the search, and of what the model has looked up since. */
  foundIds: ReadonlySet<string>;
}

/** Searches the sites for the queries that the model writes, and saves what the answer is based on. */
async function searchForQuestion(
  ctx: AppContext,
  person: Person,
  models: PersonModels,
  {
    sites: choice,
    searched,
    itemIds,
    question,
    text,
    onSources,
  }: SiteQuestion & { searched: SearchableSites; text: string },
  signal: AbortSignal,
): Promise<SearchedSites> {
  const { store, log, clock } = ctx;
  const { chatId, model } = question;
  const { sites } = searched;
  await store.chats.change(chatId, { sites: choice }, clock.now());
  await indexChatFiles(ctx, question.lookedUp, signal);
  const [earlier, scope] = await Promise.all([
    getReadableHistory(ctx, person, chatId, question.history),
    getSiteScope(ctx, person, sites, itemIds, signal, question.lookedUp),
  ]);
  const places = [...describePlaces(sites, scope), ...describeChatPlace(scope)];
  const plan = await writeQueries({ log, models }, model, { text, history: earlier.messages, places }, signal);
  const queries = { queries: plan.queries, maxTokens: getPassageTokens(ctx, model) };
  const found = await searchSite(withReranker(ctx, models, model), person, scope, queries, signal);
  const hasContent = found.passages.length > 0 || question.files.length > 0;
  // The history is read again, because access can be revoked while a search runs.
  const history = hasContent ? await getReadableHistory(ctx, person, chatId, question.history) : null;
  const siteIds = sites.map(({ id }) => id);
  const listSiteIds = (hits: readonly ReadableHit[]) => hits.map(({ file }) => file.siteId).filter(Boolean);
  const foundIds = new Set(listSiteIds(found.hits));
  const saveOrigins = ({ hits, origins }: CallOrigins) => {
    for (const id of listSiteIds(hits)) foundIds.add(id);
    return saveSearchOrigins(ctx, person, siteIds, question, found, [...(history?.origins ?? []), ...origins], hits);
  };
  await saveOrigins({ hits: [], origins: [] });
  onSources(listSources(found.passages));
  const named = sites.length > 1 ? nameSites(ctx, sites) : [];
  const lookups = createLookups({ sites: choice, itemIds, named, fileIds: question.lookedUp });
  const functions = createAnswerFunctions(ctx, person, lookups, { saveOrigins });
  return { plan, found, history: history && history.messages, functions, foundIds };
}

function describeSearch({ plan, found }: Partial<SearchedSites>): Partial<AnswerMetadata> {
  if (!plan || !found) return {};
  return {
    EMBEDDING_MODEL: found.embedder,
    similarity_search_time: Math.round(found.ms),
    detected_intent: plan.intent,
  };
}

function listSources(passages: readonly Passage[]): Source[] {
  return [
    ...new Map(passages.map(({ fileId, fileName }) => [fileId, { fileid: fileId, filename: fileName }])).values(),
  ];
}
