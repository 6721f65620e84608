import { text } from 'node:stream/consumers';
import { siteIdOf } from '#sandbox/graph/sites/store/sharePointIds.ts';
import { startTestGraph, type TestGraph } from '#sandbox/graph/testGraph.ts';
import { getPerson } from '#sandbox/people.ts';
import { systemClock } from '#platform/clock.ts';
import type { Person } from '#api/identity/person.ts';
import { createGraph } from '#api/graph/createGraph.ts';
import type { Graph } from '#api/graph/graph.ts';
import { renderFields, toListItem } from './listItem.ts';

let testGraph: TestGraph;
let graph: Graph;
let suppliers: string;

beforeAll(async () => {
  testGraph = await startTestGraph();
  const identity = { getGraphToken: ({ email }: Person) => testGraph.tokenOf(email) };
  graph = createGraph({ baseUrl: testGraph.url, identity, clock: systemClock });
  const lists = await graph.listLibraries(as('ben'), siteIdOf('finance'));
  suppliers = lists.find(({ name }) => name === 'Suppliers')!.driveId;
});
afterAll(() => testGraph.close());

function as(key: string): Person {
  const { oid: id, tenantId, displayName: name } = getPerson(key);
  return { id, tenantId, name, email: key, isAdministrator: false, bearer: key };
}

const read = (itemId: string) =>
  graph.download(as('ben'), { driveId: suppliers, itemId }, async (bytes) => text(bytes as AsyncIterable<Buffer>));

describe('a list', () => {
  it('has its items as files that their titles name', async () => {
    const { items, next } = await graph.listChildren(as('ben'), suppliers, null, null);
    expect(next).toBeNull();
    expect(items.map(({ id, name }) => [id, name])).toEqual([
      ['1', 'Brightwater Paper.txt'],
      ['2', 'Osk Lenses.txt'],
      ['3', 'Tallow & Sons.txt'],
    ]);
    expect(items[0]).toMatchObject({ isFolder: false, owner: 'Ben Okafor' });
    expect(items[0]?.size).toBeGreaterThan(100);
    expect(await graph.findItem(as('ben'), suppliers, '1')).toEqual(items[0]);
  });

  it('has a line of text for each column that people fill in, without markup', async () => {
    expect(await read('1')).toBe(
      'Title: Brightwater Paper\nCity: Aalsund\nPayment days: 30\n' +
        'Terms: Proof paper is delivered within five working days.\n\nRush orders cost 12 percent more.',
    );
    expect(await read('3')).toBe('Title: Tallow & Sons\nCity: Aalsund\nPayment days: 21');
  });

  it('cannot be opened by people who cannot read its site', async () => {
    const refs = ['1', '2', '9'].map((itemId) => ({ driveId: suppliers, itemId }));
    const readable = await graph.getReadableItems(as('ben'), refs);
    expect(refs.map((ref) => readable.get(ref)?.name)).toEqual(['Brightwater Paper.txt', 'Osk Lenses.txt', undefined]);
    expect(readable.get(refs[0]!)?.webUrl).toMatch(/\/sites\/Finance\/Lists\/Suppliers\/1_\.000$/);
    expect((await graph.getReadableItems(as('cleo'), refs)).size).toBe(0);
    expect(await graph.findItem(as('cleo'), suppliers, '1')).toBeNull();
    await expect(graph.listChildren(as('cleo'), suppliers, null, null)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes no files', async () => {
    const file = { name: 'a.txt', size: 1, bytes: null as never };
    await expect(graph.upload(as('ben'), suppliers, file)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('names the items that were changed and deleted', async () => {
    const start = await graph.listChanges(as('ben'), suppliers, null);
    expect(start).toMatchObject({ changed: [], deleted: [], next: null });
    await testGraph.control('POST', 'lists/change', { list: 'finance/Suppliers', row: 2, fields: { PaymentDays: 15 } });
    await testGraph.control('POST', 'lists/change', { list: 'finance/Suppliers', row: 3, fields: null });
    const changes = await graph.listChanges(as('ben'), suppliers, start!.deltaLink);
    expect(changes).toMatchObject({ changed: ['2'], deleted: ['3'] });
    expect(await read('2')).toContain('Payment days: 15');
    expect(await graph.findItem(as('ben'), suppliers, '3')).toBeNull();
    expect(await graph.listChanges(as('ben'), suppliers, changes!.deltaLink)).toMatchObject({
      changed: [],
      deleted: [],
    });
  });
});

it('values of every kind of column become text', async () => {
  const columns = [
    { name: 'Open', displayName: 'Open now', boolean: {} },
    { name: 'Tags', choice: {} },
    { name: 'Page', hyperlinkOrPicture: {} },
    { name: 'Term', term: {} },
    { name: 'Total', calculated: {}, readOnly: true },
    { name: 'Secret', text: {}, hidden: true },
    { name: 'Modified', dateTime: {}, readOnly: true },
  ];
  const fields = {
    Title: ' ../a\nb ',
    Open: true,
    Tags: ['red', 'blue'],
    Page: { Description: 'Home', Url: 'https://northwind.example' },
    Term: { Label: 'Paper' },
    Total: 12.5,
    Secret: 'hidden',
    Modified: '2026-05-04',
  };
  const item = { id: '7', fields };
  expect(await renderFields(item, columns)).toBe(
    'Open now: Yes\nTags: red, blue\nPage: Home https://northwind.example\nTerm: Paper\nTotal: 12.5',
  );
  expect(toListItem(item, columns).name).toBe('.. a b.txt');
  expect(toListItem({ id: '7', fields: {} }, columns)).toMatchObject({ name: 'Item 7.txt', size: 0 });
});

/** @proves threat:parsers-in-children */
it.each([
  ['long', `<b>${'tea '.repeat(10_000)}</b>`],
  ['deep', `${'<div>'.repeat(3_900)}tea`],
])('formatted text that is too %s to be parsed loses its tags only', async (_, html) => {
  const columns = [{ name: 'Note', displayName: 'Note', text: { textType: 'richText' as const } }];
  const text = await renderFields({ id: '7', fields: { Note: html } }, columns);
  expect(text).toMatch(/^Note: +tea/);
  expect(text).not.toContain('<');
});
