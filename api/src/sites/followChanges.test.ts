import { makeCorpusContext, type CorpusContext } from '#tests/harness/fakes/corpusContext.ts';
import { AvaError } from '#contract/errors.ts';
import { ReadableItems } from '#api/graph/readableItems.ts';
import type { Person } from '#api/identity/person.ts';
import type { CorpusFileRow } from '#api/storage/tables/corpora/corpusFiles.ts';
import { startEmbedding } from './addFile.ts';
import { NOT_GIVEN_OUT } from './fileVersion.ts';
import { syncChanges } from './followChanges.ts';

let corpus: CorpusContext;
beforeAll(async () => (corpus = await makeCorpusContext()));
beforeEach(() => corpus.reset());
afterAll(() => corpus.close());

const listFiles = async (): Promise<CorpusFileRow[]> =>
  corpus.ctx.store.corpusFiles.list(corpus.site.tenantId, [corpus.site.id]);
const findFile = async (id: string) => (await listFiles()).find(({ itemId }) => itemId === id);

/** Adds an embedded file to the corpus. */
async function addReady(id: string): Promise<CorpusFileRow> {
  const { ctx, site, library, ada } = corpus;
  const { fetching } = await startEmbedding(ctx, ada, site, library.put(id), {
    library: 'Documents',
    takesOwnership: true,
  });
  await fetching;
  await ctx.store.corpusFiles.markReady((await findFile(id))!);
  return (await findFile(id))!;
}

/** Syncs the site for a person. Only Ada owns it. */
const sync = (person: Person = corpus.ada, intervalMs = 0) =>
  syncChanges(corpus.ctx, person, { ...corpus.site, rights: { reads: true, owns: person === corpus.ada } }, intervalMs);

it('embeds a changed file, removes a deleted one and keeps the others', async () => {
  const { library, canceled } = corpus;
  const [plan, budget, lease] = [await addReady('plan'), await addReady('budget'), await addReady('lease')];
  await sync();
  library.put('plan', { name: 'Plan B.txt' });
  library.delete('budget');
  library.put('new');
  await sync();
  expect(await findFile('plan')).toMatchObject({
    name: 'Plan B.txt',
    etag: 'plan,2',
    state: 'waiting',
    id: plan.id,
    creator: plan.creator,
  });
  expect((await findFile('plan'))?.runId).not.toBe(plan.runId);
  expect(await findFile(budget.itemId)).toBeUndefined();
  expect(await findFile('lease')).toEqual(lease);
  expect((await listFiles()).map(({ itemId }) => itemId).toSorted()).toEqual(['lease', 'plan']);
  expect(canceled.toSorted()).toEqual([plan.runId, budget.runId].toSorted());
});

it('compares every file on the first check of a person and after Graph rejects the delta link', async () => {
  const { library } = corpus;
  await addReady('plan');
  library.put('plan');
  await sync();
  expect(await findFile('plan')).toMatchObject({ etag: 'plan,2' });
  library.put('plan');
  library.expireDeltaLinks();
  await sync();
  expect(await findFile('plan')).toMatchObject({ etag: 'plan,3' });
});

it('follows the changes of each person separately', async () => {
  const { library, ben } = corpus;
  await addReady('plan');
  for (const person of [corpus.ada, ben]) await sync(person);
  library.put('plan');
  const { getReadableItems } = library.graph;
  library.graph.getReadableItems = async () => new ReadableItems();
  await sync(ben);
  expect(await findFile('plan')).toMatchObject({ etag: 'plan,1' });
  library.graph.getReadableItems = getReadableItems;
  await sync();
  expect(await findFile('plan')).toMatchObject({ etag: 'plan,2' });
});

it('keeps a file that is deleted for Ben, who does not own the site', async () => {
  const { library, ben } = corpus;
  await addReady('plan');
  for (const person of [corpus.ada, ben]) await sync(person);
  library.delete('plan');
  await sync(ben);
  expect(await findFile('plan')).toBeDefined();
  await sync();
  expect(await findFile('plan')).toBeUndefined();
});

it('keeps a file that was deleted and restored, and embeds the version that came back', async () => {
  const { library } = corpus;
  await addReady('plan');
  await sync();
  library.delete('plan');
  library.put('plan', { etag: 'plan,7' });
  await sync();
  expect(await findFile('plan')).toMatchObject({ etag: 'plan,7' });
});

/** @proves threat:expired-delta-link */
it('removes what was deleted before Graph rejected the delta link, and embeds nothing that did not change', async () => {
  const { library } = corpus;
  const [, lease] = [await addReady('plan'), await addReady('lease')];
  await sync();
  library.delete('plan');
  library.expireDeltaLinks();
  await sync();
  expect(await findFile('plan')).toBeUndefined();
  expect(await findFile('lease')).toEqual(lease);
  expect(library.calls.filter((call) => call.startsWith('download'))).toEqual(['download plan', 'download lease']);
});

it('follows changes again right after Graph rejected the delta link', async () => {
  const { library } = corpus;
  await addReady('plan');
  await sync();
  library.expireDeltaLinks();
  await sync();
  const before = library.calls.length;
  library.put('plan');
  await sync();
  expect(await findFile('plan')).toMatchObject({ etag: 'plan,2' });
  expect(library.calls.slice(before)[0]).not.toBe('changes null');
});

/** @proves threat:expired-delta-link */
it('keeps a file that Graph refuses to show to an owner', async () => {
  const { library } = corpus;
  await addReady('plan');
  await sync();
  const { getReadableItems, isDeleted } = library.graph;
  Object.assign(library.graph, {
    getReadableItems: async () => new ReadableItems(),
    findItem: async () => null,
    isDeleted: async () => false,
  });
  library.delete('plan');
  await sync();
  expect(await findFile('plan')).toBeDefined();
  Object.assign(library.graph, { getReadableItems, isDeleted });
  library.expireDeltaLinks();
  await sync();
  expect(await findFile('plan')).toBeUndefined();
});

it('embeds a file that failed while Microsoft 365 was out of order, and no file that failed for another reason', async () => {
  const { ctx } = corpus;
  const [plan, lease] = [await addReady('plan'), await addReady('lease')];
  await sync();
  await ctx.store.corpusFiles.markFailed(plan, NOT_GIVEN_OUT);
  await ctx.store.corpusFiles.markFailed(lease, 'The file has no text.');
  await sync();
  expect(await findFile('plan')).toMatchObject({
    state: 'waiting',
    reason: null,
    etag: 'plan,1',
    creator: plan.creator,
  });
  expect(await findFile('lease')).toMatchObject({ state: 'failed', runId: lease.runId });
});

it('reads the same changes again after a failure', async () => {
  const { library } = corpus;
  await addReady('plan');
  await sync();
  library.put('plan');
  library.failNext('readable', new AvaError('graph_unavailable'));
  await expect(sync()).rejects.toMatchObject({ code: 'graph_unavailable' });
  await sync();
  expect(await findFile('plan')).toMatchObject({ etag: 'plan,2' });
});

it('checks for one person at most every three minutes', async () => {
  const { library, ada } = corpus;
  await sync(ada, 180_000);
  const before = library.calls.length;
  await sync(ada, 180_000);
  expect(library.calls.length).toBe(before);
});
