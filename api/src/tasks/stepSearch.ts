import type { Model } from '#contract/models.ts';
import { joinStepText } from '#contract/tasks/taskRules.ts';
import type { AnswerFunctions } from '#api/answers/functionCalls.ts';
import { toOriginKey } from '#api/answers/hiddenMessages.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import type { AppContext } from '#api/context.ts';
import { createAnswerFunctions, type CallLimits, type CallOrigins } from '#api/functions/answerFunctions.ts';
import { createLookups } from '#api/functions/lookup/lookups.ts';
import { offerFunctions } from '#api/functions/offeredFunctions.ts';
import { nameSites } from '#api/functions/searchableSites.ts';
import type { Person } from '#api/identity/person.ts';
import type { PersonModels } from '#api/models/personModels.ts';
import type { ReadableHit } from '#api/search/access/trimToReadable.ts';
import { describePlaces } from '#api/search/searchedSites.ts';
import { getPassageTokens, getSiteScope, searchSite, withReranker } from '#api/search/searchSite.ts';
import { writeQueries } from '#api/search/writeQueries.ts';
import type { OutputRow, TaskRunOptions } from '#api/storage/tables/tasks/taskRuns.ts';
import type { StepReading } from './stepInputs.ts';
import type { TaskView } from './taskView.ts';

/** What a step asks of the sites that it mentions, or of functions. */
export interface StepQuestion {
  runId: string;
  view: TaskView;
  index: number;
  options: TaskRunOptions;
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
  /** With which the model looks up more. */
  functions: AnswerFunctions | undefined;
  /** The question, without the name of a group of functions at its start. */
  text: string;
  /** The sites of all hits: of the search, and of what the model has looked up since. */
  foundIds: ReadonlySet<string>;
}

/** Searches the mentioned sites in one ranking, or offers functions, and saves what the output is based on. */
export async function searchForStep(
  ctx: AppContext,
  person: Person,
  models: PersonModels,
  question: StepQuestion,
  signal: AbortSignal,
): Promise<StepSearch> {
  const { reading, text, model, limits } = question;
  const { sites } = reading;
  if (sites.length === 0) return offerForStep(ctx, person, question, signal);
  const scope = await getSiteScope(ctx, person, sites, [], signal);
  const places = describePlaces(sites, scope);
  const history = reading.previous.map(({ row }) => ({ source: 'AVA' as const, content: row.output.content }));
  const { queries } = await writeQueries({ log: ctx.log, models }, model, { text, history, places }, signal);
  const maxTokens = getPassageTokens(ctx, model);
  const searchContext = withReranker(ctx, models, model);
  const result = await searchSite(searchContext, person, scope, { queries, maxTokens }, signal);
  const { hits: found, passages, passageHits } = result;
  const foundIds = new Set(found.map(({ file }) => file.siteId));

  const save = createSaveOrigins(ctx, question, passageHits);
  const saveOrigins = async (read: CallOrigins): Promise<void> => {
    for (const { file } of read.hits) foundIds.add(file.siteId);
    await save(read);
  };
  await saveOrigins({ hits: [], origins: [] });
  const named = sites.length > 1 ? nameSites(ctx, sites) : [];
  const lookups = createLookups({ sites: reading.searched, itemIds: [], named });
  const functions = createAnswerFunctions(ctx, person, lookups, { saveOrigins, limits });
  return { found: passages, functions, text, foundIds };
}

/** The functions that the organization has switched on, and calculations over the files of the step. */
async function offerForStep(
  ctx: AppContext,
  person: Person,
  question: StepQuestion,
  signal: AbortSignal,
): Promise<StepSearch> {
  const { reading, options, view, index, limits } = question;
  const { files, previous, prompt } = reading;
  const step = view.steps[index];
  const fileTypes = files.map(({ fileType }) => fileType);
  const asked = { text: question.text, functionCalling: options.functionCalling, lookUp: false, fileTypes };
  const { functions, text } = await offerFunctions(ctx, person, asked, signal);
  if (functions.length === 0) return { found: [], functions: undefined, text, foundIds: new Set() };
  // Other people can have written the prompts of a shared task and of one from the library.
  const isOwn = view.task.sharedBy === null && view.task.templateId === null;
  // The model that writes a super prompt has read how files and earlier outputs begin.
  const isRewritten = step?.enableSuperPrompt ?? false;
  const scope = {
    reading: {
      hasOtherTexts: !isOwn || isRewritten || files.length > 0 || previous.length > 0,
      ownTexts: isOwn ? [step ? joinStepText(prompt, step.stepInput) : prompt] : [],
    },
    saveOrigins: createSaveOrigins(ctx, question, []),
    limits,
  };
  return { found: [], functions: createAnswerFunctions(ctx, person, functions, scope), text, foundIds: new Set() };
}

/** Returns a function that saves everything that a step has read, before the model reads it. */
function createSaveOrigins(
  { store }: AppContext,
  { runId, outputRow, onBegin }: StepQuestion,
  passageHits: readonly ReadableHit[],
): (read: CallOrigins) => Promise<void> {
  return async ({ hits, origins }) => {
    const files = [...passageHits, ...hits].map(({ file: { siteId, itemId } }) => ({ siteId, itemId }));
    const all = [...outputRow.origins, ...files, ...origins];
    const unique = [...new Map(all.map((origin) => [toOriginKey(origin), origin])).values()];
    await store.taskRuns.saveOrigins(runId, outputRow.stepId, unique);
    onBegin({ ...outputRow, origins: unique });
  };
}
