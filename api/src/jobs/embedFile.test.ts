import { makeCorpusContext, type CorpusContext } from '../../../tests/harness/fakes/corpusContext.ts';
import { eventually } from '../../../tests/harness/eventually.ts';
import { AvaError, errors } from '../../contract/errors.ts';
import type { Models } from '../models/models.ts';
import type { Runs } from '../runs/runs.ts';
import { begin } from '../sites/addFile.ts';
import type { AppContext } from '../context.ts';
import { runEmbedding } from './embedFile.ts';

const never = new AbortController().signal;

let corpus: CorpusContext;
beforeAll(async () => (corpus = await makeCorpusContext()));
afterAll(() => corpus.close());

/** Calls of the embedder until it answers; it is away for good where there are more. */
let refusals = 0;
let asked = 0;

/** The corpus context with a model server that refuses so often, and runs that are performed here and now. */
function withModels(): AppContext {
  const models: Pick<Models, 'embedder' | 'embed'> = {
    embedder: async () => 'lexical',
    async embed(texts) {
      asked += 1;
      if (asked <= refusals) throw new AvaError('model_unavailable');
      return texts.map(() => Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0));
    },
  };
  const runs: Pick<Runs, 'perform' | 'processId' | 'cancel'> = {
    processId: crypto.randomUUID(),
    cancel: async () => undefined,
    async perform(_run, _kind, work) {
      for await (const event of work(never)) if (event.type === 'completed') return;
    },
  };
  return { ...corpus.ctx, models: models as Models, runs: runs as Runs };
}

/** Ada adds a text, and a worker makes it findable; time passes as fast as the clock is turned. */
async function embedded(refused: number): Promise<{ state: string; reason: string | null; found: boolean }> {
  [asked, refusals] = [0, refused];
  const { site, library, ada, clock } = corpus;
  const ctx = withModels();
  const item = library.put(`ledger${refused}`, { text: 'The tontine came to 21 crowns.' });
  const { runId, fetching } = await begin(ctx, ada, site, item, { library: 'Documents', adopts: true });
  await fetching;
  let over = false;
  const run = await ctx.store.runs.find(runId);
  if (!run) throw new Error('There is no run.');
  const performed = runEmbedding(ctx, run).finally(() => (over = true));
  const settled = performed.catch((error: unknown) => expect(error).toBeInstanceOf(AvaError));
  await eventually(
    async () => {
      await clock.advance(1_000);
      expect(over).toBe(true);
    },
    { withinMs: 30_000, everyMs: 5 },
  );
  await settled;
  const row = await ctx.store.corpusFiles.find(site.tenantId, site.id, item.id);
  const visible = await ctx.store.chunks.findVisible({ tenantId: site.tenantId, siteId: site.id, itemId: item.id });
  return { state: row?.state ?? 'gone', reason: row?.reason ?? null, found: visible !== undefined };
}

it('waits for a model server that is away for half a minute', async () => {
  expect(await embedded(4)).toEqual({ state: 'ready', reason: null, found: true });
  expect(asked).toBe(5);
});

it('gives up one that stays away, says why, and leaves nothing to be found', async () => {
  const { detail } = errors.model_unavailable;
  expect(await embedded(1_000)).toEqual({ state: 'failed', reason: detail, found: false });
  expect(asked).toBe(6);
});
