import { openGraph, type Reply, type TestGraph } from '../testGraph.ts';
import { driveIdOf, fileIdsOf } from './ids.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await openGraph();
});

afterAll(() => graph.close());

const driveId = driveIdOf('finance', 'Documents');
const drive = `/drives/${driveId}`;
const budget = 'finance/Documents/Planning/Budget 2027.pdf';

/** Follows delta to its end. */
async function changesSince(
  link: string,
  person = 'ben',
): Promise<{ items: NonNullable<Reply['body']['value']>; link: string }> {
  const { status, body } = await graph.askAs(person, link);
  expect(status).toBe(200);
  const items = body.value ?? [];
  if (!body['@odata.nextLink']) return { items, link: String(body['@odata.deltaLink']) };
  const rest = await changesSince(String(body['@odata.nextLink']), person);
  return { items: [...items, ...rest.items], link: rest.link };
}

describe('delta', () => {
  it('tells all at first, in pages, then only what changed', async () => {
    const first = await changesSince(`${drive}/root/delta?$top=7`);
    expect(first.items.filter(({ file }) => file)).toHaveLength(31);
    expect((await changesSince(first.link)).items).toEqual([]);

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
    const second = await changesSince(first.link);
    expect(second.items.map(({ name, deleted }) => (deleted ? 'gone' : name)).toSorted()).toEqual([
      'Budget 2027.pdf',
      'Cards.txt',
      'Investment Plan.pdf',
      'New Letter.docx',
      'gone',
    ]);
    expect(second.items.find(({ deleted }) => deleted)).toMatchObject({
      id: fileIdsOf('finance/Documents/Audit/Old Ledger Export.pdf').itemId,
      deleted: { state: 'deleted' },
    });
    expect((await changesSince(second.link)).items).toEqual([]);
  });

  it('can begin with the present', async () => {
    const latest = await changesSince(`${drive}/root/delta?token=latest`);
    expect(latest.items).toEqual([]);
    await graph.control('POST', 'files/delete', { file: 'finance/Documents/Quarterly Reviews' });
    expect((await changesSince(latest.link)).items).toHaveLength(4);
  });

  it('tells Ben nothing of what he may not read, and Cleo nothing at all', async () => {
    const { items } = await changesSince(`${drive}/root/delta`);
    expect(items.map(({ name }) => name)).not.toContain('Salary Bands 2027.docx');
    expect((await graph.askAs('cleo', `${drive}/root/delta`)).status).toBe(403);
  });

  it('sends whoever comes with an old token back to the beginning', async () => {
    const { link } = await changesSince(`${drive}/root/delta`);
    await graph.control('POST', 'delta/expire', { library: 'finance/Documents' });
    const expired = await graph.askAs('ben', link);
    expect([expired.status, expired.body.error?.code]).toEqual([410, 'resyncRequired']);
    expect((await changesSince(expired.headers.get('location') ?? '')).items.length).toBeGreaterThan(30);
    expect((await graph.askAs('ben', `${drive}/root/delta?token=nonsense`)).status).toBe(400);
  });
});
