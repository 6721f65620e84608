import { createFakePersonModels } from '#tests/harness/fakes/personModels.ts';
import { indexFile } from '#api/search/indexing/indexFile.ts';
import { findHits } from '#tests/harness/fakes/searchLibrary.ts';
import { getReadableScope } from '#api/search/access/readableScope.ts';
import { cosine } from '#api/search/ranking/vectorSearch.ts';
import { openCorpus, addSite, reader, makeSiteId, TENANT, type BenchCorpus } from '#tests/bench/search/benchCorpus.ts';
import { replayLooks, searchFirst } from '#tests/bench/search/lookupLoop.ts';
import { runOnEachEngine, type Engine } from '#tests/bench/data/engines.ts';
import { percentile, type Figure, type Measure } from '#tests/bench/figures.ts';
import {
  makeChunk,
  CHUNKS_PER_FILE,
  DIMENSIONS,
  makeQuestion,
  makeVector,
} from '#tests/bench/search/syntheticChunks.ts';
import { makeEnglish } from '#tests/bench/data/randomText.ts';

const SITES = 20;
/** Sites that the person can search. */
const READABLE_SITES = [2, 9, 14];
const QUESTIONS = 100;
const RECALL_QUESTIONS = 30;
const LOOK_QUESTIONS = 40;
const MAX_LOOK_MS = 300;
const RECALL_DEPTH = 20;
const CHUNKS_PER_BATCH = 200;
const PAGES = 200;
const never = new AbortController().signal;

/**
 * Measures the search time over synthetic chunks in 20 sites, of which a person can search 3; the recall of the 20
 * nearest vectors, because the search finds candidates by sign bits; and the pages of text indexed per second, vectors
 * included.
 */
export const retrieval: Measure = async ({ quick }) => {
  const sizes = quick ? [2_000] : [10_000, 100_000];
  return runOnEachEngine(async (engine) => {
    const figures: Figure[] = [];
    for (const size of sizes) figures.push(...(await measure(engine, size)));
    return [...figures, await measureIndexing(engine, quick)];
  });
};

async function measure(engine: Engine, size: number): Promise<Figure[]> {
  const corpus = await openCorpus(engine.databaseUrl);
  try {
    const perSecond = await fill(corpus, size);
    const ms = await measureSearches(corpus, size);
    const looks = await measureLooks(corpus, size);
    const recall = await measureRecall(corpus, size);
    const { pgvector } = corpus.database;
    const aim = engine.name === 'embedded' ? { below: 150 } : { below: 50 };
    const name = `${size.toLocaleString('en-US')} chunks, ${READABLE_SITES.length} of ${SITES} sites, ${engine.name}${pgvector ? ' with pgvector' : ''}`;
    return [
      {
        name: `${name}: search p50`,
        value: percentile(ms, 0.5),
        unit: 'ms',
        note: `filled with ${Math.round(perSecond)} chunks per second`,
      },
      {
        name: `${name}: search p95`,
        value: percentile(ms, 0.95),
        unit: 'ms',
        ...(engine.name === 'embedded' || pgvector ? { aim } : { note: 'the target of 50 ms is for pgvector' }),
      },
      {
        name: `${name}: a look-up of a model p95`,
        value: percentile(looks, 0.95),
        unit: 'ms',
        aim: { atMost: MAX_LOOK_MS },
        note: 'search, open and find',
      },
      {
        name: `${name}: recall@${RECALL_DEPTH} of vectors`,
        value: recall,
        unit: '',
        aim: { atLeast: 0.98 },
        peer: { name: 'exact', value: 1 },
      },
    ];
  } finally {
    await corpus.close();
  }
}

/** Distributes files evenly over the sites. */
const pickSite = (file: number) => file % SITES;

