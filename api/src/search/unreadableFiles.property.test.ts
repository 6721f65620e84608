import fc from 'fast-check';
import { createSearchLibrary, makePerson, makeSiteId, type SearchLibrary } from '#tests/harness/fakes/searchLibrary.ts';
import { ben, makeChatRow, makeExchange } from '#tests/harness/storage/rows.ts';
import { makeStoreOnAnyEngine, type TestStore } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import type { AppContext } from '#api/context.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { createFoundThings } from '#api/functions/handles.ts';
import { createLookups } from '#api/functions/lookup/lookups.ts';
import { saveSearchOrigins } from '#api/answers/answerOrigins.ts';
import { getSiteScope, searchSite } from './searchSite.ts';
import { listSimilarPassages } from './similarPassages.ts';

const Ben = makePerson(ben.id);
const { signal } = new AbortController();

const NAMES = ['Vera Lindqvist', 'Omar Haile', 'Lena Brandt'];
const WORDS = ['budget', 'hotel', 'harbour', 'ferry', 'salary', 'lens', 'rail', 'kitchen', 'tower', 'garden'];
const SECRETS = ['vantablack', 'redundancy', 'merger', 'bonus'];
const GERMAN = 'Die Kündigung und der Hafen sind nicht für die Reise mit dem Hotel, und das Gehalt ist bei der Fähre.';

const word = fc.constantFrom(...WORDS);
const sentence = fc
  .tuple(word, word, word, fc.constantFrom(...NAMES))
  .map(([first, second, third, name]) => `The ${first} of the ${second} is with ${name}, and the ${third} is not.`);
const readableFiles = fc.array(fc.array(sentence, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 5 });
const question = fc
  .uniqueArray(fc.constantFrom(...WORDS, ...SECRETS, ...NAMES, 'Hafen', 'Kündigung'), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));

/** Generates files that Ben can't read, given the number of readable files and the words of the questions. */
const unreadableFiles: Record<string, (readable: number, words: string) => string[][]> = {
  'a few that contain the whole question': (_, words) => [[`${words}. ${words}.`], [`The ${words} is here.`, words]],
  'three times as many as readable ones': (readable, words) =>
    Array.from({ length: 3 * readable }, (_, index) => [
      `The ${words} and the ${WORDS[index % WORDS.length]}.`,
      SECRETS.join(' '),
    ]),
  'some in another language': () => Array.from({ length: 8 }, () => [GERMAN, `Hafen Kündigung. ${GERMAN}`]),
  'some about the same people': () =>
    NAMES.flatMap((name) => [[`${name}: vantablack, a redundancy and a bonus for ${name} of the ferry.`], [name]]),
};

let testStore: TestStore;
let database: Database;
let library: SearchLibrary;
let ctx: AppContext;
let sites = 0;
beforeAll(async () => {
  testStore = await makeStoreOnAnyEngine();
  database = await testStore.open();
  library = createSearchLibrary(database);
  const getReadableSites = async (_: unknown, ids: readonly string[]) => new Set(ids);
  const organizations = { get: () => ({ helpSiteId: null }) };
  const graph = { ...library.ctx.graph, getReadableSites };
  ctx = { ...library.ctx, passageTokens: 4_000, graph, organizations } as unknown as AppContext;
  for (let index = 0; index < 5; index += 1) library.permissions.add(`${ben.id}/readable${index}`);
});
afterAll(async () => {
  await database.close();
  await testStore.cleanUp();
});

/** Creates a site with readable files, and unreadable ones before and after them. */
async function createSite(readable: readonly string[][], unreadable: readonly string[][]): Promise<string> {
  sites += 1;
  const site = makeSiteId(sites);
  const putUnreadable = async (start: number, end: number) => {
    for (const [index, pages] of unreadable.slice(start, end).entries())
      await library.put(site, `unreadable${start + index}`, pages);
  };
  const half = Math.ceil(unreadable.length / 2);
  await putUnreadable(0, half);
  for (const [index, pages] of readable.entries()) await library.put(site, `readable${index}`, pages);
  await putUnreadable(half, unreadable.length);
  return site;
}

