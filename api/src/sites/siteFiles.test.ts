import { makeCorpusContext, type CorpusContext } from '#tests/harness/fakes/corpusContext.ts';
import { AvaError } from '#contract/errors.ts';
import { ReadableItems } from '#api/graph/readableItems.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';
import { createSiteFiles, type SiteFilesQuery } from './siteFiles.ts';

let corpus: CorpusContext;
let listFiles: ReturnType<typeof createSiteFiles>;
/** Access that was removed: `person/item`. */
const removedAccess = new Set<string>();
/** Number of items in each access check. */
let checks: number[] = [];

beforeAll(async () => (corpus = await makeCorpusContext()));
beforeEach(async () => {
  await corpus.reset();
  removedAccess.clear();
  checks = [];
  listFiles = createSiteFiles(createContext(corpus));
});
afterAll(() => corpus.close());

/** Creates a context whose Graph shows each person only what they can read now. */
function createContext({ ctx, library }: CorpusContext): AppContext {
  const canRead = (person: Person, id: string) => !removedAccess.has(`${person.name}/${id}`);
  const graph: Partial<AppContext['graph']> = {
    ...ctx.graph,
    getReadableSites: async (_person, ids) => new Set(ids),
    async listChildren(person, ...rest) {
      const page = await library.graph.listChildren(person, ...rest);
      return { ...page, items: page.items.filter(({ id }) => canRead(person, id)) };
    },
    async getReadableItems(person, items) {
      checks.push(items.length);
      const readable = await library.graph.getReadableItems(person, items);
      return new ReadableItems(
        items.flatMap((ref) => {
          const item = canRead(person, ref.itemId) ? readable.get(ref) : undefined;
          return item ? [[ref, item] as const] : [];
        }),
      );
    },
  };
  return { ...ctx, graph: graph as AppContext['graph'] };
}

const makeQuery = (changes: Partial<SiteFilesQuery> = {}): SiteFilesQuery => ({
  siteId: corpus.site.id,
  search: '',
  includeEmbedded: true,
  reload: false,
  start: 0,
  limit: 200,
  ...changes,
});

/** Advances the clock until a reply arrives: the store runs in real time, the crawl on the manual clock. */
async function advanceUntil<T>(reply: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => void (isSettled = true);
  reply.then(settle, settle);
  while (!isSettled) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await corpus.clock.advance(50);
  }
  return reply;
}

async function list(person: Person, changes: Partial<SiteFilesQuery> = {}) {
  const { files, ...rest } = await advanceUntil(listFiles(person, makeQuery(changes)));
  return { ...rest, names: files.map(({ name }) => name) };
}

/** Puts 300 files into the library and lets its second page always fail. */
function failSecondPage() {
  for (let file = 0; file < 300; file += 1) corpus.library.put(`note${file}`);
  corpus.library.failNext('children root 200', new AvaError('graph_unavailable'), 1_000);
}

it('lists the files of a library for Ada and Ben separately', async () => {
  const { library, ada, ben } = corpus;
  library.put('plan');
  library.put('salaries');
  removedAccess.add(`${ben.name}/salaries`);
  expect((await list(ada)).names).toEqual(['plan.txt', 'salaries.txt']);
  expect(await list(ben)).toMatchObject({ names: ['plan.txt'], total: 1, crawl: { files: 1 } });
  expect(library.calls.filter((call) => call.startsWith('children'))).toHaveLength(2);
});

it('shows a name for at most 30 seconds after Ben loses access', async () => {
  const { library, ben, clock } = corpus;
  library.put('plan');
  library.put('salaries');
  await list(ben);
  removedAccess.add(`${ben.name}/salaries`);
  await clock.advance(30_000);
  expect(await list(ben)).toMatchObject({ names: ['plan.txt'], total: 1 });
  expect(await list(ben, { search: 'salar' })).toMatchObject({ names: [], total: 0 });
});

it('hides names without access after the crawl failed', async () => {
  const { ben, clock } = corpus;
  failSecondPage();
  await list(ben);
  await clock.advance(2_000);
  expect((await list(ben)).crawl.state).toBe('failed');
  removedAccess.add(`${ben.name}/note7`);
  await clock.advance(30_000);
  const reply = await list(ben);
  expect(reply.names).toHaveLength(199);
  expect(reply.names).not.toContain('note7.txt');
});

it('hides names without access while the crawl is running or paused', async () => {
  const { library, ben, clock } = corpus;
  library.put('salaries');
  for (let folder = 0; folder < 1_000; folder += 1) library.putFolder(`f${folder}`);
  await list(ben);
  removedAccess.add(`${ben.name}/salaries`);
  await clock.advance(30_000);
  expect(await list(ben)).toMatchObject({ names: [], total: 0, crawl: { state: 'running' } });
  await clock.advance(200_000);
  expect(await list(ben)).toMatchObject({ names: [], total: 0, crawl: { state: 'running' } });
});

it('replaces an old failed crawl with an empty one', async () => {
  const { ben, clock } = corpus;
  failSecondPage();
  await list(ben);
  await clock.advance(2_000);
  await list(ben);
  for (let file = 0; file < 200; file += 1) removedAccess.add(`${ben.name}/note${file}`);
  await clock.advance(300_000);
  expect(await list(ben)).toMatchObject({ names: [], crawl: { files: 0, folders: 0 } });
});

it('shows only the new list after a reload', async () => {
  const { library, ben } = corpus;
  library.put('salaries');
  await list(ben);
  removedAccess.add(`${ben.name}/salaries`);
  expect((await list(ben, { reload: true })).names).toEqual([]);
});

it('does not repeat an access check within 30 seconds', async () => {
  const { library, ben, clock } = corpus;
  for (let file = 0; file < 30; file += 1) library.put(`note${file}`);
  await list(ben);
  await clock.advance(30_000);
  for (let time = 0; time < 3; time += 1) expect((await list(ben)).names).toHaveLength(30);
  expect(checks).toEqual([30]);
});

it('shows no names from an earlier list if Graph does not answer', async () => {
  const { library, ben, clock } = corpus;
  library.put('plan');
  await list(ben);
  await clock.advance(30_000);
  library.failNext('readable', new AvaError('graph_unavailable'));
  await expect(list(ben)).rejects.toMatchObject({ code: 'graph_unavailable' });
});
