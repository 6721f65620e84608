import { makeCorpusContext, type CorpusContext } from '../../../tests/harness/fakes/corpusContext.ts';
import { AvaError } from '../../contract/errors.ts';
import { ReadableItems } from '../graph/readableItems.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';
import { createSiteFiles, type Wanted } from './siteFiles.ts';

let corpus: CorpusContext;
let list: ReturnType<typeof createSiteFiles>;
/** What was taken from whom: `person/item`. */
const taken = new Set<string>();
/** How many items Graph was asked about, question by question. */
let asked: number[] = [];

beforeAll(async () => (corpus = await makeCorpusContext()));
beforeEach(async () => {
  await corpus.renew();
  taken.clear();
  asked = [];
  list = createSiteFiles(worldOf(corpus));
});
afterAll(() => corpus.close());

/** The library as Graph shows it: to each what they may read now. */
function worldOf({ ctx, library }: CorpusContext): AppContext {
  const mayRead = (person: Person, id: string) => !taken.has(`${person.name}/${id}`);
  const graph: Partial<AppContext['graph']> = {
    ...ctx.graph,
    getReadableSites: async (_person, ids) => new Set(ids),
    async listChildren(person, ...rest) {
      const page = await library.graph.listChildren(person, ...rest);
      return { ...page, items: page.items.filter(({ id }) => mayRead(person, id)) };
    },
    async getReadableItems(person, items) {
      asked.push(items.length);
      const readable = await library.graph.getReadableItems(person, items);
      return new ReadableItems(
        items.flatMap((ref) => {
          const item = mayRead(person, ref.itemId) ? readable.get(ref) : undefined;
          return item ? [[ref, item] as const] : [];
        }),
      );
    },
  };
  return { ...ctx, graph: graph as AppContext['graph'] };
}

const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  siteId: corpus.site.id,
  search: '',
  includeEmbedded: true,
  reload: false,
  start: 0,
  limit: 200,
  ...more,
});

/** Waits for what asks the store, which has a time of its own, and then for the crawl's first look. */
async function passing<T>(reply: Promise<T>): Promise<T> {
  let ended = false;
  const settle = () => void (ended = true);
  reply.then(settle, settle);
  while (!ended) {
    await new Promise((wake) => setTimeout(wake, 5));
    await corpus.clock.pass(50);
  }
  return reply;
}

async function look(person: Person, more: Partial<Wanted> = {}) {
  const { files, ...rest } = await passing(list(person, wanted(more)));
  return { ...rest, names: files.map(({ name }) => name) };
}

/** A library whose second page cannot be had for as long as anybody looks. */
function neverWhole() {
  for (let file = 0; file < 300; file += 1) corpus.library.put(`note${file}`);
  corpus.library.failNext('children root 200', new AvaError('graph_unavailable'), 1_000);
}

it('what Ada lists is not given to Ben, and what he lists neither to her', async () => {
  const { library, ada, ben } = corpus;
  library.put('plan');
  library.put('salaries');
  taken.add(`${ben.name}/salaries`);
  expect((await look(ada)).names).toEqual(['plan.txt', 'salaries.txt']);
  expect(await look(ben)).toMatchObject({ names: ['plan.txt'], total: 1, crawl: { files: 1 } });
  expect(library.asked.filter((call) => call.startsWith('children'))).toHaveLength(2);
});

it('a name that Ben has lost is shown for half a minute at most, from when it was read', async () => {
  const { library, ben, clock } = corpus;
  library.put('plan');
  library.put('salaries');
  await look(ben);
  taken.add(`${ben.name}/salaries`);
  await clock.pass(30_000);
  expect(await look(ben)).toMatchObject({ names: ['plan.txt'], total: 1 });
  expect(await look(ben, { search: 'salar' })).toMatchObject({ names: [], total: 0 });
});

it('a crawl that failed does not keep older names alive', async () => {
  const { ben, clock } = corpus;
  neverWhole();
  await look(ben);
  await clock.pass(2_000);
  expect((await look(ben)).crawl.state).toBe('failed');
  taken.add(`${ben.name}/note7`);
  await clock.pass(30_000);
  const later = await look(ben);
  expect(later.names).toHaveLength(199);
  expect(later.names).not.toContain('note7.txt');
});

it('nor does one that is still running, or that paused', async () => {
  const { library, ben, clock } = corpus;
  library.put('salaries');
  for (let folder = 0; folder < 1_000; folder += 1) library.putFolder(`f${folder}`);
  await look(ben);
  taken.add(`${ben.name}/salaries`);
  await clock.pass(30_000);
  expect(await look(ben)).toMatchObject({ names: [], total: 0, crawl: { state: 'running' } });
  await clock.pass(200_000);
  expect(await look(ben)).toMatchObject({ names: [], total: 0, crawl: { state: 'running' } });
});

it('a failed crawl that is old is begun anew, and holds nothing of before', async () => {
  const { ben, clock } = corpus;
  neverWhole();
  await look(ben);
  await clock.pass(2_000);
  await look(ben);
  for (let file = 0; file < 200; file += 1) taken.add(`${ben.name}/note${file}`);
  await clock.pass(300_000);
  expect(await look(ben)).toMatchObject({ names: [], crawl: { files: 0, folders: 0 } });
});

it('one that is read anew on demand shows nothing of the list before', async () => {
  const { library, ben } = corpus;
  library.put('salaries');
  await look(ben);
  taken.add(`${ben.name}/salaries`);
  expect((await look(ben, { reload: true })).names).toEqual([]);
});

it('what Graph has confirmed is not asked of it again within the half minute', async () => {
  const { library, ben, clock } = corpus;
  for (let file = 0; file < 30; file += 1) library.put(`note${file}`);
  await look(ben);
  await clock.pass(30_000);
  for (let time = 0; time < 3; time += 1) expect((await look(ben)).names).toHaveLength(30);
  expect(asked).toEqual([30]);
});

it('where Graph does not say, older names are not shown', async () => {
  const { library, ben, clock } = corpus;
  library.put('plan');
  await look(ben);
  await clock.pass(30_000);
  library.failNext('readable', new AvaError('graph_unavailable'));
  await expect(look(ben)).rejects.toMatchObject({ code: 'graph_unavailable' });
});
