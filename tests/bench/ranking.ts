import { analyzeText } from '../../api/src/search/text/analyze.ts';
import { findHits, type RankingParts } from '../../api/src/search/findHits.ts';
import { indexFile, detectFileLanguage } from '../../api/src/search/indexing/indexFile.ts';
import { parseQuery } from '../../api/src/search/ranking/queryTerms.ts';
import { getReadableScope } from '../../api/src/search/access/readableScope.ts';
import { createBm25, ndcg } from './bm25.ts';
import { inventedCollections, readCollection, type Collection } from './collections.ts';
import { addSite, asker, openCorpus, siteOf, TENANT, type BenchCorpus } from './corpus.ts';
import type { Figure, Measure } from './figures.ts';

const SITE = siteOf(1);
const never = new AbortController().signal;
const where = { tenantId: TENANT, siteIds: [SITE], itemIds: null };
const all: RankingParts = { title: true, feedback: true, neighbors: true, vectors: true };

/** AVA's ranking, whole and with each of its parts left out. */
const variants: Record<string, RankingParts> = {
  'all parts': all,
  'without titles': { ...all, title: false },
  'without feedback': { ...all, feedback: false },
  'without neighbors': { ...all, neighbors: false },
  'without vectors': { ...all, vectors: false },
  'words alone': { title: false, feedback: false, neighbors: false, vectors: false },
};

/**
 * nDCG@10 on judged collections, invented ones or those of `--collection DIR,DIR`. The peer is plain BM25 (k1 1.2, b 0.75)
 * over the same analyzed terms, documents whole. A file stands as high as its best chunk.
 */
export const ranking: Measure = async ({ quick, collection }) => {
  const collections = collection
    ? await Promise.all(collection.split(',').map(readCollection))
    : inventedCollections(quick);
  const figures: Figure[] = [];
  const ratios: number[] = [];
  for (const one of collections) {
    const { plain, own } = await measure(one);
    const whole = own.get('all parts') ?? 0;
    ratios.push(plain > 0 ? whole / plain : 1);
    figures.push(...[...own].map(([variant, value]): Figure => figureOf(one, variant, value, plain, whole)));
  }
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  return [
    ...figures,
    { name: 'in the mean of the collections, as a multiple of BM25', value: mean, unit: '', aim: { atLeast: 1.1 } },
  ];
};

function figureOf(
  { name, docs, queries }: Collection,
  variant: string,
  value: number,
  plain: number,
  whole: number,
): Figure {
  const isWhole = variant === 'all parts';
  const share = plain > 0 ? `${(((whole - value) / plain) * 100).toFixed(1)} % of BM25 is this part's share` : '';
  return {
    name: `${name}: nDCG@10, ${variant}`,
    value,
    unit: '',
    ...(isWhole ? { aim: { atLeast: 0.99 * plain } } : {}),
    peer: { name: 'BM25', value: plain },
    note: isWhole ? `${docs.length} documents, ${queries.length} questions` : variant === 'words alone' ? '' : share,
  };
}

async function measure(collection: Collection): Promise<{ plain: number; own: Map<string, number> }> {
  const corpus = await openCorpus(null);
  try {
    await addSite(
      corpus,
      SITE,
      collection.docs.map(({ id }) => id),
    );
    for (const { id, text } of collection.docs) await index(corpus, id, text);
    const queries = collection.queries.filter(({ id }) => collection.grades.has(id));
    const own = new Map<string, number>();
    for (const [name, parts] of Object.entries(variants)) {
      const rank = async (text: string) =>
        (await findHits(corpus.ctx, asker, where, text, never, parts)).hits.map(({ file }) => file.itemId);
      own.set(name, await meanOf(collection, queries, async (text) => [...new Set(await rank(text))]));
    }
    return { plain: await meanOf(collection, queries, await plainBm25(corpus, collection)), own };
  } finally {
    await corpus.close();
  }
}

const extractionOf = (text: string) => ({
  type: 'TXT' as const,
  parts: [{ location: { kind: 'whole' as const }, text }],
  pages: null,
  usedOcr: false,
});

async function index({ ctx }: BenchCorpus, itemId: string, text: string): Promise<void> {
  // A document of a collection has no name that would say anything.
  const file = { tenantId: TENANT, siteId: SITE, itemId, etag: 'v1', name: '' };
  await indexFile(ctx, { ...file, extraction: extractionOf(text) }, never);
}

async function plainBm25(
  { store, ctx }: BenchCorpus,
  { docs }: Collection,
): Promise<(text: string) => Promise<string[]>> {
  const read = docs.map(async ({ id, text }) => {
    const { terms } = await analyzeText(store.stems, text, 'english', detectFileLanguage(extractionOf(text)));
    return { id, terms: terms.map(({ term }) => term) };
  });
  const bm25 = createBm25(await Promise.all(read));
  const scope = await getReadableScope(ctx, asker, where);
  return async (text) => bm25((await parseQuery(store, scope, text)).terms);
}

async function meanOf(
  { grades }: Collection,
  queries: Collection['queries'],
  rank: (text: string) => Promise<string[]>,
): Promise<number> {
  let sum = 0;
  for (const { id, text } of queries) sum += ndcg(await rank(text), grades.get(id) ?? new Map());
  return sum / Math.max(1, queries.length);
}
