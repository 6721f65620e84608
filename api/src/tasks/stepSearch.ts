import type { Model } from '#contract/models.ts';
import type { AnswerFunctions } from '#api/answers/functionCalls.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import type { AppContext } from '#api/context.ts';
import { createAnswerFunctions, type CallLimits, type CallOrigins } from '#api/functions/answerFunctions.ts';
import { createLookups } from '#api/functions/lookup/lookups.ts';
import { nameSites } from '#api/functions/searchableSites.ts';
import type { Person } from '#api/identity/person.ts';
import type { PersonModels } from '#api/models/personModels.ts';
import { describePlaces } from '#api/search/searchedSites.ts';
import { getPassageTokens, getSiteScope, searchSite, withReranker } from '#api/search/searchSite.ts';
import { writeQueries } from '#api/search/writeQueries.ts';
import type { OutputOrigin, OutputRow } from '#api/storage/tables/tasks/taskRuns.ts';
import type { StepReading } from './stepInputs.ts';

/** What a step asks of the sites that it mentions. */
interface StepQuestion {
  runId: string;
  model: Model;
  reading: StepReading;
  text: string;
  outputRow: OutputRow;
  /** What its look-ups can use; if it is missing, as much as an answer. */
  limits?: CallLimits;
  /** Called before the model reads anything, with what the output is based on. */
  onBegin: (row: OutputRow) => void;
}

/** What the mentioned sites have for a step. */
export interface StepSearch {
  found: readonly Passage[];
  /** With which the model looks up more; undefined if no site is mentioned. */
  functions: AnswerFunctions | undefined;
  /** The sites of all hits: of the search, and of what the model has looked up since. */
  foundIds: ReadonlySet<string>;
}

/** Searches the mentioned sites in one ranking, and saves which files the output is based on. */
export async function searchForStep(
  ctx: AppContext,
  person: Person,
  models: PersonModels,
  { reading, text, model, runId, outputRow, limits, onBegin }: StepQuestion,
  signal: AbortSignal,
): Promise<StepSearch> {
  const { sites } = reading;
  if (sites.length === 0) return { found: [], functions: undefined, foundIds: new Set() };
  const scope = await getSiteScope(ctx, person, sites, [], signal);
  const places = describePlaces(sites, scope);
  const history = reading.previous ? [{ source: 'AVA' as const, content: reading.previous.row.output.content }] : [];
  const { queries } = await writeQueries({ log: ctx.log, models }, model, { text, history, places }, signal);
  const maxTokens = getPassageTokens(ctx, model);
  const searchContext = withReranker(ctx, models, model);
  const result = await searchSite(searchContext, person, scope, { queries, maxTokens }, signal);
  const { hits: found, passages, passageHits } = result;
  const foundIds = new Set(found.map(({ file }) => file.siteId));

  async function saveOrigins({ hits, origins: listed }: CallOrigins): Promise<void> {
    for (const { file } of hits) foundIds.add(file.siteId);
    const read = [...passageHits, ...hits].map(({ file }) => file);
    const files = [...outputRow.origins, ...read, ...listed.filter((origin) => 'siteId' in origin)];
    const origins = files.map(({ siteId, itemId }): OutputOrigin => ({ siteId, itemId }));
    const unique = [...new Map(origins.map((file) => [`${file.siteId}/${file.itemId}`, file])).values()];
    await ctx.store.taskRuns.saveOrigins(runId, outputRow.stepId, unique);
    onBegin({ ...outputRow, origins: unique });
  }

  await saveOrigins({ hits: [], origins: [] });
  const named = sites.length > 1 ? nameSites(ctx, sites) : [];
  const lookups = createLookups({ sites: reading.searched, itemIds: [], named });
  const functions = createAnswerFunctions(ctx, person, lookups, { saveOrigins, limits });
  return { found: passages, functions, foundIds };
}
