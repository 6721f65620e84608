import { z } from 'zod';
import { getReadableScope } from '#api/search/access/readableScope.ts';
import { searchSite } from '#api/search/searchSite.ts';
import type { CorpusFilter } from '#api/storage/tables/search/fileFilters.ts';
import { ArgumentError } from '#api/functions/arguments/argumentError.ts';
import { defineFunction, type AvaFunction, type CallContext } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { quoteNames } from '#api/functions/searchableSites.ts';
import { getPassage, passageNumber } from './foundFile.ts';
import { authorizeScope, createNarrowing, describeNarrowing, toConditions, type LookupScope } from './lookupScope.ts';

/** Share of the tokens of an answer's look-ups that one search can use. */
const SEARCH_SHARE = 0.25;

/** Passages of the scope that the person can read. */
export function createSearchFiles(scope: LookupScope): AvaFunction {
  const names = quoteNames(scope.named);
  const { sites, fileIds = [] } = scope;
  const places = [
    sites.length > 0 && 'the files of the organization',
    fileIds.length > 0 && 'the long files of this chat',
  ];
  return defineFunction({
    group: 'Sites',
    name: 'search',
    title: functionTexts.search,
    description: `Searches ${places.filter(Boolean).join(' and ')} for passages. Each query is a few words as such documents use them; with several queries, a passage that fits more of them comes first.${names && ` Sites: ${names}.`}`,
    args: z.object({
      queries: z.array(z.string().trim().min(1).max(400)).min(1).max(4),
      passages: z.array(passageNumber).max(20).optional().describe('search only the files of these passages'),
      ...createNarrowing(scope),
    }),
    describe: ({ queries, passages = [], ...narrowing }, found) =>
      [
        queries.join('; '),
        [...new Set(passages.map((number) => getPassage(found, number).fileName))].join(', '),
        describeNarrowing(narrowing),
      ]
        .filter(Boolean)
        .join(' · '),
    async run(call, { queries, passages: numbers = [], ...narrowing }) {
      const { ctx, person, signal } = call;
      const conditions = toConditions(narrowing);
      const all = restrict(await authorizeScope(call, scope, narrowing.sites), call, numbers);
      const isNarrowed = Object.values(conditions).some((condition) => condition !== undefined);
      const itemIds = isNarrowed ? await ctx.store.chunkLookup.listItemIds(all, conditions) : all.itemIds;
      const readable = await getReadableScope(ctx, person, { ...all, itemIds }, signal);
      const maxTokens = ctx.passageTokens * SEARCH_SHARE;
      const { passages, passageHits } = await searchSite(ctx, person, readable, { queries, maxTokens }, signal);
      return {
        summary: passages.length === 0 ? 'Nothing was found.' : `Found ${passages.length} passages.`,
        hits: passageHits,
        passages,
      };
    },
  });
}

/** Narrows the scope to the files of the passages with these numbers. */
function restrict(filter: CorpusFilter, { found }: CallContext, numbers: readonly number[]): CorpusFilter {
  if (numbers.length === 0) return filter;
  const { itemIds } = filter;
  const named = numbers.map((number) => {
    const { fileId, hit } = getPassage(found, number);
    if (!hit) throw new ArgumentError(functionTexts.notSearchable(number));
    return fileId;
  });
  return { ...filter, itemIds: itemIds === null ? named : named.filter((id) => itemIds.includes(id)) };
}
