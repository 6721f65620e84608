import { driveIdOf, fileIdsOf, siteIdOf } from '#sandbox/graph/sites/store/sharePointIds.ts';
import { startTestGraph, type TestGraph } from '#sandbox/graph/testGraph.ts';
import { getPerson } from '#sandbox/people.ts';
import { hashText } from '#tests/harness/fakes/graphLibrary.ts';
import type { Clock } from '#platform/clock.ts';
import type { Person } from '#api/identity/person.ts';
import { createGraph } from './createGraph.ts';
import type { Graph } from './graph.ts';

let testGraph: TestGraph;
let graph: Graph;
/** The clock's time, which tests advance. Not 0, which lru-cache treats as unset. Sleeping takes no time. */
let now = 1;
const slept: number[] = [];
/** Milliseconds that pass while a token is fetched. */
let tokenMs = 0;
const clock: Clock = { now: () => new Date(), monotonic: () => now, sleep: async (ms) => void slept.push(ms) };

beforeAll(async () => {
  testGraph = await startTestGraph();
  const getGraphToken = ({ email }: Person) => {
    now += tokenMs;
    return testGraph.tokenOf(email);
  };
  const identity = { getGraphToken };
  graph = createGraph({ baseUrl: testGraph.url, identity, clock });
});
afterAll(() => testGraph.close());
beforeEach(() => {
  slept.splice(0);
  tokenMs = 0;
});

function as(key: string): Person {
  const { oid: id, tenantId, displayName: name } = getPerson(key);
  return { id, tenantId, name, email: key, isAdministrator: false, bearer: key };
}

const idOf = (key: string) => siteIdOf(key).split(',')[1]!.replaceAll('-', '');
const drive = driveIdOf('finance', 'Documents');
const budget = { driveId: drive, itemId: fileIdsOf('finance/Documents/Planning/Budget 2027.pdf').itemId };
const salaries = { driveId: drive, itemId: fileIdsOf('finance/Documents/Payroll/Salary Bands 2027.docx').itemId };

