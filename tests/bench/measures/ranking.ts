import { analyzeText } from '#api/search/text/analyze.ts';
import { findInScope, type RankingParts } from '#api/search/findHits.ts';
import { indexFile, detectFileLanguage } from '#api/search/indexing/indexFile.ts';
import { parseQuery } from '#api/search/ranking/queryTerms.ts';
import { cosine } from '#api/search/ranking/vectorSearch.ts';
import { getReadableScope } from '#api/search/access/readableScope.ts';
import { createBm25, computeNdcg } from '#tests/bench/search/bm25.ts';
import { makeCollections, readCollection, type Collection } from '#tests/bench/search/judgedCollections.ts';
import { simulateEmbedder } from '#tests/bench/search/simulatedEmbedder.ts';
import { addSite, reader, openCorpus, makeSiteId, TENANT, type BenchCorpus } from '#tests/bench/search/benchCorpus.ts';
import type { Figure, Measure } from '#tests/bench/figures.ts';

const SITE = makeSiteId(1);
const never = new AbortController().signal;
const scope = { tenantId: TENANT, siteIds: [SITE], itemIds: null };
const allParts: RankingParts = { title: true, neighbors: true, vectors: true };

/** AVA's ranking, complete and without each of its parts. */
const variants: Record<string, RankingParts> = {
  'all parts': allParts,
  'without titles': { ...allParts, title: false },
  'without neighbors': { ...allParts, neighbors: false },
  'without vectors': { ...allParts, vectors: false },
  'words only': { title: false, neighbors: false, vectors: false },
};

/**
 * nDCG@10 on judged collections: generated ones or those of `--collection DIR,DIR`. The peer is plain BM25 (k1 1.2, b
 * 0.75) over the same analyzed terms of whole documents. A file ranks as high as its best chunk.
 */
export const ranking: Measure = async ({ quick, collection }) => {
  const collections = collection
    ? await Promise.all(collection.split(',').map(readCollection))
    : makeCollections(quick);
  const figures: Figure[] = [];
  const ratios: number[] = [];
  for (const judged of collections) {
    const { bm25, ava } = await measure(judged);
    const complete = ava.get('all parts') ?? 0;
    ratios.push(bm25 > 0 ? complete / bm25 : 1);
    figures.push(...[...ava].map(([variant, value]) => toFigure(judged, variant, value, bm25, complete)));
    figures.push(await measureStrongEmbedder(judged));
  }
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  return [
    ...figures,
    { name: 'mean of all collections, as a multiple of BM25', value: mean, unit: '', aim: { atLeast: 1.1 } },
  ];
};

function toFigure(
  { name, docs, queries }: Collection,
  variant: string,
  value: number,
  bm25: number,
  complete: number,
): Figure {
  const isComplete = variant === 'all parts';
  const gain = bm25 > 0 ? `this part adds ${(((complete - value) / bm25) * 100).toFixed(1)} % of BM25` : '';
  return {
    name: `${name}: nDCG@10, ${variant}`,
    value,
    unit: '',
    ...(isComplete ? { aim: { atLeast: 0.99 * bm25 } } : {}),
    peer: { name: 'BM25', value: bm25 },
    note: isComplete ? `${docs.length} documents, ${queries.length} questions` : variant === 'words only' ? '' : gain,
  };
}

async function measure(collection: Collection): Promise<{ bm25: number; ava: Map<string, number> }> {
  const corpus = await openCorpus(null);
  try {
    await indexCollection(corpus, collection);
    const ava = new Map<string, number>();
    for (const [name, parts] of Object.entries(variants)) ava.set(name, await measureAva(corpus, collection, parts));
    return { bm25: await computeMeanNdcg(collection, await createPeer(corpus, collection)), ava };
  } finally {
    await corpus.close();
  }
}

/** With a strong embedding model, both together must not be worse than words or vectors. */
async function measureStrongEmbedder(collection: Collection): Promise<Figure> {
  const embedder = simulateEmbedder(collection);
  const corpus = await openCorpus(null, embedder, 0.5);
  try {
    await indexCollection(corpus, collection);
    const value = await measureAva(corpus, collection, allParts);
    const words = await measureAva(corpus, collection, { ...allParts, vectors: false });
    const texts = collection.docs.map(({ text }) => text);
    const vectors = await embedder.embed(texts, never);
    const nearest = await computeMeanNdcg(collection, async (text) => {
      const [question] = await embedder.embed([text], never);
      const near = vectors.map((vector, index) => ({ id: collection.docs[index]!.id, near: cosine(vector, question) }));
      return near.toSorted((a, b) => b.near - a.near).map(({ id }) => id);
    });
    const peer = { name: 'the better of words and vectors', value: Math.max(words, nearest) };
    const name = `${collection.name}: nDCG@10 with a simulated strong embedding model`;
    return { name, value, unit: '', aim: { atLeast: 0.99 * peer.value }, peer };
  } finally {
    await corpus.close();
  }
}

async function indexCollection(corpus: BenchCorpus, { docs }: Collection): Promise<void> {
  await addSite(
    corpus,
    SITE,
    docs.map(({ id }) => id),
  );
  for (const { id, text } of docs) await indexDocument(corpus, id, text);
}

async function measureAva({ ctx }: BenchCorpus, collection: Collection, parts: RankingParts): Promise<number> {
  const readable = await getReadableScope(ctx, reader, scope, never);
  return computeMeanNdcg(collection, async (text) => {
    const { hits } = await findInScope(ctx, reader, readable, text, never, parts);
    return [...new Set(hits.map(({ file }) => file.itemId))];
  });
}

const toExtraction = (text: string) => ({
  type: 'TXT' as const,
  parts: [{ location: { kind: 'whole' as const }, text }],
  pages: null,
  usedOcr: false,
});

async function indexDocument({ ctx }: BenchCorpus, itemId: string, text: string): Promise<void> {
  // Documents of a collection have no meaningful names.
  const file = { tenantId: TENANT, siteId: SITE, itemId, etag: 'v1', name: '' };
  await indexFile(ctx, { ...file, extraction: toExtraction(text) }, never);
}

async function createPeer(
  { store, ctx }: BenchCorpus,
  { docs }: Collection,
): Promise<(text: string) => Promise<string[]>> {
  const analyzed = docs.map(async ({ id, text }) => {
    const { terms } = await analyzeText(store.stems, text, 'english', detectFileLanguage(toExtraction(text)));
    return { id, terms: terms.map(({ term }) => term) };
  });
  const bm25 = createBm25(await Promise.all(analyzed));
  const readableScope = await getReadableScope(ctx, reader, scope);
  return async (text) => bm25((await parseQuery(store, readableScope, text)).terms);
}

async function computeMeanNdcg(
  { grades, queries: all }: Collection,
  rank: (text: string) => Promise<string[]>,
): Promise<number> {
  const queries = all.filter(({ id }) => grades.has(id));
  let sum = 0;
  for (const { id, text } of queries) sum += computeNdcg(await rank(text), grades.get(id) ?? new Map());
  return sum / Math.max(1, queries.length);
}
