import { startTestGraph, type Reply, type TestGraph } from '#sandbox/graph/testGraph.ts';
import { driveIdOf, fileIdsOf } from './store/sharePointIds.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});

afterAll(() => graph.close());

const driveId = driveIdOf('finance', 'Documents');
const drive = `/drives/${driveId}`;
const budget = 'finance/Documents/Planning/Budget 2027.pdf';

/** Follows a delta or next link to the last page. */
async function listChanges(
  link: string,
  person = 'ben',
): Promise<{ items: NonNullable<Reply['body']['value']>; link: string }> {
  const { status, body } = await graph.askAs(person, link);
  expect(status).toBe(200);
  const items = body.value ?? [];
  if (!body['@odata.nextLink']) return { items, link: String(body['@odata.deltaLink']) };
  const rest = await listChanges(String(body['@odata.nextLink']), person);
  return { items: [...items, ...rest.items], link: rest.link };
}

describe('delta', () => {
  it('lists all items in pages at first, then only changed ones', async () => {
    const first = await listChanges(`${drive}/root/delta?$top=7`);
    expect(first.items.filter(({ file }) => file)).toHaveLength(31);
    expect((await listChanges(first.link)).items).toEqual([]);

    await graph.control('POST', 'files/replace', { file: budget, sentences: ['The budget was halved.'] });
    await graph.control('POST', 'files/rename', {
      file: 'finance/Documents/Policies/Company Cards.txt',
      name: 'Cards.txt',
    });
    await graph.control('POST', 'files/move', {
      file: 'finance/Documents/Planning/Investment Plan.pdf',
      to: 'finance/Documents/Audit',
    });
    await graph.control('POST', 'files/delete', { file: 'finance/Documents/Audit/Old Ledger Export.pdf' });
    await graph.control('POST', 'files/add', {
      file: 'finance/Documents/Audit/New Letter.docx',
      sentences: ['All is well.'],
    });
    const second = await listChanges(first.link);
    expect(second.items.map(({ name, deleted }) => (deleted ? 'deleted' : name)).toSorted()).toEqual([
      'Budget 2027.pdf',
      'Cards.txt',
      'Investment Plan.pdf',
      'New Letter.docx',
      'deleted',
    ]);
    expect(second.items.find(({ deleted }) => deleted)).toMatchObject({
      id: fileIdsOf('finance/Documents/Audit/Old Ledger Export.pdf').itemId,
      deleted: { state: 'deleted' },
    });
    expect((await listChanges(second.link)).items).toEqual([]);
  });

  it('can start after the latest change', async () => {
    const latest = await listChanges(`${drive}/root/delta?token=latest`);
    expect(latest.items).toEqual([]);
    await graph.control('POST', 'files/delete', { file: 'finance/Documents/Quarterly Reviews' });
    expect((await listChanges(latest.link)).items).toHaveLength(4);
  });

  it('omits items that Ben cannot read, and rejects Cleo', async () => {
    const { items } = await listChanges(`${drive}/root/delta`);
    expect(items.map(({ name }) => name)).not.toContain('Salary Bands 2027.docx');
    expect((await graph.askAs('cleo', `${drive}/root/delta`)).status).toBe(403);
  });

  it('rejects an expired token and returns the address for a new start', async () => {
    const { link } = await listChanges(`${drive}/root/delta`);
    await graph.control('POST', 'delta/expire', { library: 'finance/Documents' });
    const expired = await graph.askAs('ben', link);
    expect([expired.status, expired.body.error?.code]).toEqual([410, 'resyncRequired']);
    expect((await listChanges(expired.headers.get('location') ?? '')).items.length).toBeGreaterThan(30);
    expect((await graph.askAs('ben', `${drive}/root/delta?token=nonsense`)).status).toBe(400);
  });
});
