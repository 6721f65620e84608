import { driveIdOf, fileIdsOf, siteIdOf } from '../../../env/sandbox/graph/sites/ids.ts';
import { openGraph, type TestGraph } from '../../../env/sandbox/graph/testGraph.ts';
import { personNamed } from '../../../env/sandbox/people.ts';
import { sha256Of } from '../../../tests/harness/fakes/graphLibrary.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Identity } from '../identity/identity.ts';
import type { Person } from '../identity/person.ts';
import { createGraph } from './createGraph.ts';
import type { Graph } from './graph.ts';

let desk: TestGraph;
let graph: Graph;
/** Time that a test lets pass; who sleeps is not kept waiting. */
let passed = 0;
const slept: number[] = [];
const clock: Clock = { now: () => new Date(), monotonic: () => passed, sleep: async (ms) => void slept.push(ms) };

beforeAll(async () => {
  desk = await openGraph();
  const identity: Pick<Identity, 'graphToken'> = { graphToken: ({ email }) => desk.tokenOf(email) };
  graph = createGraph({ baseUrl: desk.url, identity: identity as Identity, clock });
});
afterAll(() => desk.close());
beforeEach(() => void slept.splice(0));

function as(key: string): Person {
  const { oid: id, tenantId, displayName: name } = personNamed(key);
  return { id, tenantId, name, email: key, isAdministrator: false, bearer: key };
}

const idOf = (key: string) => siteIdOf(key).split(',')[1]!.replaceAll('-', '');
const drive = driveIdOf('finance', 'Documents');
const budget = { driveId: drive, itemId: fileIdsOf('finance/Documents/Planning/Budget 2027.pdf').itemId };
const salaries = { driveId: drive, itemId: fileIdsOf('finance/Documents/Payroll/Salary Bands 2027.docx').itemId };

