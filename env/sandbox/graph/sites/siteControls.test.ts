import { openGraph, type TestGraph } from '../testGraph.ts';
import { driveIdOf, fileIdsOf } from './ids.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await openGraph();
});

afterAll(() => graph.close());

const drive = `/drives/${driveIdOf('finance', 'Documents')}`;
const itemOf = (path: string) => `${drive}/items/${fileIdsOf(path).itemId}`;
const budget = 'finance/Documents/Planning/Budget 2027.pdf';

describe('what tests may do besides', () => {
  it('a library of 200,000 files stands at once and is walked page by page', async () => {
    const began = Date.now();
    const { body } = await graph.control('POST', 'libraries/fill', { library: 'operations/Archive', count: 200_000 });
    expect(Date.now() - began).toBeLessThan(2_000);
    const boxes = await graph.askAs('cleo', `/drives/${body['driveId']}/items/${body['folderId']}/children`);
    expect(boxes.body.value).toHaveLength(200);
    expect(boxes.body.value?.[0]).toMatchObject({ folder: { childCount: 1_000 } });
    const last = boxes.body.value?.at(-1);
    const scans = await graph.askAs('cleo', `/drives/${body['driveId']}/items/${last?.['id']}/children?$top=1000`);
    expect(scans.body.value?.at(-1)?.['name']).toBe('Scan 200000.txt');
  });

  it('a file is without an etag, a library and a site are gone', async () => {
    await graph.control('POST', 'files/withhold', { file: budget, properties: ['eTag'] });
    expect((await graph.askAs('ada', itemOf(budget))).body).not.toHaveProperty('eTag');
    await graph.control('POST', 'libraries/remove', { library: 'finance/Documents' });
    expect((await graph.askAs('ada', itemOf(budget))).status).toBe(404);
    await graph.control('POST', 'sites/remove', { site: 'legal' });
    expect((await graph.askAs('ada', '/sites/northwind.sharepoint.example:/sites/Legal')).status).toBe(404);
  });

  it('refuses names the story does not have', async () => {
    const { status, body } = await graph.control('POST', 'files/delete', { file: 'brand/Documents/Nothing.txt' });
    expect([status, body['detail']]).toEqual([400, 'The sandbox has no file "brand/Documents/Nothing.txt".']);
    expect((await graph.control('POST', 'access', { person: 'zoe', site: 'finance', role: 'read' })).status).toBe(400);
  });
});
