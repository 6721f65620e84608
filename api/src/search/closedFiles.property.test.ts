import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { createSearchLibrary, makePerson, makeSiteId, type SearchLibrary } from '../../../tests/harness/fakes/searchLibrary.ts';
import { ada, ben, makeChatRow, makeExchange } from '../../../tests/harness/storage/rows.ts';
import { makeDataFolder } from '../../../tests/harness/storage/testStore.ts';
import type { Database } from '../storage/database.ts';
import { openDatabase } from '../storage/openDatabase.ts';
import type { AppContext } from '../context.ts';
import { keepSearch } from '../answers/answerOrigins.ts';
import { searchSite } from './searchSite.ts';
import { similarPassages } from './similarPassages.ts';
import { createRecordingLog } from '../../../tests/harness/fakes/recordingLog.ts';

const Ben = makePerson(ben.id);
const never = new AbortController().signal;

const NAMES = ['Vera Lindqvist', 'Omar Haile', 'Lena Brandt'];
const WORDS = ['budget', 'hotel', 'harbour', 'ferry', 'salary', 'lens', 'rail', 'kitchen', 'tower', 'garden'];
const SECRETS = ['vantablack', 'redundancy', 'merger', 'bonus'];
const GERMAN = 'Die Kündigung und der Hafen sind nicht für die Reise mit dem Hotel, und das Gehalt ist bei der Fähre.';

const wordOf = fc.constantFrom(...WORDS);
const sentence = fc
  .tuple(wordOf, wordOf, wordOf, fc.constantFrom(...NAMES))
  .map(([one, two, three, name]) => `The ${one} of the ${two} is with ${name}, and the ${three} is not.`);
const openFiles = fc.array(fc.array(sentence, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 5 });
const question = fc
  .uniqueArray(fc.constantFrom(...WORDS, ...SECRETS, ...NAMES, 'Hafen', 'Kündigung'), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));

/** What closed files say, by how many there are for each open one. */
const closedWorlds: Record<string, (open: number, asked: string) => string[][]> = {
  'a few that say all of the question': (_, asked) => [[`${asked}. ${asked}.`], [`The ${asked} is here.`, asked]],
  'three times as many as are open': (open, asked) =>
    Array.from({ length: 3 * open }, (_, at) => [
      `The ${asked} and the ${WORDS[at % WORDS.length]}.`,
      SECRETS.join(' '),
    ]),
  'some in another language': () => Array.from({ length: 8 }, () => [GERMAN, `Hafen Kündigung. ${GERMAN}`]),
  'some about the same people': () =>
    NAMES.flatMap((name) => [[`${name}: vantablack, a redundancy and a bonus for ${name} of the ferry.`], [name]]),
};

let folder: string;
let database: Database;
let library: SearchLibrary;
let ctx: AppContext;
let sites = 0;
beforeAll(async () => {
  folder = await makeDataFolder();
  database = await openDatabase({ dataDir: folder, log: createRecordingLog() });
  library = createSearchLibrary(database);
  ctx = library.ctx as unknown as AppContext;
  for (let at = 0; at < 5; at += 1) library.permissions.add(`${ben.id}/open${at}`);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** A site of its own with the same open files each time, and closed ones before and after them. */
async function makeSite(open: readonly string[][], closed: readonly string[][]): Promise<string> {
  sites += 1;
  const site = makeSiteId(sites);
  const put = async (from: number, to: number) => {
    for (const [at, pages] of closed.slice(from, to).entries()) await library.put(site, `closed${from + at}`, pages);
  };
  const half = Math.ceil(closed.length / 2);
  await put(0, half);
  for (const [at, pages] of open.entries()) await library.put(site, `open${at}`, pages);
  await put(half, closed.length);
  return site;
}

/** All that a question gives to whom it is asked by; sites have names of their own. */
async function givenTo(site: string, asked: string): Promise<unknown> {
  const at = { tenantId: ada.tenantId, id: site };
  const found = await searchSite(ctx, Ben, at, [], asked, never);
  const chat = await ctx.store.chats.create(makeChatRow(ben));
  const exchange = { ...makeExchange(chat.id), owner: ben };
  await ctx.store.messages.accept(exchange);
  await keepSearch(ctx, at, { chatId: chat.id, answerId: exchange.answerId }, found, []);
  const similar = await similarPassages(ctx, Ben, exchange.answerId, { start: 0, end: 50, delta: 1 });
  const { passages, words, embedder } = found;
  return JSON.parse(JSON.stringify({ passages, words, embedder, similar }).replaceAll(site, 'site'));
}

describe.each(Object.entries(closedWorlds))('closed files, %s,', (_, closedFor) => {
  it('change nothing of what a question gives', async () => {
    await fc.assert(
      fc.asyncProperty(openFiles, fc.array(question, { minLength: 3, maxLength: 5 }), async (open, questions) => {
        const closed = closedFor(open.length, questions.join(' '));
        const [without, withClosed] = [await makeSite(open, []), await makeSite(open, closed)];
        for (const asked of [...questions, ...SECRETS, 'vantablack redundancy'])
          expect(await givenTo(withClosed, asked)).toEqual(await givenTo(without, asked));
      }),
      { numRuns: 3 },
    );
  }, 180_000);
});
