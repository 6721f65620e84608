import fc from 'fast-check';
import {
  createSearchLibrary,
  findHits,
  makePerson,
  makeSiteId,
  type SearchLibrary,
} from '#tests/harness/fakes/searchLibrary.ts';
import { ada, closeRow, makeChatRow, makeExchange, makeMessageRow } from '#tests/harness/storage/rows.ts';
import { makeStoreOnAnyEngine, type TestStore } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import type { AppContext } from '#api/context.ts';
import { saveOtherOrigins, saveSearchOrigins } from '#api/answers/answerOrigins.ts';
import { getReadableHistory } from '#api/answers/readableHistory.ts';
import { readPassages } from './readPassages.ts';
import { getSiteScope, searchSite } from './searchSite.ts';
import { listSimilarPassages } from './similarPassages.ts';

const PEOPLE = ['p0', 'p1', 'p2', 'p3'];
const SITES = [makeSiteId(1), makeSiteId(2), makeSiteId(3)];
const FILES_PER_SITE = 6;
const WORDS = ['budget', 'hotel', 'harbour', 'ferry', 'salary', 'lens'];
const { signal } = new AbortController();

const files = SITES.flatMap((site, siteIndex) =>
  Array.from({ length: FILES_PER_SITE }, (_, index) => ({ site, item: `s${siteIndex}f${index}` })),
);
/** A word that only this file contains. */
const getSecret = (item: string) => `secret${item}`;

/** Who can read what, which access is revoked, and what is searched for. */
const scenarios = fc.record({
  allowed: fc.uniqueArray(fc.tuple(fc.constantFrom(...PEOPLE), fc.constantFrom(...files.map(({ item }) => item))), {
    maxLength: 40,
    selector: ([person, item]) => `${person}/${item}`,
  }),
  revoked: fc.array(fc.nat(39), { maxLength: 20 }),
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

let testStore: TestStore;
let database: Database;
let library: SearchLibrary;
let ctx: AppContext;
beforeAll(async () => {
  testStore = await makeStoreOnAnyEngine();
  database = await testStore.open();
  library = createSearchLibrary(database);
  ctx = library.ctx as unknown as AppContext;
  for (const [index, { site, item }] of files.entries()) {
    const words = WORDS.filter((_, wordIndex) => (index + wordIndex) % 3 !== 0).join(' and the ');
    await library.put(site, item, [
      `The ${words} are in ${getSecret(item)}.`,
      `More of ${getSecret(item)}: the ${WORDS[index % 6]}.`,
    ]);
  }
});
afterAll(async () => {
  await database.close();
  await testStore.cleanUp();
});

/** The items whose secret words are in a result. */
const findSecrets = (result: unknown) =>
  new Set([...JSON.stringify(result).matchAll(/secret(s\df\d)/g)].map(([, item]) => item ?? ''));

/** @proves threat:unreadable-chunks */
it('never returns a chunk of a file that the person cannot read', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async ({ allowed, revoked, person: id, sites, selected, question }) => {
      const getItems = (pairs: typeof allowed) =>
        new Set(pairs.filter(([reader]) => reader === id).map(([, item]) => item));
      const setPermissions = (pairs: typeof allowed) => {
        library.permissions.clear();
        for (const [reader, item] of pairs) library.permissions.add(`${reader}/${item}`);
      };
      const person = makePerson(id);
      await library.ctx.clock.advance(60_000);
      setPermissions(allowed);
      const isSearched = ({ site, item }: (typeof files)[number]) =>
        sites.includes(site) && (selected.length === 0 || selected.some((selectedItem) => selectedItem === item));
      const filter = { tenantId: ada.tenantId, siteIds: sites, itemIds: selected.length > 0 ? selected : null };

      const { hits } = await findHits(library.ctx, person, filter, question, signal);
      const passages = await readPassages(ctx, hits);
      const readable = new Set(
        files
          .filter(isSearched)
          .map(({ item }) => item)
          .filter((item) => getItems(allowed).has(item)),
      );
      for (const item of findSecrets(passages)) expect(readable).toContain(item);
      // Every hit has a passage.
      expect(findSecrets(passages)).toEqual(new Set(hits.map(({ file }) => file.itemId)));

      const scope = await getSiteScope(
        ctx,
        person,
        sites.map((siteId) => ({ id: siteId })),
        selected,
        signal,
      );
      for (const name of scope.fileNames) expect(readable).toContain(name.replace('.pdf', ''));
      const namesBySite = sites.flatMap((siteId) => scope.getFileNames(siteId).map((name) => `${siteId}/${name}`));
      expect(namesBySite.toSorted()).toEqual(
        files
          .filter(({ item }) => readable.has(item))
          .map(({ site, item }) => `${site}/${item}.pdf`)
          .toSorted(),
      );
      const found = await searchSite(
        ctx,
        person,
        scope,
        { queries: [question, `${question} again`], maxTokens: 4_000 },
        signal,
      );
      for (const item of findSecrets(found)) expect(readable).toContain(item);

      const chat = await ctx.store.chats.create(makeChatRow({ tenantId: ada.tenantId, id }));
      const exchange = { ...makeExchange(chat.id), owner: { tenantId: ada.tenantId, id } };
      await ctx.store.messages.accept(exchange);
      const answerIds = { chatId: chat.id, answerId: exchange.answerId };
      await saveSearchOrigins(ctx, person, sites, answerIds, found, []);
      const content = found.passages.map(({ text }) => text).join(' ');
      const answer = closeRow(makeMessageRow(chat.id, { id: exchange.answerId, source: 'AVA', content }));
      // A later answer with the same text, by a model that read the first one.
      const laterRow = makeMessageRow(chat.id, { source: 'AVA', content });
      const laterAnswer = closeRow(laterRow);
      await ctx.store.messages.append(laterRow);
      const earlier = await getReadableHistory(ctx, person, chat.id, [answer]);
      await saveOtherOrigins(ctx, person, { chatId: chat.id, answerId: laterAnswer.id }, earlier.origins ?? []);

      const remaining = allowed.filter((_, index) => !revoked.includes(index));
      setPermissions(remaining);
      await library.ctx.clock.advance(30_000);
      const similar = await listSimilarPassages(ctx, person, exchange.answerId, { start: 0, end: 50, delta: 1 });
      for (const item of findSecrets(similar)) expect(getItems(remaining)).toContain(item);
      for (const history of [[answer], [answer, laterAnswer], [laterAnswer]]) {
        const { messages } = await getReadableHistory(ctx, person, chat.id, history);
        for (const item of findSecrets(messages)) expect(getItems(remaining)).toContain(item);
      }
    }),
    { numRuns: 60 },
  );
});
