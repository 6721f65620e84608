import { indexFile } from '../../../api/src/search/indexing/indexFile.ts';
import { findHits } from '../../../api/src/search/findHits.ts';
import { getReadableScope } from '../../../api/src/search/access/readableScope.ts';
import { cosine } from '../../../api/src/search/ranking/vectorSearch.ts';
import { openCorpus, addSite, asker, makeSiteId, TENANT, type BenchCorpus } from '../search/benchCorpus.ts';
import { runOnEachEngine, type Engine } from '../data/engines.ts';
import { percentile, type Figure, type Measure } from '../figures.ts';
import { makeChunk, CHUNKS_PER_FILE, DIMENSIONS, makeQuestion, makeVector } from '../search/syntheticChunks.ts';
import { makeEnglish } from '../data/randomText.ts';

const SITES = 20;
/** The person may see these. */
const SEEN = [2, 9, 14];
const QUESTIONS = 100;
const RECALL_QUESTIONS = 30;
const RECALL_AT = 20;
const PER_BATCH = 200;
const PAGES = 200;
const never = new AbortController().signal;

/**
 * Searches over chunks of invented words and vectors in 20 sites, of which a person may see 3; how many of the 20 nearest
 * vectors the search by signs finds; and how many pages of text a second become findable, their vectors included.
 */
export const retrieval: Measure = async ({ quick }) => {
  const sizes = quick ? [2_000] : [10_000, 100_000];
  return runOnEachEngine(async (engine) => {
    const figures: Figure[] = [];
    for (const size of sizes) figures.push(...(await measure(engine, size)));
    return [...figures, await ingest(engine, quick)];
  });
};

async function measure(engine: Engine, size: number): Promise<Figure[]> {
  const corpus = await openCorpus(engine.databaseUrl);
  try {
    const perSecond = await fill(corpus, size);
    const ms = await searches(corpus, size);
    const recall = await recallOf(corpus, size);
    const { pgvector } = corpus.database;
    const aim = engine.name === 'embedded' ? { below: 150 } : { below: 50 };
    const name = `${size.toLocaleString('en-US')} chunks, ${SEEN.length} of ${SITES} sites, ${engine.name}${pgvector ? ' with pgvector' : ''}`;
    return [
      {
        name: `${name}: search p50`,
        value: percentile(ms, 0.5),
        unit: 'ms',
        note: `filled with ${Math.round(perSecond)} chunks a second`,
      },
      {
        name: `${name}: search p95`,
        value: percentile(ms, 0.95),
        unit: 'ms',
        ...(engine.name === 'embedded' || pgvector ? { aim } : { note: 'the aim of 50 ms is for pgvector' }),
      },
      {
        name: `${name}: recall@${RECALL_AT} of vectors`,
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

/** Files belong to sites in turn; the chunks of a file come one after the other. */
const siteOfFile = (file: number) => file % SITES;

async function fill(corpus: BenchCorpus, size: number): Promise<number> {
  const { store, database } = corpus;
  const files = Array.from({ length: size / CHUNKS_PER_FILE }, (_, at) => at);
  for (let site = 0; site < SITES; site += 1) {
    await addSite(corpus, makeSiteId(site), files.filter((file) => siteOfFile(file) === site).map(String));
  }
  const began = performance.now();
  for (const file of files) {
    const id = crypto.randomUUID();
    const set = {
      tenantId: TENANT,
      siteId: makeSiteId(siteOfFile(file)),
      itemId: String(file),
      etag: 'v1',
      name: '',
      type: 'TXT',
    };
    await store.chunks.createVersion({ ...set, id, language: 'simple', embedder: 'lexical' }, new Date());
    const chunks = Array.from({ length: CHUNKS_PER_FILE }, (_, at) => makeChunk(file * CHUNKS_PER_FILE + at, size));
    for (let from = 0; from < chunks.length; from += PER_BATCH)
      await store.chunks.add(id, chunks.slice(from, from + PER_BATCH));
    await store.chunks.publish(id);
  }
  const seconds = (performance.now() - began) / 1_000;
  await database.kysely.executeQuery({ sql: 'analyze', parameters: [], query: { kind: 'RawNode' } } as never);
  return size / seconds;
}

const where = { tenantId: TENANT, siteIds: SEEN.map(makeSiteId), itemIds: null };

async function searches({ ctx }: BenchCorpus, size: number): Promise<number[]> {
  const ms: number[] = [];
  for (let round = -5; round < QUESTIONS; round += 1) {
    const { text, vector } = makeQuestion(Math.abs(round), size);
    const models = { ...ctx.models, getEmbedderName: async () => 'lexical', embed: async () => [vector] };
    const began = performance.now();
    await findHits({ ...ctx, models }, asker, where, text, never);
    // The first ones warm the way.
    if (round >= 0) ms.push(performance.now() - began);
  }
  return ms;
}

/** The share of the truly nearest that are among those the search compares by their whole vectors. */
async function recallOf({ store, ctx }: BenchCorpus, size: number): Promise<number> {
  const mine = Array.from({ length: size }, (_, chunk) => chunk).filter((chunk) =>
    SEEN.includes(siteOfFile(Math.floor(chunk / CHUNKS_PER_FILE))),
  );
  const questions = Array.from({ length: RECALL_QUESTIONS }, (_, at) => makeQuestion(at, size).vector);
  const exact = questions.map((): { chunk: number; near: number }[] => []);
  for (const chunk of mine) {
    const vector = makeVector(chunk, size);
    for (const [at, question] of questions.entries()) exact[at]?.push({ chunk, near: cosine(question, vector) });
  }
  const scope = (await getReadableScope(ctx, asker, where)).getChunkScope();
  let found = 0;
  for (const [at, question] of questions.entries()) {
    const compared = await store.chunkSearch.findByVector(scope, 'lexical', question, 200);
    const vectors = await store.chunkSearch.findVectors(
      compared.map(({ id }) => id),
      'lexical',
    );
    const best = [...vectors.values()]
      .map((vector) => cosine(question, vector))
      .toSorted((a, b) => b - a)
      .slice(0, RECALL_AT);
    const truth = exact[at]?.toSorted((a, b) => b.near - a.near).slice(0, RECALL_AT) ?? [];
    const least = truth.at(-1)?.near ?? 0;
    found += best.filter((near) => near >= least - 1e-6).length / Math.max(1, truth.length);
  }
  return found / questions.length;
}

async function ingest(engine: Engine, quick: boolean): Promise<Figure> {
  const corpus = await openCorpus(engine.databaseUrl);
  const pages = quick ? 20 : PAGES;
  try {
    await addSite(corpus, makeSiteId(99), ['pages']);
    const parts = Array.from({ length: pages }, (_, at) => ({
      location: { kind: 'page' as const, page: at + 1 },
      text: makeEnglish(2_500, at),
    }));
    const file = { tenantId: TENANT, siteId: makeSiteId(99), itemId: 'pages', etag: 'v1', name: 'Pages.pdf' };
    const began = performance.now();
    await indexFile(corpus.ctx, { ...file, extraction: { type: 'PDF', parts, pages, usedOcr: false } }, never);
    const value = pages / ((performance.now() - began) / 1_000);
    return {
      name: `${engine.name}: pages of 2,500 characters made findable`,
      value,
      unit: 'pages/s',
      note: `vectors of ${DIMENSIONS} numbers included`,
    };
  } finally {
    await corpus.close();
  }
}
