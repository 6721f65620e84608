import fc from 'fast-check';
import { createSearchLibrary, makePerson, makeSiteId, type SearchLibrary } from '../../../tests/harness/fakes/searchLibrary.ts';
import { ada, makeChatRow, makeExchange, makeMessageRow } from '../../../tests/harness/storage/rows.ts';
import { makeDataFolder } from '../../../tests/harness/storage/testStore.ts';
import { rm } from 'node:fs/promises';
import type { Database } from '../storage/database.ts';
import { openDatabase } from '../storage/openDatabase.ts';
import type { AppContext } from '../context.ts';
import { find } from './findHits.ts';
import { keepRetold, keepSearch } from '../answers/answerOrigins.ts';
import { openHistory } from '../answers/readableHistory.ts';
import { quote } from './readPassages.ts';
import { searchSite } from './searchSite.ts';
import { similarPassages } from './similarPassages.ts';
import { createRecordingLog } from '../../../tests/harness/fakes/recordingLog.ts';

const PEOPLE = ['p0', 'p1', 'p2', 'p3'];
const SITES = [makeSiteId(1), makeSiteId(2), makeSiteId(3)];
const FILES_PER_SITE = 6;
const WORDS = ['budget', 'hotel', 'harbour', 'ferry', 'salary', 'lens'];
const never = new AbortController().signal;

const files = SITES.flatMap((site, at) =>
  Array.from({ length: FILES_PER_SITE }, (_, n) => ({ site, item: `s${at}f${n}` })),
);
/** What only this file says. */
const secretOf = (item: string) => `secret${item}`;

/** Who may read what, and who loses it later. */
const graphs = fc.record({
  allowed: fc.uniqueArray(fc.tuple(fc.constantFrom(...PEOPLE), fc.constantFrom(...files.map(({ item }) => item))), {
    maxLength: 40,
    selector: ([person, item]) => `${person}/${item}`,
  }),
  removed: fc.array(fc.nat(39), { maxLength: 20 }),
  person: fc.constantFrom(...PEOPLE),
  sites: fc.subarray(SITES, { minLength: 1 }),
  selected: fc.option(
    fc.subarray(
      files.map(({ item }) => item),
      { minLength: 1 },
    ),
    { nil: [] as string[] },
  ),
  question: fc.subarray(WORDS, { minLength: 1 }).map((words) => words.join(' ')),
});

let folder: string;
let database: Database;
let library: SearchLibrary;
let ctx: AppContext;
beforeAll(async () => {
  folder = await makeDataFolder();
  database = await openDatabase({ dataDir: folder, log: createRecordingLog() });
  library = createSearchLibrary(database);
  ctx = library.ctx as unknown as AppContext;
  for (const [at, { site, item }] of files.entries()) {
    const said = WORDS.filter((_, n) => (at + n) % 3 !== 0).join(' and the ');
    await library.put(site, item, [
      `The ${said} are in ${secretOf(item)}.`,
      `More of ${secretOf(item)}: the ${WORDS[at % 6]}.`,
    ]);
  }
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** The items whose secrets are in something. */
const secretsIn = (told: unknown) =>
  new Set([...JSON.stringify(told).matchAll(/secret(s\df\d)/g)].map(([, item]) => item ?? ''));

it('no person ever receives a chunk outside their set', async () => {
  await fc.assert(
    fc.asyncProperty(graphs, async ({ allowed, removed, person: id, sites, selected, question }) => {
      const mine = (pairs: typeof allowed) => new Set(pairs.filter(([who]) => who === id).map(([, item]) => item));
      const set = (pairs: typeof allowed) => {
        library.permissions.clear();
        for (const [who, item] of pairs) library.permissions.add(`${who}/${item}`);
      };
      const person = makePerson(id);
      await library.ctx.clock.advance(60_000);
      set(allowed);
      const inside = ({ site, item }: (typeof files)[number]) =>
        sites.includes(site) && (selected.length === 0 || selected.some((one) => one === item));
      const where = { tenantId: ada.tenantId, siteIds: sites, itemIds: selected.length > 0 ? selected : null };

      const { hits } = await find(library.ctx, person, where, question, never);
      const page = await quote(ctx, hits);
      const readable = new Set(
        files
          .filter(inside)
          .map(({ item }) => item)
          .filter((item) => mine(allowed).has(item)),
      );
      for (const item of secretsIn(page)) expect(readable).toContain(item);
      // Nor is anything withheld that they can read and that was found.
      expect(secretsIn(page)).toEqual(new Set(hits.map(({ file }) => file.itemId)));

      const [site = ''] = sites;
      const found = await searchSite(ctx, person, { tenantId: ada.tenantId, id: site }, selected, question, never);
      for (const item of secretsIn(found)) expect(mine(allowed)).toContain(item);

      const chat = await ctx.store.chats.create(makeChatRow({ tenantId: ada.tenantId, id }));
      const exchange = { ...makeExchange(chat.id), owner: { tenantId: ada.tenantId, id } };
      await ctx.store.messages.accept(exchange);
      const taken = { chatId: chat.id, answerId: exchange.answerId };
      await keepSearch(ctx, { tenantId: ada.tenantId, id: site }, taken, found, []);
      const content = found.passages.map(({ text }) => text).join(' ');
      const answer = makeMessageRow(chat.id, { id: exchange.answerId, source: 'AVA', content });
      // And an answer that tells it again, made by a model that read the first.
      const retold = makeMessageRow(chat.id, { source: 'AVA', content });
      await ctx.store.messages.append(retold);
      const { drawnOn } = await openHistory(ctx, person, chat.id, [answer]);
      await keepRetold(ctx, person, { chatId: chat.id, answerId: retold.id }, drawnOn ?? []);

      const left = allowed.filter((_, at) => !removed.includes(at));
      set(left);
      await library.ctx.clock.advance(30_000);
      const similar = await similarPassages(ctx, person, exchange.answerId, { start: 0, end: 50, delta: 1 });
      for (const item of secretsIn(similar)) expect(mine(left)).toContain(item);
      for (const history of [[answer], [answer, retold], [retold]]) {
        const { messages } = await openHistory(ctx, person, chat.id, history);
        for (const item of secretsIn(messages)) expect(mine(left)).toContain(item);
      }
    }),
    { numRuns: 60 },
  );
}, 180_000);
