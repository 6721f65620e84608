import type { Database } from '#api/storage/database.ts';
import {
  createSearchLibrary,
  findHits,
  makePerson,
  makeSiteId,
  type SearchLibrary,
} from '#tests/harness/fakes/searchLibrary.ts';
import { createFakePersonModels } from '#tests/harness/fakes/personModels.ts';
import { ada, ben, makeChatRow, makeExchange } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import { saveSearchOrigins } from '#api/answers/answerOrigins.ts';
import { readPassages } from './readPassages.ts';
import { getReadableScope } from './access/readableScope.ts';
import { getSiteScope, searchSite } from './searchSite.ts';
import { listSimilarPassages } from './similarPassages.ts';
import { trimFiles } from './access/trimToReadable.ts';
import type { AppContext } from '#api/context.ts';

const finance = makeSiteId(1);
const people = makeSiteId(2);
const Ada = makePerson(ada.id);
const Ben = makePerson(ben.id);
const { signal } = new AbortController();

describeOnBothEngines('a search in a site', (makeStore) => {
  let database: Database;
  let library: SearchLibrary;
  beforeAll(async () => {
    database = await makeStore().open();
    library = createSearchLibrary(database);
    await library.put(finance, 'travel', [
      'Trains are booked in second class.',
      'A hotel costs at most 140 a night in Lyon.',
    ]);
    await library.put(finance, 'board', ['The board agreed on a bonus of 9,000 for the harbour team.']);
    await library.put(finance, 'invoices', ['Invoice INV-2026/41 was paid late. Hotels send theirs by post.']);
    await library.put(people, 'holidays', ['Everybody has 28 days of holiday. A hotel is not paid for them.']);
    for (const item of ['travel', 'board', 'invoices', 'holidays']) library.permissions.add(`${ada.id}/${item}`);
    library.permissions.add(`${ben.id}/travel`).add(`${ben.id}/invoices`);
  });
  afterAll(() => database.close());

  const createFilter = (siteIds: string[], itemIds: string[] | null = null, tenantId = ada.tenantId) => ({
    tenantId,
    siteIds,
    itemIds,
  });
  const findItems = async (text: string, filter = createFilter([finance])) =>
    (await findHits(library.ctx, Ada, filter, text, signal)).hits.map(({ file }) => file.itemId);

  async function findPassages(person: typeof Ada, text: string, count = 5) {
    const { hits } = await findHits(library.ctx, person, createFilter([finance]), text, signal);
    return readPassages(library.ctx, hits.slice(0, count));
  }

  it('finds the passage with its page', async () => {
    const [first] = await findPassages(Ada, 'How much may a hotel in Lyon cost?');
    expect(first).toMatchObject({
      number: 1,
      fileId: 'travel',
      fileName: 'travel.pdf',
      location: { kind: 'page', page: 2 },
      text: 'A hotel costs at most 140 a night in Lyon.',
      site: finance,
      link: 'https://northwind.example/travel',
      changed: false,
    });
  });

  it('finds a number, an id and another form of a word', async () => {
    expect((await findItems('what about INV-2026/41?'))[0]).toBe('invoices');
    expect((await findItems('hotels costing 140'))[0]).toBe('travel');
    expect((await findItems('booking a train'))[0]).toBe('travel');
  });

  it('searches only the given sites, files and tenant', async () => {
    expect(await findItems('hotel')).not.toContain('holidays');
    expect(await findItems('hotel', createFilter([finance, people]))).toContain('holidays');
    expect(new Set(await findItems('hotel', createFilter([finance, people], ['holidays'])))).toEqual(
      new Set(['holidays']),
    );
    expect(await findItems('hotel', createFilter([finance], null, 'another organization'))).toEqual([]);
    expect(await findItems('hotel', createFilter([makeSiteId(9)]))).toEqual([]);
  });

  it('does not return to Ben what the board agreed on, although he can search Finance', async () => {
    expect((await findPassages(Ada, 'the bonus of the harbour team')).map(({ fileId }) => fileId)).toContain('board');
    const passages = await findPassages(Ben, 'the bonus of the harbour team');
    expect(passages.map(({ fileId }) => fileId)).not.toContain('board');
    expect(JSON.stringify(passages)).not.toContain('9,000');
  });

  /** @proves threat:unreadable-files-in-ranking */
  it('returns as many passages to Ben as if the file that he cannot read did not exist', async () => {
    const club = makeSiteId(3);
    const rowing = Array.from({ length: 12 }, (_, index) => `rowing${index}`);
    for (const item of rowing) await library.put(club, item, ['Every team rows on Mondays.']);
    await library.put(club, 'prize', ['Team prize: the harbour bonus of 9,000 that the board agreed on for Lyon.']);
    for (const item of [...rowing, 'prize']) library.permissions.add(`${ada.id}/${item}`);
    for (const item of rowing) library.permissions.add(`${ben.id}/${item}`);
    const question = 'Which harbour bonus and prize did the board agree on for the team in Lyon?';
    library.available.embedder = false;
    const ctx = library.ctx as unknown as AppContext;
    const searchAs = async (person: typeof Ada) => {
      const scope = await getSiteScope(ctx, person, [{ id: club }], [], signal);
      return searchSite(ctx, person, scope, { queries: [question], maxTokens: 4_000 }, signal);
    };
    const [adasResult, bensResult] = [await searchAs(Ada), await searchAs(Ben)];
    library.available.embedder = true;
    expect(adasResult.passages.map(({ fileId }) => fileId)).toEqual(['prize']);
    expect(bensResult.passages.map(({ fileId }) => fileId).toSorted()).toEqual(rowing.toSorted());

    const chat = await ctx.store.chats.create(makeChatRow(ben));
    const exchange = { ...makeExchange(chat.id), owner: ben };
    await ctx.store.messages.accept(exchange);
    const { answerId } = exchange;
    await saveSearchOrigins(ctx, Ben, [club], { chatId: chat.id, answerId }, bensResult, []);
    const { results, total } = await listSimilarPassages(ctx, Ben, answerId, { start: 0, end: 5, delta: 0 });
    expect(results.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(total).toBe(rowing.length);
  });

  /** @proves threat:removed-access */
  it('returns nothing of a file a minute after Ben lost access to it', async () => {
    expect((await findPassages(Ben, 'hotel in Lyon')).map(({ fileId }) => fileId)).toContain('travel');
    library.permissions.delete(`${ben.id}/travel`);
    await library.ctx.clock.advance(60_000);
    expect((await findPassages(Ben, 'hotel in Lyon')).map(({ fileId }) => fileId)).not.toContain('travel');
    library.permissions.add(`${ben.id}/travel`);
    await library.ctx.clock.advance(60_000);
  });

  it('asks Graph once for many hits, and not again within 30 seconds', async () => {
    await library.ctx.clock.advance(60_000);
    library.graphRequests.length = 0;
    await findPassages(Ada, 'hotel');
    await findPassages(Ada, 'hotel');
    expect(library.graphRequests).toHaveLength(1);
  });

  /** @proves threat:failed-access-check */
  it('fails and returns nothing if Graph does not answer', async () => {
    await library.ctx.clock.advance(60_000);
    library.available.graph = false;
    await expect(findPassages(Ada, 'hotel')).rejects.toMatchObject({ code: 'graph_unavailable' });
    library.available.graph = true;
    expect(await findPassages(Ada, 'hotel')).not.toEqual([]);
  });

  it('searches by words only if the embedder fails', async () => {
    library.available.embedder = false;
    const { hits, embedder } = await findHits(library.ctx, Ada, createFilter([finance]), 'hotel in Lyon', signal);
    library.available.embedder = true;
    expect([hits[0]?.file.itemId, embedder]).toEqual(['travel', null]);
  });

  it('finds passages by their vectors only, if the embedding model has all the weight', async () => {
    const forPerson = () =>
      createFakePersonModels({
        embed: async () =>
          library.ctx.fileEmbedder.embed(
            ['invoices\nInvoice INV-2026/41 was paid late. Hotels send theirs by post.'],
            signal,
          ),
      });
    const ctx = { ...library.ctx, models: { ...library.ctx.models, forPerson } };
    const findFirst = async (embeddingWeight: number) => {
      const { hits } = await findHits(
        { ...ctx, embeddingWeight },
        Ada,
        createFilter([finance]),
        'hotel in Lyon',
        signal,
      );
      return hits[0]?.file.itemId;
    };
    expect([await findFirst(0), await findFirst(1)]).toEqual(['travel', 'invoices']);
  });

  it('orders passages as the reranker does, and sends the reranker only what the person can read', async () => {
    const scope = await getReadableScope(library.ctx, Ben, createFilter([finance]));
    const search = { queries: ['hotel in Lyon and the bonus of the board', 'invoice'], maxTokens: 4_000 };
    const asked: string[] = [];
    const reranker = {
      rerank: async (query: string, texts: readonly string[]) => {
        asked.push(query, ...texts);
        return [...texts.keys()].toReversed();
      },
    };
    const before = await searchSite(library.ctx, Ben, scope, search, signal);
    const after = await searchSite({ ...library.ctx, reranker }, Ben, scope, search, signal);
    expect(before.hits.length).toBeGreaterThan(1);
    expect(after.hits).toEqual(before.hits.toReversed());
    expect(after.passages[0]?.fileId).toBe(before.hits.at(-1)?.file.itemId);
    expect(asked[0]).toBe('hotel in Lyon and the bonus of the board; invoice');
    expect(asked.join('\n')).toContain('travel.pdf\nA hotel costs at most 140');
    expect(asked.join('\n')).not.toContain('9,000');
    const failing = { rerank: async () => null };
    const unchanged = await searchSite({ ...library.ctx, reranker: failing }, Ben, scope, search, signal);
    expect(unchanged.hits).toEqual(before.hits);
  });

  it('marks passages of a file that has changed since it was indexed', async () => {
    library.etags.set('travel', 'v2');
    await library.ctx.clock.advance(60_000);
    expect((await findPassages(Ada, 'hotel in Lyon'))[0]).toMatchObject({ fileId: 'travel', changed: true });
    library.etags.delete('travel');
    await library.ctx.clock.advance(60_000);
  });

  it('adds neighboring chunks to a passage on request', async () => {
    const { hits } = await findHits(library.ctx, Ada, createFilter([finance]), 'hotel in Lyon', signal);
    const [first] = await readPassages(library.ctx, hits.slice(0, 1), 1);
    expect(first?.text).toBe('Trains are booked in second class.\nA hotel costs at most 140 a night in Lyon.');
  });

  it('finds only the new version of a file, and no removed file', async () => {
    library.permissions.add(`${ada.id}/menu`);
    await library.put(finance, 'menu', ['Soup is served on Mondays.']);
    expect((await findItems('soup on Mondays'))[0]).toBe('menu');
    await library.put(finance, 'menu', ['Salad is served on Tuesdays.'], { etag: 'v2' });
    expect(JSON.stringify(await findPassages(Ada, 'soup on Mondays'))).not.toContain('Soup');
    await library.ctx.store.chunks.removeFile({ tenantId: ada.tenantId, siteId: finance, itemId: 'menu' });
    expect(await findItems('salad on Tuesdays')).not.toContain('menu');
    const scope = await getReadableScope(library.ctx, Ada, createFilter([finance]));
    expect(scope.files).toBe(3);
    expect(await scope.countWords(['salad', 'soup'])).toEqual(new Map());
  });

  it('checks access to a file for all its versions', async () => {
    const items = ['travel', 'board', 'unknown'].map((itemId) => ({ siteId: finance, itemId }));
    const files = await library.ctx.store.chunkSearch.locateFiles(ada.tenantId, items);
    expect((await trimFiles(library.ctx, Ben, files)).map(({ itemId }) => itemId)).toEqual(['travel']);
  });
});