describe('sites', () => {
  it('stay readable if what is known of one expires while Graph is asked about another', async () => {
    const [finance, brand] = [siteIdOf('finance'), siteIdOf('brand')];
    await graph.getReadableSites(as('ada'), [finance]);
    now += 10_000;
    await graph.getReadableSites(as('ada'), [brand]);
    now += 20_001;
    tokenMs = 20_000;
    expect([...(await graph.getReadableSites(as('ada'), [finance, brand]))]).toEqual([finance, brand]);
  });

  it('are found by name or id if the person can read them', async () => {
    const names = async (key: string) => (await graph.findSites(as(key), '')).map(({ name }) => name);
    expect(await names('ben')).toContain('Finance');
    expect(await names('cleo')).not.toContain('Finance');
    expect((await graph.findSites(as('ada'), 'legal')).map(({ name }) => name)).toEqual(['Legal']);
    expect(await graph.findSite(as('ben'), idOf('finance'))).toEqual({
      graphId: siteIdOf('finance'),
      id: idOf('finance'),
      name: 'Finance',
      link: 'https://northwind.sharepoint.example/sites/Finance',
    });
    expect(await graph.findSite(as('cleo'), idOf('finance'))).toBeNull();
    expect(await graph.findSite(as('ada'), '0'.repeat(32))).toBeNull();
  });

  it.each([
    ['ada', 'finance', true],
    ['ada', 'board', true],
    ['farid', 'board', true],
    ['ben', 'finance', false],
    ['elif', 'board', false],
    ['cleo', 'finance', false],
    ['ada', 'works', false],
  ])('%s and %s: owner %s', async (person, site, isOwner) => {
    expect(await graph.ownsSite(as(person), siteIdOf(site))).toBe(isOwner);
  });

  it('have no owner if Graph does not answer, and the next call asks again', async () => {
    await testGraph.control('POST', 'throttle', { count: 4, retryAfter: 1, path: `/sites/${siteIdOf('legal')}/drive` });
    expect(await graph.ownsSite(as('farid'), siteIdOf('legal'))).toBe(false);
    expect(await graph.ownsSite(as('farid'), siteIdOf('legal'))).toBe(true);
  });

  it('list their libraries and lists', async () => {
    const libraries = await graph.listLibraries(as('ben'), siteIdOf('finance'));
    expect(libraries.map(({ name, kind, driveId }) => [name, kind, driveId.startsWith('b!')])).toEqual([
      ['Documents', 'library', true],
      ['Contracts', 'library', true],
      ['Suppliers', 'list', false],
    ]);
    await expect(graph.listLibraries(as('cleo'), siteIdOf('finance'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are unreadable within a minute after access is removed, for each person separately', async () => {
    const siteIds = [siteIdOf('finance'), siteIdOf('travel')];
    expect(await graph.getReadableSites(as('ben'), siteIds)).toEqual(new Set(siteIds));
    expect(await graph.getReadableSites(as('cleo'), siteIds)).toEqual(new Set([siteIdOf('travel')]));
    await testGraph.control('POST', 'access', { person: 'ben', site: 'finance', role: 'none' });
    now += 30_001;
    expect(await graph.getReadableSites(as('ben'), siteIds)).toEqual(new Set([siteIdOf('travel')]));
    await testGraph.control('POST', 'access', { person: 'ben', site: 'finance', role: 'read' });
  });

  it('are asked about again only where a check of some minutes ago is too old', async () => {
    const [travel] = [siteIdOf('travel')];
    const check = (maxAgeMs?: number) => graph.checkSites(as('hugo'), [travel], undefined, maxAgeMs);
    expect(await check()).toEqual(new Map([[travel, true]]));
    await testGraph.control('POST', 'access', { person: 'hugo', site: 'travel', role: 'none' });
    now += 60_000;
    expect(await check(600_000)).toEqual(new Map([[travel, true]]));
    expect(await graph.getReadableSites(as('hugo'), [travel])).toEqual(new Set());
    expect(await check(600_000)).toEqual(new Map([[travel, false]]));
    await testGraph.control('POST', 'access', { person: 'hugo', site: 'travel', role: 'read' });
    now += 600_001;
    expect(await check(600_000)).toEqual(new Map([[travel, true]]));
  });

  /** @proves threat:failed-access-check */
  it('are unreadable if Graph does not answer', async () => {
    await testGraph.control('POST', 'throttle', { count: 4, retryAfter: 2, path: `/sites/${siteIdOf('brand')}` });
    expect(await graph.getReadableSites(as('ben'), [siteIdOf('brand'), siteIdOf('travel')])).toEqual(
      new Set([siteIdOf('travel')]),
    );
    expect(slept).toEqual([2_000, 2_000, 2_000]);
    expect(await graph.getReadableSites(as('ben'), [siteIdOf('brand')])).toEqual(new Set([siteIdOf('brand')]));
    await testGraph.control('POST', 'throttle', { count: 4, retryAfter: 1, path: '/$batch' });
    await expect(graph.getReadableSites(as('ines'), [siteIdOf('brand')])).rejects.toMatchObject({
      code: 'graph_unavailable',
    });
  });
});

describe('items', () => {
  it('are listed page by page', async () => {
    const handbook = driveIdOf('handbook', 'Handbook');
    const { itemId } = fileIdsOf('handbook/Handbook/08 Archive/Release Notes');
    const first = await graph.listChildren(as('cleo'), handbook, itemId, null);
    const rest = await graph.listChildren(as('cleo'), handbook, itemId, first.next);
    expect([first.items.length, rest.items.length, rest.next]).toEqual([200, 30, null]);
    expect(rest.items.at(-1)).toMatchObject({
      name: 'Release 6.29.txt',
      isFolder: false,
      folder: '08 Archive/Release Notes',
      owner: 'Jonas Weber',
    });
    await expect(
      graph.listChildren(as('cleo'), handbook, itemId, 'https://elsewhere.example/v1.0/next'),
    ).rejects.toMatchObject({ code: 'graph_unavailable' });
  });

  it('are returned only if readable, twenty per request', async () => {
    await testGraph.control('DELETE', 'requests');
    const many = Array.from({ length: 58 }, (_, index) => ({ driveId: drive, itemId: `01NOTHERE${index}` }));
    const readable = await graph.getReadableItems(as('ben'), [budget, salaries, ...many]);
    expect(readable.size).toBe(1);
    expect(readable.get(budget)).toMatchObject({ name: 'Budget 2027.pdf', etag: expect.any(String) });
    const { body } = await testGraph.control('GET', 'requests');
    const calls = body['requests'] as { path: string }[];
    expect(calls.filter(({ path }) => path === '/$batch')).toHaveLength(3);
    expect((await graph.getReadableItems(as('cleo'), [budget])).size).toBe(0);
    expect(await graph.findItem(as('ben'), drive, salaries.itemId)).toBeNull();
  });

  it('are downloaded only by people who can read them', async () => {
    const read = (person: string, ref = budget) =>
      graph.download(as(person), ref, async (bytes) => {
        const parts: Uint8Array[] = [];
        for await (const part of bytes) parts.push(part);
        return Buffer.concat(parts);
      });
    expect((await read('ben')).toString('latin1', 0, 5)).toBe('%PDF-');
    await expect(read('cleo')).rejects.toMatchObject({ code: 'not_found' });
    await expect(read('ben', salaries)).rejects.toMatchObject({ code: 'not_found' });
    await testGraph.control('POST', 'files/lock', { file: 'finance/Documents/Planning/Budget 2027.pdf', locked: true });
    await expect(read('ben')).rejects.toMatchObject({ detail: 'The file is locked in its library.' });
    await testGraph.control('POST', 'files/lock', {
      file: 'finance/Documents/Planning/Budget 2027.pdf',
      locked: false,
    });
    // A failed reader releases its slot: otherwise the fifth download would wait forever.
    for (let time = 0; time < 6; time += 1) {
      await expect(graph.download(as('ben'), budget, () => Promise.reject(new Error('enough')))).rejects.toThrow(
        'enough',
      );
    }
  });

  it('are uploaded in parts, under a free name', async () => {
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
      return hashText(text);
    });
    expect(sum).toBe(hashText(bytes.toString('latin1')));
    await expect(graph.upload(as('ben'), drive, file())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are listed as changed from the first query on', async () => {
    const start = await graph.listChanges(as('ada'), drive, null);
    expect([start?.changed, start?.deleted]).toEqual([[], []]);
    await testGraph.control('POST', 'files/touch', { file: 'finance/Documents/Planning/Budget 2027.pdf' });
    await testGraph.control('POST', 'files/delete', { file: 'finance/Documents/Planning/Investment Plan.pdf' });
    const changes = await graph.listChanges(as('ada'), drive, start!.deltaLink);
    expect(changes?.changed).toEqual([budget.itemId]);
    expect(changes?.deleted).toEqual([fileIdsOf('finance/Documents/Planning/Investment Plan.pdf').itemId]);
    const oldLink = start!.deltaLink!.replace(
      /token=[^&]*/,
      `token=${Buffer.from('["another start","",1,1,0]').toString('base64url')}`,
    );
    expect(await graph.listChanges(as('ada'), drive, oldLink)).toBeNull();
  });
});

describe('an id that would change the path', () => {
  /** @proves threat:graph-ids */
  it.each(['..', '.', ''])('finds nobody and no site for “%s” without asking Graph', async (id) => {
    await testGraph.control('DELETE', 'requests');
    const notFound = { code: 'not_found' };
    await expect(graph.getPhoto(as('ben'), id)).rejects.toMatchObject(notFound);
    await expect(graph.findPeople(as('ben'), [id])).resolves.toEqual([]);
    await expect(graph.findSite(as('ben'), id)).resolves.toBeNull();
    await expect(graph.listLibraries(as('ben'), `northwind.sharepoint.example,${id},x`)).rejects.toMatchObject(
      notFound,
    );
    expect(await graph.ownsSite(as('ben'), id)).toBe(false);
    expect((await graph.getReadableSites(as('ben'), [id, `x,${id}`])).size).toBe(0);
    const { body } = await testGraph.control('GET', 'requests');
    expect(body['requests']).toEqual([]);
  });
});