describe('sites', () => {
  it('are found as far as the person may read them, by name or by their own id', async () => {
    const names = async (key: string) => (await graph.findSites(as(key), '')).map(({ name }) => name);
    expect(await names('ben')).toContain('Finance');
    expect(await names('cleo')).not.toContain('Finance');
    expect((await graph.findSites(as('ada'), 'legal')).map(({ name }) => name)).toEqual(['Legal']);
    expect(await graph.site(as('ben'), idOf('finance'))).toEqual({
      graphId: siteIdOf('finance'),
      id: idOf('finance'),
      name: 'Finance',
      link: 'https://northwind.sharepoint.example/sites/Finance',
    });
    expect(await graph.site(as('cleo'), idOf('finance'))).toBeNull();
    expect(await graph.site(as('ada'), '0'.repeat(32))).toBeNull();
  });

  it.each([
    ['ada', 'finance', true],
    ['ada', 'board', true],
    ['farid', 'board', true],
    ['ben', 'finance', false],
    ['elif', 'board', false],
    ['cleo', 'finance', false],
    ['ada', 'works', false],
  ])('%s and %s: owner %s', async (person, site, owns) => {
    expect(await graph.ownsSite(as(person), siteIdOf(site))).toBe(owns);
  });

  it('whose ownership cannot be asked is nobody’s, and asked again', async () => {
    await desk.control('POST', 'throttle', { count: 4, retryAfter: 1, path: `/sites/${siteIdOf('legal')}/drive` });
    expect(await graph.ownsSite(as('farid'), siteIdOf('legal'))).toBe(false);
    expect(await graph.ownsSite(as('farid'), siteIdOf('legal'))).toBe(true);
  });

  it('show their libraries and lists', async () => {
    const libraries = await graph.libraries(as('ben'), siteIdOf('finance'));
    expect(libraries.map(({ name, kind, driveId }) => [name, kind, driveId !== null])).toEqual([
      ['Documents', 'library', true],
      ['Contracts', 'library', true],
      ['Suppliers', 'list', false],
    ]);
    await expect(graph.libraries(as('cleo'), siteIdOf('finance'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('close within a minute to whom they are taken from, and what one person may read tells nothing of another', async () => {
    const both = [siteIdOf('finance'), siteIdOf('travel')];
    expect(await graph.readableSites(as('ben'), both)).toEqual(new Set(both));
    expect(await graph.readableSites(as('cleo'), both)).toEqual(new Set([siteIdOf('travel')]));
    await desk.control('POST', 'access', { person: 'ben', site: 'finance', role: 'none' });
    passed += 30_001;
    expect(await graph.readableSites(as('ben'), both)).toEqual(new Set([siteIdOf('travel')]));
    await desk.control('POST', 'access', { person: 'ben', site: 'finance', role: 'read' });
  });

  it('of which Graph says nothing are closed', async () => {
    await desk.control('POST', 'throttle', { count: 4, retryAfter: 2, path: `/sites/${siteIdOf('brand')}` });
    expect(await graph.readableSites(as('ben'), [siteIdOf('brand'), siteIdOf('travel')])).toEqual(
      new Set([siteIdOf('travel')]),
    );
    expect(slept).toEqual([2_000, 2_000, 2_000]);
    expect(await graph.readableSites(as('ben'), [siteIdOf('brand')])).toEqual(new Set([siteIdOf('brand')]));
    await desk.control('POST', 'throttle', { count: 4, retryAfter: 1, path: '/$batch' });
    await expect(graph.readableSites(as('ines'), [siteIdOf('brand')])).rejects.toMatchObject({
      code: 'graph_unavailable',
    });
  });
});

describe('items', () => {
  it('are listed page by page', async () => {
    const handbook = driveIdOf('handbook', 'Handbook');
    const { itemId } = fileIdsOf('handbook/Handbook/08 Archive/Release Notes');
    const first = await graph.children(as('cleo'), handbook, itemId, null);
    const rest = await graph.children(as('cleo'), handbook, itemId, first.next);
    expect([first.items.length, rest.items.length, rest.next]).toEqual([200, 30, null]);
    expect(rest.items.at(-1)).toMatchObject({
      name: 'Release 6.29.txt',
      isFolder: false,
      folder: '08 Archive/Release Notes',
      owner: 'Jonas Weber',
    });
    await expect(
      graph.children(as('cleo'), handbook, itemId, 'https://elsewhere.example/v1.0/next'),
    ).rejects.toMatchObject({ code: 'graph_unavailable' });
  });

  it('are told of those who may read them alone, twenty in a call, sixty in three', async () => {
    await desk.control('DELETE', 'requests');
    const many = Array.from({ length: 58 }, (_, index) => ({ driveId: drive, itemId: `01NOTHERE${index}` }));
    const readable = await graph.readableItems(as('ben'), [budget, salaries, ...many]);
    expect(readable.size).toBe(1);
    expect(readable.get(budget)).toMatchObject({ name: 'Budget 2027.pdf', etag: expect.any(String) });
    const { body } = await desk.control('GET', 'requests');
    const calls = body['requests'] as { path: string }[];
    expect(calls.filter(({ path }) => path === '/$batch')).toHaveLength(3);
    expect((await graph.readableItems(as('cleo'), [budget])).size).toBe(0);
    expect(await graph.item(as('ben'), drive, salaries.itemId)).toBeNull();
  });

  it('come with their bytes to whom may read them, and to nobody else', async () => {
    const read = (person: string, ref = budget) =>
      graph.download(as(person), ref, async (bytes) => {
        const parts: Uint8Array[] = [];
        for await (const part of bytes) parts.push(part);
        return Buffer.concat(parts);
      });
    expect((await read('ben')).toString('latin1', 0, 5)).toBe('%PDF-');
    await expect(read('cleo')).rejects.toMatchObject({ code: 'not_found' });
    await expect(read('ben', salaries)).rejects.toMatchObject({ code: 'not_found' });
    await desk.control('POST', 'files/lock', { file: 'finance/Documents/Planning/Budget 2027.pdf', locked: true });
    await expect(read('ben')).rejects.toMatchObject({ detail: 'The file is locked in its library.' });
    await desk.control('POST', 'files/lock', { file: 'finance/Documents/Planning/Budget 2027.pdf', locked: false });
    // Whoever stops reading leaves the line: more than four at once would wait for ever.
    for (let time = 0; time < 6; time += 1) {
      await expect(graph.download(as('ben'), budget, () => Promise.reject(new Error('enough')))).rejects.toThrow(
        'enough',
      );
    }
  });

  it('are put into a library part by part, under a free name', async () => {
    const bytes = Buffer.alloc(11_000_000, 'northwind ');
    const file = () => ({ name: 'Notes.txt', size: bytes.length, bytes: (async function* () { yield bytes; })() }); // prettier-ignore
    const [first, second] = [
      await graph.upload(as('ada'), drive, file()),
      await graph.upload(as('ada'), drive, file()),
    ];
    expect([first.name, first.size, second.name]).toEqual(['Notes.txt', 11_000_000, 'Notes 1.txt']);
    const sum = await graph.download(as('ada'), { driveId: drive, itemId: first.id }, async (parts) => {
      let text = '';
      for await (const part of parts) text += Buffer.from(part).toString('latin1');
      return sha256Of(text);
    });
    expect(sum).toBe(sha256Of(bytes.toString('latin1')));
    await expect(graph.upload(as('ben'), drive, file())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that change are told from then on', async () => {
    const begin = await graph.changes(as('ada'), drive, null);
    expect([begin?.changed, begin?.deleted]).toEqual([[], []]);
    await desk.control('POST', 'files/touch', { file: 'finance/Documents/Planning/Budget 2027.pdf' });
    await desk.control('POST', 'files/delete', { file: 'finance/Documents/Planning/Investment Plan.pdf' });
    const news = await graph.changes(as('ada'), drive, begin!.deltaLink);
    expect(news?.changed).toEqual([budget.itemId]);
    expect(news?.deleted).toEqual([fileIdsOf('finance/Documents/Planning/Investment Plan.pdf').itemId]);
    const old = begin!.deltaLink!.replace(
      /token=[^&]*/,
      `token=${Buffer.from('["another start","",1,1,0]').toString('base64url')}`,
    );
    expect(await graph.changes(as('ada'), drive, old)).toBeNull();
  });
});

describe('an id that leads elsewhere', () => {
  it.each(['..', '.', ''])('“%s” is neither a person’s nor a site’s, and Graph is not asked', async (id) => {
    await desk.control('DELETE', 'requests');
    const nothing = { code: 'not_found' };
    await expect(graph.photo(as('ben'), id)).rejects.toMatchObject(nothing);
    await expect(graph.knownPeople(as('ben'), [id])).resolves.toEqual([]);
    await expect(graph.site(as('ben'), id)).resolves.toBeNull();
    await expect(graph.libraries(as('ben'), `northwind.sharepoint.example,${id},x`)).rejects.toMatchObject(nothing);
    expect(await graph.ownsSite(as('ben'), id)).toBe(false);
    expect((await graph.readableSites(as('ben'), [id, `x,${id}`])).size).toBe(0);
    const { body } = await desk.control('GET', 'requests');
    expect(body['requests']).toEqual([]);
  });
});
