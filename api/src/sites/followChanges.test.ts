import { makeCorpusContext, type CorpusContext } from '../../../tests/harness/fakes/corpusContext.ts';
import { AvaError } from '../../contract/errors.ts';
import { ReadableItems } from '../graph/readableItems.ts';
import type { Person } from '../identity/person.ts';
import type { CorpusFileRow } from '../storage/tables/corpora/corpusFiles.ts';
import { begin } from './addFile.ts';
import { look } from './followChanges.ts';

let corpus: CorpusContext;
beforeAll(async () => (corpus = await makeCorpusContext()));
beforeEach(() => corpus.renew());
afterAll(() => corpus.close());

const all = async (): Promise<CorpusFileRow[]> =>
  corpus.ctx.store.corpusFiles.list(corpus.site.tenantId, [corpus.site.id]);
const one = async (id: string) => (await all()).find(({ itemId }) => itemId === id);

/** A file of the corpus that can be found. */
async function ready(id: string): Promise<CorpusFileRow> {
  const { ctx, site, library, ada } = corpus;
  await (
    await begin(ctx, ada, site, library.put(id), { library: 'Documents', adopts: true })
  ).fetching;
  await ctx.store.corpusFiles.markReady((await one(id))!);
  return (await one(id))!;
}

/** Ada owns the site. */
const visit = (person: Person = corpus.ada, everyMs?: number) =>
  look(corpus.ctx, person, { ...corpus.site, rights: { reads: true, owns: person === corpus.ada } }, everyMs ?? 0);

it('reads a changed file again, drops a deleted one, and leaves the others alone', async () => {
  const { library, cancelled } = corpus;
  const [plan, budget, lease] = [await ready('plan'), await ready('budget'), await ready('lease')];
  await visit();
  library.put('plan', { name: 'Plan B.txt' });
  library.delete('budget');
  library.put('newcomer');
  await visit();
  expect(await one('plan')).toMatchObject({
    name: 'Plan B.txt',
    etag: 'plan,2',
    state: 'waiting',
    id: plan.id,
    creator: plan.creator,
  });
  expect((await one('plan'))?.runId).not.toBe(plan.runId);
  expect(await one(budget.itemId)).toBeUndefined();
  expect(await one('lease')).toEqual(lease);
  expect((await all()).map(({ itemId }) => itemId).toSorted()).toEqual(['lease', 'plan']);
  expect(cancelled.toSorted()).toEqual([plan.runId, budget.runId].toSorted());
});

it('compares everything at a person’s first visit and where Graph has forgotten its list', async () => {
  const { library } = corpus;
  await ready('plan');
  library.put('plan');
  await visit();
  expect(await one('plan')).toMatchObject({ etag: 'plan,2' });
  library.put('plan');
  library.forgetChanges();
  await visit();
  expect(await one('plan')).toMatchObject({ etag: 'plan,3' });
});

it('sees for each person what they may see: Ben’s visit takes no news from Ada', async () => {
  const { library, ben } = corpus;
  await ready('plan');
  for (const person of [corpus.ada, ben]) await visit(person);
  library.put('plan');
  const { getReadableItems } = library.graph;
  library.graph.getReadableItems = async () => new ReadableItems();
  await visit(ben);
  expect(await one('plan')).toMatchObject({ etag: 'plan,1' });
  library.graph.getReadableItems = getReadableItems;
  await visit();
  expect(await one('plan')).toMatchObject({ etag: 'plan,2' });
});

it('keeps for everybody what Graph calls deleted to Ben, who does not own the site', async () => {
  const { library, ben } = corpus;
  await ready('plan');
  for (const person of [corpus.ada, ben]) await visit(person);
  library.delete('plan');
  await visit(ben);
  expect(await one('plan')).toBeDefined();
  await visit();
  expect(await one('plan')).toBeUndefined();
});

it('keeps a file that Graph lists as deleted and gives all the same', async () => {
  const { library } = corpus;
  await ready('plan');
  await visit();
  library.delete('plan');
  library.put('plan');
  await visit();
  expect(await one('plan')).toBeDefined();
});

it('looks again for what it could not do', async () => {
  const { library } = corpus;
  await ready('plan');
  await visit();
  library.put('plan');
  library.failNext('readable', new AvaError('graph_unavailable'));
  await expect(visit()).rejects.toMatchObject({ code: 'graph_unavailable' });
  await visit();
  expect(await one('plan')).toMatchObject({ etag: 'plan,2' });
});

it('asks for the same person no more often than every three minutes', async () => {
  const { library, ada } = corpus;
  await visit(ada, 180_000);
  const before = library.asked.length;
  await visit(ada, 180_000);
  expect(library.asked.length).toBe(before);
});