async function fill(corpus: BenchCorpus, size: number): Promise<number> {
  const { store, database } = corpus;
  const files = Array.from({ length: size / CHUNKS_PER_FILE }, (_, index) => index);
  for (let site = 0; site < SITES; site += 1) {
    await addSite(corpus, makeSiteId(site), files.filter((file) => pickSite(file) === site).map(String));
  }
  const startedAt = performance.now();
  for (const file of files) {
    const id = crypto.randomUUID();
    const version = {
      tenantId: TENANT,
      siteId: makeSiteId(pickSite(file)),
      itemId: String(file),
      etag: 'v1',
      name: '',
      type: 'TXT',
    };
    await store.chunks.createVersion(
      { ...version, id, language: 'simple', embedder: 'lexical', unread: [] },
      new Date(),
    );
    const chunks = Array.from({ length: CHUNKS_PER_FILE }, (_, index) =>
      makeChunk(file * CHUNKS_PER_FILE + index, size),
    );
    for (let from = 0; from < chunks.length; from += CHUNKS_PER_BATCH)
      await store.chunks.add(id, chunks.slice(from, from + CHUNKS_PER_BATCH));
    await store.chunks.publish(id);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  await database.kysely.executeQuery({ sql: 'analyze', parameters: [], query: { kind: 'RawNode' } } as never);
  return size / seconds;
}

const scope = { tenantId: TENANT, siteIds: READABLE_SITES.map(makeSiteId), itemIds: null };

async function measureSearches({ ctx }: BenchCorpus, size: number): Promise<number[]> {
  const ms: number[] = [];
  for (let round = -5; round < QUESTIONS; round += 1) {
    const { text, vector } = makeQuestion(Math.abs(round), size);
    const forPerson = () => createFakePersonModels({ embed: async () => [vector] });
    const models = { getEmbedderName: async () => 'lexical', forPerson };
    const startedAt = performance.now();
    await findHits({ ...ctx, models }, reader, scope, text, never);
    // The first rounds are a warm-up.
    if (round >= 0) ms.push(performance.now() - startedAt);
  }
  return ms;
}

/**
 * The time of each look-up after the first round of a question: another search, its best file opened, and a word found
 * in it.
 */
async function measureLooks(corpus: BenchCorpus, size: number): Promise<number[]> {
  const ms: number[] = [];
  for (let number = 0; number < LOOK_QUESTIONS; number += 1) {
    const [question, other] = [makeQuestion(number, size), makeQuestion(number + LOOK_QUESTIONS, size)];
    const forPerson = () => createFakePersonModels({ embed: async () => [question.vector] });
    const asked = { ...corpus, ctx: { ...corpus.ctx, models: { ...corpus.ctx.models, forPerson } } };
    const [best] = await searchFirst(asked, scope, [question.text]);
    if (!best) continue;
    const { fileName: file, text } = best;
    const looks = [{ search: [other.text] }, { open: file }, { find: text.split(' ')[0] ?? '', file }];
    ms.push(...(await replayLooks(asked, scope, { queries: [question.text], looks })).times);
  }
  return ms;
}

/** Recall of the 20 nearest chunks. The search compares the full vectors of 200 candidates only. */
async function measureRecall({ store, ctx }: BenchCorpus, size: number): Promise<number> {
  const readable = Array.from({ length: size }, (_, chunk) => chunk).filter((chunk) =>
    READABLE_SITES.includes(pickSite(Math.floor(chunk / CHUNKS_PER_FILE))),
  );
  const questions = Array.from({ length: RECALL_QUESTIONS }, (_, number) => makeQuestion(number, size).vector);
  const exact = questions.map((): { chunk: number; similarity: number }[] => []);
  for (const chunk of readable) {
    const vector = makeVector(chunk, size);
    for (const [index, question] of questions.entries())
      exact[index]?.push({ chunk, similarity: cosine(question, vector) });
  }
  const chunkScope = (await getReadableScope(ctx, reader, scope)).getChunkScope();
  let recalled = 0;
  for (const [index, question] of questions.entries()) {
    const compared = await store.chunkSearch.findByVector(chunkScope, 'lexical', question, 200);
    const vectors = await store.chunkSearch.findVectors(
      compared.map(({ id }) => id),
      'lexical',
    );
    const best = [...vectors.values()]
      .map((vector) => cosine(question, vector))
      .toSorted((a, b) => b - a)
      .slice(0, RECALL_DEPTH);
    const nearest = exact[index]?.toSorted((a, b) => b.similarity - a.similarity).slice(0, RECALL_DEPTH) ?? [];
    const threshold = nearest.at(-1)?.similarity ?? 0;
    recalled += best.filter((similarity) => similarity >= threshold - 1e-6).length / Math.max(1, nearest.length);
  }
  return recalled / questions.length;
}

async function measureIndexing(engine: Engine, quick: boolean): Promise<Figure> {
  const corpus = await openCorpus(engine.databaseUrl);
  const pages = quick ? 20 : PAGES;
  try {
    await addSite(corpus, makeSiteId(99), ['pages']);
    const parts = Array.from({ length: pages }, (_, index) => ({
      location: { kind: 'page' as const, page: index + 1 },
      text: makeEnglish(2_500, index),
    }));
    const file = { tenantId: TENANT, siteId: makeSiteId(99), itemId: 'pages', etag: 'v1', name: 'Pages.pdf' };
    const startedAt = performance.now();
    await indexFile(corpus.ctx, { ...file, extraction: { type: 'PDF', parts, pages, usedOcr: false } }, never);
    const value = pages / ((performance.now() - startedAt) / 1_000);
    return {
      name: `${engine.name}: pages of 2,500 characters indexed`,
      value,
      unit: 'pages/s',
      note: `including vectors of ${DIMENSIONS} dimensions`,
    };
  } finally {
    await corpus.close();
  }
}
