import { makeCorpusContext, type CorpusContext } from '#tests/harness/fakes/corpusContext.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { AvaError, errors } from '#contract/errors.ts';
import type { Embedder } from '#api/models/embedder.ts';
import type { Runs } from '#api/runs/runs.ts';
import { startEmbedding } from '#api/sites/addFile.ts';
import type { AppContext } from '#api/context.ts';
import { runEmbedding } from './embedFile.ts';

const signal = new AbortController().signal;

let corpus: CorpusContext;
beforeAll(async () => (corpus = await makeCorpusContext()));
afterAll(() => corpus.close());

/** Number of calls that the embedder refuses before it works, and number of calls so far. */
let refusals = 0;
let calls = 0;

/** The corpus context with a model server that refuses calls, and runs that are performed in this process. */
function createContext(): AppContext {
  const fileEmbedder: Embedder = {
    getEmbedderName: async () => 'lexical',
    async embed(texts) {
      calls += 1;
      if (calls <= refusals) throw new AvaError('model_unavailable');
      return texts.map(() => Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0));
    },
  };
  const runs: Pick<Runs, 'perform' | 'processId' | 'cancel'> = {
    processId: crypto.randomUUID(),
    cancel: async () => undefined,
    async perform(_run, _kind, work) {
      for await (const event of work(signal)) if (event.type === 'completed') return;
    },
  };
  return { ...corpus.ctx, fileEmbedder, runs: runs as Runs };
}

/** Ada adds a file and a worker embeds it, while the clock advances. */
async function embedFile(refusedCalls: number): Promise<{ state: string; reason: string | null; found: boolean }> {
  [calls, refusals] = [0, refusedCalls];
  const { site, library, ada, clock } = corpus;
  const ctx = createContext();
  const item = library.put(`ledger${refusedCalls}`, { text: 'The tontine came to 21 crowns.' });
  const { runId, fetching } = await startEmbedding(ctx, ada, site, item, {
    library: 'Documents',
    takesOwnership: true,
  });
  await fetching;
  let isDone = false;
  const run = await ctx.store.runs.find(runId);
  if (!run) throw new Error('There is no run.');
  const performed = runEmbedding(ctx, run).finally(() => (isDone = true));
  const settled = performed.catch((error: unknown) => expect(error).toBeInstanceOf(AvaError));
  await eventually(
    async () => {
      await clock.advance(1_000);
      expect(isDone).toBe(true);
    },
    { everyMs: 5 },
  );
  await settled;
  const row = await ctx.store.corpusFiles.find(site.tenantId, site.id, item.id);
  const visible = await ctx.store.chunks.findVisible({ tenantId: site.tenantId, siteId: site.id, itemId: item.id });
  return { state: row?.state ?? 'gone', reason: row?.reason ?? null, found: visible !== undefined };
}

it('retries while the model server is down for half a minute', async () => {
  expect(await embedFile(4)).toEqual({ state: 'ready', reason: null, found: true });
  expect(calls).toBe(5);
});

it('fails with the reason and leaves nothing in the index if the model server stays down', async () => {
  const { detail } = errors.model_unavailable;
  expect(await embedFile(1_000)).toEqual({ state: 'failed', reason: detail, found: false });
  expect(calls).toBe(6);
});
