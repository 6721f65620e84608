import type { Database } from '../storage/database.ts';
import { createSearchLibrary, makePerson, makeSiteId, type SearchLibrary } from '../../../tests/harness/fakes/searchLibrary.ts';
import { ada, ben, makeChatRow, makeExchange } from '../../../tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '../../../tests/harness/storage/testStore.ts';
import { find } from './findHits.ts';
import { keepSearch } from '../answers/answerOrigins.ts';
import { quote } from './readPassages.ts';
import { readableScope } from './access/readableScope.ts';
import { searchSite } from './searchSite.ts';
import { similarPassages } from './similarPassages.ts';
import { trimFiles } from './access/trim.ts';
import type { AppContext } from '../context.ts';

const finance = makeSiteId(1);
const people = makeSiteId(2);
const Ada = makePerson(ada.id);
const Ben = makePerson(ben.id);
const never = new AbortController().signal;

describeOnBothEngines('a question to a site', (makeStore) => {
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

  const where = (siteIds: string[], itemIds: string[] | null = null, tenantId = ada.tenantId) => ({
    tenantId,
    siteIds,
    itemIds,
  });
  const itemsFor = async (text: string, at = where([finance])) =>
    (await find(library.ctx, Ada, at, text, never)).hits.map(({ file }) => file.itemId);

  async function told(person: typeof Ada, text: string, enough = 5) {
    const { hits } = await find(library.ctx, person, where([finance]), text, never);
    return quote(library.ctx, hits.slice(0, enough));
  }

  it('is answered by the passage that says it, with its page', async () => {
    const [first] = await told(Ada, 'How much may a hotel in Lyon cost?');
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
    expect((await itemsFor('what about INV-2026/41?'))[0]).toBe('invoices');
    expect((await itemsFor('hotels costing 140'))[0]).toBe('travel');
    expect((await itemsFor('booking a train'))[0]).toBe('travel');
  });

  it('stays inside the sites, the files and the organization that were named', async () => {
    expect(await itemsFor('hotel')).not.toContain('holidays');
    expect(await itemsFor('hotel', where([finance, people]))).toContain('holidays');
    expect(new Set(await itemsFor('hotel', where([finance, people], ['holidays'])))).toEqual(new Set(['holidays']));
    expect(await itemsFor('hotel', where([finance], null, 'another organization'))).toEqual([]);
    expect(await itemsFor('hotel', where([makeSiteId(9)]))).toEqual([]);
  });

  it('Ben, who may search Finance, is not told what the board agreed on', async () => {
    expect((await told(Ada, 'the bonus of the harbour team')).map(({ fileId }) => fileId)).toContain('board');
    const passages = await told(Ben, 'the bonus of the harbour team');
    expect(passages.map(({ fileId }) => fileId)).not.toContain('board');
    expect(JSON.stringify(passages)).not.toContain('9,000');
  });

  it('nor can he tell by what is left out beside it that there is something', async () => {
    const club = makeSiteId(3);
    const rowing = Array.from({ length: 12 }, (_, at) => `rowing${at}`);
    for (const item of rowing) await library.put(club, item, ['Every team rows on Mondays.']);
    await library.put(club, 'prize', ['Team prize: the harbour bonus of 9,000 that the board agreed on for Lyon.']);
    for (const item of [...rowing, 'prize']) library.permissions.add(`${ada.id}/${item}`);
    for (const item of rowing) library.permissions.add(`${ben.id}/${item}`);
    const question = 'Which harbour bonus and prize did the board agree on for the team in Lyon?';
    library.available.embedder = false;
    const ctx = library.ctx as unknown as AppContext;
    const askedBy = (person: typeof Ada) =>
      searchSite(ctx, person, { tenantId: ada.tenantId, id: club }, [], question, never);
    const [adas, bens] = [await askedBy(Ada), await askedBy(Ben)];
    library.available.embedder = true;
    expect(adas.passages.map(({ fileId }) => fileId)).toEqual(['prize']);
    expect(bens.passages.map(({ fileId }) => fileId).toSorted()).toEqual(rowing.toSorted());

    const chat = await ctx.store.chats.create(makeChatRow(ben));
    const exchange = { ...makeExchange(chat.id), owner: ben };
    await ctx.store.messages.accept(exchange);
    const { answerId } = exchange;
    await keepSearch(ctx, { tenantId: ada.tenantId, id: club }, { chatId: chat.id, answerId }, bens, []);
    const { results, total } = await similarPassages(ctx, Ben, answerId, { start: 0, end: 5, delta: 0 });
    expect(results.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(total).toBe(rowing.length);
  });

  it('what Ben loses he is not told a minute later', async () => {
    expect((await told(Ben, 'hotel in Lyon')).map(({ fileId }) => fileId)).toContain('travel');
    library.permissions.delete(`${ben.id}/travel`);
    await library.ctx.clock.advance(60_000);
    expect((await told(Ben, 'hotel in Lyon')).map(({ fileId }) => fileId)).not.toContain('travel');
    library.permissions.add(`${ben.id}/travel`);
    await library.ctx.clock.advance(60_000);
  });

  it('Graph is asked once for many hits, and not again within the half minute', async () => {
    await library.ctx.clock.advance(60_000);
    library.graphRequests.length = 0;
    await told(Ada, 'hotel');
    await told(Ada, 'hotel');
    expect(library.graphRequests).toHaveLength(1);
  });

  it('where Graph does not answer, nobody is told anything', async () => {
    await library.ctx.clock.advance(60_000);
    library.available.graph = false;
    await expect(told(Ada, 'hotel')).rejects.toMatchObject({ code: 'graph_unavailable' });
    library.available.graph = true;
    expect(await told(Ada, 'hotel')).not.toEqual([]);
  });

  it('where no vectors can be had, words alone find', async () => {
    library.available.embedder = false;
    const { hits, embedder } = await find(library.ctx, Ada, where([finance]), 'hotel in Lyon', never);
    library.available.embedder = true;
    expect([hits[0]?.file.itemId, embedder]).toEqual(['travel', null]);
  });

  it('says so where a file has changed since it was indexed', async () => {
    library.etags.set('travel', 'v2');
    await library.ctx.clock.advance(60_000);
    expect((await told(Ada, 'hotel in Lyon'))[0]).toMatchObject({ fileId: 'travel', changed: true });
    library.etags.delete('travel');
    await library.ctx.clock.advance(60_000);
  });

  it('gives the neighbours of a passage where they are asked for', async () => {
    const { hits } = await find(library.ctx, Ada, where([finance]), 'hotel in Lyon', never);
    const [first] = await quote(library.ctx, hits.slice(0, 1), 1);
    expect(first?.text).toBe('Trains are booked in second class.\nA hotel costs at most 140 a night in Lyon.');
  });

  it('a new version takes the place of the old one, and a file that is forgotten leaves nothing', async () => {
    library.permissions.add(`${ada.id}/menu`);
    await library.put(finance, 'menu', ['Soup is served on Mondays.']);
    expect((await itemsFor('soup on Mondays'))[0]).toBe('menu');
    await library.put(finance, 'menu', ['Salad is served on Tuesdays.'], { etag: 'v2' });
    expect(JSON.stringify(await told(Ada, 'soup on Mondays'))).not.toContain('Soup');
    await library.ctx.store.chunks.removeFile({ tenantId: ada.tenantId, siteId: finance, itemId: 'menu' });
    expect(await itemsFor('salad on Tuesdays')).not.toContain('menu');
    const scope = await readableScope(library.ctx, Ada, where([finance]));
    expect(scope.files).toBe(3);
    expect(await scope.counts(['salad', 'soup'])).toEqual(new Map());
  });

  it('knows of files alone whether they may be read, whichever version was found', async () => {
    const asked = ['travel', 'board', 'nothing'].map((itemId) => ({ siteId: finance, itemId }));
    const files = await library.ctx.store.chunkSearch.locateFiles(ada.tenantId, asked);
    expect((await trimFiles(library.ctx, Ben, files)).map(({ itemId }) => itemId)).toEqual(['travel']);
  });
});
