import { startTestGraph, type TestGraph } from '#sandbox/graph/testGraph.ts';
import { driveIdOf, fileIdsOf } from './store/sharePointIds.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});

afterAll(() => graph.close());

const drive = `/drives/${driveIdOf('finance', 'Documents')}`;
const itemOf = (path: string) => `${drive}/items/${fileIdsOf(path).itemId}`;
const budget = 'finance/Documents/Planning/Budget 2027.pdf';

describe('the site controls', () => {
  it('add 200,000 files to a library, which are listed in pages', async () => {
    const { body } = await graph.control('POST', 'libraries/fill', { library: 'operations/Archive', count: 200_000 });
    const subfolders = await graph.askAs('cleo', `/drives/${body['driveId']}/items/${body['folderId']}/children`);
    expect(subfolders.body.value).toHaveLength(200);
    expect(subfolders.body.value?.[0]).toMatchObject({ folder: { childCount: 1_000 } });
    const last = subfolders.body.value?.at(-1);
    const scans = await graph.askAs('cleo', `/drives/${body['driveId']}/items/${last?.['id']}/children?$top=1000`);
    expect(scans.body.value?.at(-1)?.['name']).toBe('Scan 200000.txt');
  });

  it('omit an etag, and remove a library and a site', async () => {
    await graph.control('POST', 'files/withhold', { file: budget, properties: ['eTag'] });
    expect((await graph.askAs('ada', itemOf(budget))).body).not.toHaveProperty('eTag');
    await graph.control('POST', 'libraries/remove', { library: 'finance/Documents' });
    expect((await graph.askAs('ada', itemOf(budget))).status).toBe(404);
    await graph.control('POST', 'sites/remove', { site: 'legal' });
    expect((await graph.askAs('ada', '/sites/northwind.sharepoint.example:/sites/Legal')).status).toBe(404);
  });

  it('reject names that do not exist', async () => {
    const { status, body } = await graph.control('POST', 'files/delete', { file: 'brand/Documents/Nothing.txt' });
    expect([status, body['detail']]).toEqual([400, 'The sandbox has no file "brand/Documents/Nothing.txt".']);
    expect((await graph.control('POST', 'access', { person: 'zoe', site: 'finance', role: 'read' })).status).toBe(400);
  });
});