/** Ids of chunks differ from site to site. */
const withoutHits = (passages: readonly object[]) => passages.map((passage) => ({ ...passage, hit: undefined }));

/** What Ben's model receives when it calls look-ups. */
async function lookUp(siteIds: string[], query: string, seen: readonly Passage[]): Promise<unknown[]> {
  const lookups = createLookups({ sites: siteIds, itemIds: [], named: [] });
  const found = { ...createFoundThings(), passages: seen };
  const looks: [name: string, args: object][] = [
    ['list', {}],
    ['list', { name: 'readable', kind: 'pdf' }],
    ['search', { queries: [query], kind: 'pdf' }],
    ['search', { queries: [query], changed_from: '2020-01-01' }],
    ...seen.slice(0, 1).flatMap(({ number: passage }): [string, object][] => [
      ['open', { passage }],
      ['open', { passage, from: 1, to: 9 }],
      ['find', { passage, words: query }],
    ]),
  ];
  const results: unknown[] = [];
  for (const [name, args] of looks) {
    const lookup = lookups.find(({ tool }) => tool.type === 'function' && tool.function.name === name);
    const call = { ctx, person: Ben, found, signal, outgoing: { take: () => false } };
    const result = await lookup?.prepare(JSON.stringify(args), found).run(call);
    results.push({ ...result, hits: result?.hits?.length, passages: withoutHits(result?.passages ?? []) });
  }
  return results;
}

/** Everything that Ben receives for a query, without the ids of the sites. */
async function search(siteIds: string[], query: string): Promise<unknown> {
  const sites = siteIds.map((id) => ({ id }));
  const scope = await getSiteScope(ctx, Ben, sites, [], signal);
  const queries = { queries: [query, `${query} of the team`], maxTokens: 4_000 };
  const found = await searchSite(ctx, Ben, scope, queries, signal);
  const chat = await ctx.store.chats.create(makeChatRow(ben));
  const exchange = { ...makeExchange(chat.id), owner: ben };
  await ctx.store.messages.accept(exchange);
  await saveSearchOrigins(ctx, Ben, siteIds, { chatId: chat.id, answerId: exchange.answerId }, found, []);
  const similar = await listSimilarPassages(ctx, Ben, exchange.answerId, { start: 0, end: 50, delta: 1 });
  const { words, embedder } = found;
  const passages = withoutHits(found.passages);
  const looks = await lookUp(siteIds, query, found.passages);
  const { fileNames } = scope;
  const received = JSON.stringify({ fileNames: fileNames.toSorted(), passages, words, embedder, similar, looks });
  return JSON.parse(siteIds.reduce((text, id) => text.replaceAll(id, 'site'), received));
}

describe.each(Object.entries(unreadableFiles))('unreadable files, %s,', (_, createUnreadable) => {
  /** @proves threat:unreadable-files-in-ranking */
  it('do not change the result of a search or a look-up', async () => {
    await fc.assert(
      fc.asyncProperty(
        readableFiles,
        fc.array(question, { minLength: 2, maxLength: 3 }),
        async (readable, questions) => {
          const unreadable = createUnreadable(readable.length, questions.join(' '));
          const [siteWithout, siteWith] = [await createSite(readable, []), await createSite(readable, unreadable)];
          for (const query of [...questions, ...SECRETS])
            expect(await search([siteWith], query)).toEqual(await search([siteWithout], query));
        },
      ),
      { numRuns: 3 },
    );
  });

  /** @proves threat:unreadable-files-in-ranking */
  it('do not change the result of a search of several sites', async () => {
    await fc.assert(
      fc.asyncProperty(readableFiles, question, async (readable, query) => {
        const unreadable = createUnreadable(readable.length, query);
        const [open, closed] = [await createSite(readable, []), await createSite([], unreadable)];
        for (const words of [query, ...SECRETS])
          expect(await search([closed, open], words)).toEqual(await search([open], words));
      }),
      { numRuns: 3 },
    );
  });
});
