import type { Model } from '#contract/models.ts';
import { pageNumber } from '#contract/files/locations.ts';
import { performCalls, type ModelConversation } from '#api/answers/functionCalls.ts';
import { formatPassages, type Passage } from '#api/answers/prompt/passages.ts';
import type { AppContext } from '#api/context.ts';
import { createAnswerFunctions } from '#api/functions/answerFunctions.ts';
import { createLookups } from '#api/functions/lookup/lookups.ts';
import { getReadableScope } from '#api/search/access/readableScope.ts';
import { searchSite } from '#api/search/searchSite.ts';
import { countTokens } from '#api/tokens/countTokens.ts';
import { reader, TENANT, type BenchCorpus } from './benchCorpus.ts';

/**
 * What a strong model did for a question: the queries of the first round, then its look-ups. They name files instead of
 * passages, so that they stay the same when the ranking changes; a look-up can't open a file of which no passage was
 * found before it.
 */
export interface RecordedLooks {
  queries: readonly string[];
  looks: readonly RecordedLook[];
}

export type RecordedLook =
  | { search: readonly string[]; files?: readonly string[] }
  | { open: string; from?: number; to?: number }
  | { find: string; file: string };

export interface Scope {
  siteIds: readonly string[];
  /** Null for all files. */
  itemIds: readonly string[] | null;
}

/** All passages that the model has read at the end. */
export interface LookedUp {
  passages: readonly Passage[];
  /** Tokens of all passages, which the last prompt has together. */
  tokens: number;
  looks: number;
  /** How long each look-up took, in ms. */
  times: readonly number[];
}

/** A model with the context window of the models in use. */
export const model: Model = {
  model_alias: 'strong',
  model_name: 'strong',
  deployment_name: 'strong',
  label: 'Strong',
  description: '',
  short_description: '',
  modalities: ['chat_completion'],
  context_window: 128_000,
  max_output_tokens: 8_000,
  model_context_window: 128_000,
  model_max_tokens: 8_000,
  temperature: 0,
  top_p: 1,
  data_cutoff_datestring: '',
};
/** The default of the setting `PASSAGE_TOKENS`. */
export const PASSAGE_TOKENS = 24_000;
const never = new AbortController().signal;

export const toPlace = ({ fileName, location }: Pick<Passage, 'fileName' | 'location'>) => ({
  filename: fileName,
  pagenumber: pageNumber(location),
});

/** The passages of the first round. */
export async function searchFirst(
  { ctx }: BenchCorpus,
  { siteIds, itemIds }: Scope,
  queries: readonly string[],
  maxTokens = PASSAGE_TOKENS,
): Promise<Passage[]> {
  const scope = await getReadableScope(ctx, reader, { tenantId: TENANT, siteIds: [...siteIds], itemIds }, never);
  return (await searchSite(ctx, reader, scope, { queries, maxTokens }, never)).passages;
}

/** Replays the loop as an answer performs it, with its limits. */
export async function replayLooks(corpus: BenchCorpus, scope: Scope, recorded: RecordedLooks): Promise<LookedUp> {
  const first = await searchFirst(corpus, scope, recorded.queries);
  const conversation: ModelConversation = { messages: [], passages: [...first], found: new Map() };
  const prompt = { model, messages: [], temperature: 0, passages: first };
  const { log } = corpus.ctx;
  // The functions read the store, the clock, which site is the help, and what the person can read, and nothing else.
  const organizations = { get: () => ({ helpSiteId: null }) };
  const ctx = { ...corpus.ctx, organizations, passageTokens: PASSAGE_TOKENS } as unknown as AppContext;
  const lookups = createLookups({ sites: [...scope.siteIds], itemIds: scope.itemIds ?? [], named: [] });
  const functions = createAnswerFunctions(ctx, reader, lookups, { saveOrigins: async () => undefined });
  const times: number[] = [];
  for (const look of recorded.looks) {
    const call = toCall(look, conversation.passages);
    if (!call) continue;
    const startedAt = performance.now();
    for await (const event of performCalls(
      { functions, prompt, log },
      conversation,
      { text: '', calls: [call] },
      never,
    ))
      if (event.type === 'call' && event.call.state.name === 'failed') throw new Error(event.call.state.reason);
    times.push(performance.now() - startedAt);
  }
  const { passages } = conversation;
  return { passages, tokens: await countTokens(formatPassages(passages)), looks: times.length, times };
}

function toCall(look: RecordedLook, passages: readonly Passage[]) {
  const findNumber = (file: string) => passages.find(({ fileName }) => fileName === file)?.number;
  const make = (name: string, args: object) => ({ id: '', name, arguments: JSON.stringify(args) });
  if ('search' in look) {
    const numbers = (look.files ?? []).flatMap((file) => findNumber(file) ?? []);
    return make('search', { queries: look.search, ...(numbers.length > 0 && { passages: numbers }) });
  }
  const passage = findNumber('open' in look ? look.open : look.file);
  if (passage === undefined) return null;
  return 'open' in look
    ? make('open', { passage, from: look.from, to: look.to })
    : make('find', { passage, words: look.find });
}
