import { json, namesIn, openGraph, type Reply, type TestGraph } from '../testGraph.ts';
import { driveIdOf, fileIdsOf, siteGuid, siteIdOf } from './ids.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await openGraph();
});

afterAll(() => graph.close());

const drive = `/drives/${driveIdOf('finance', 'Documents')}`;
const itemOf = (path: string) => {
  const { driveId, itemId } = fileIdsOf(path);
  return `/drives/${driveId}/items/${itemId}`;
};
const salaries = 'finance/Documents/Payroll/Salary Bands 2027.docx';

/** All files below a folder, page by page, as a crawl finds them. */
async function crawl(person: string, path: string): Promise<{ name: string; size: number }[]> {
  const reply: Reply = await graph.askAs(person, path);
  const found = await Promise.all(
    (reply.body.value ?? []).map((item) => {
      const { driveId } = item['parentReference'] as { driveId: string };
      if (item['folder']) return crawl(person, `/drives/${driveId}/items/${item['id']}/children`);
      return [{ name: String(item['name']), size: Number(item['size']) }];
    }),
  );
  const next = reply.body['@odata.nextLink'];
  return [...found.flat(), ...(next ? await crawl(person, String(next)) : [])];
}

describe('what is in Finance', () => {
  const fits = ({ name, size }: { name: string; size: number }) =>
    /\.(docx|pdf|pptx|txt)$/.test(name) && size <= 73_400_320;

  it('is thirty files for Ada that can become a corpus', async () => {
    const files = await crawl('ada', `${drive}/root/children`);
    expect(files.filter(fits)).toHaveLength(30);
    expect(files.every(({ size }) => size > 0)).toBe(true);
  });

  it('is one less for Ben, who may not read the salaries', async () => {
    const names = (await crawl('ben', `${drive}/root/children`)).filter(fits).map(({ name }) => name);
    expect(names).toHaveLength(29);
    expect(names).not.toContain('Salary Bands 2027.docx');
  });

  it('comes by pages where it is long', async () => {
    const notes = `/drives/${driveIdOf('handbook', 'Handbook')}/root:/08%20Archive/Release%20Notes:/children`;
    const first = await graph.askAs('cleo', notes);
    expect(first.body.value).toHaveLength(200);
    expect(await crawl('cleo', notes)).toHaveLength(230);
    expect(await crawl('cleo', `${notes}?$top=37`)).toHaveLength(230);
  });

  it('is described as Graph describes it', async () => {
    const { body } = await graph.askAs('ben', itemOf('finance/Documents/Policies/Expenses Policy.docx'));
    expect(body).toMatchObject({
      name: 'Expenses Policy.docx',
      eTag: expect.stringMatching(/^"\{[0-9A-F-]{36}\},1"$/),
      cTag: expect.stringMatching(/^"c:\{[0-9A-F-]{36}\},1"$/),
      webUrl: 'https://northwind.sharepoint.example/sites/Finance/Shared%20Documents/Policies/Expenses%20Policy.docx',
      lastModifiedDateTime: '2026-01-12T09:30:00Z',
      createdBy: { user: { displayName: 'Ada Moreau' } },
      parentReference: { driveId: driveIdOf('finance', 'Documents'), name: 'Policies', siteId: siteGuid('finance') },
    });
    expect(body).not.toHaveProperty('sharepointIds');
  });

  it('tells its SharePoint ids to those who ask by name', async () => {
    const { body } = await graph.askAs('ben', `${drive}/root:/Policies/Company%20Cards.txt?$select=id,sharepointIds`);
    expect(Object.keys(body).toSorted()).toEqual(['@odata.context', 'id', 'sharepointIds']);
    expect(body['sharepointIds']).toMatchObject({ siteId: siteGuid('finance'), listItemUniqueId: expect.any(String) });
    expect((await graph.askAs('ben', `${drive}/root?$select=weather`)).status).toBe(400);
  });

  it.each([
    ['by its site', `/sites/${siteIdOf('finance')}/drive/root:/Policies`],
    ['by site and library', `/sites/${siteIdOf('finance')}/drives/${driveIdOf('finance', 'Documents')}/root:/policies`],
    ['by its id', itemOf('finance/Documents/Policies')],
    ['from above', `/drives/${driveIdOf('finance', 'Documents')}/items/root:/Policies:`],
  ])('is reached %s', async (_how, path) => {
    const { status, body } = await graph.askAs('ben', path);
    expect([status, body['name']]).toEqual([200, 'Policies']);
  });
});

describe('what one may not read', () => {
  it.each([
    ['Ben, inside a site of his', 'ben', itemOf(salaries), 404, 'itemNotFound'],
    ['Ben, by its path', 'ben', `${drive}/root:/Payroll/Salary%20Bands%202027.docx`, 404, 'itemNotFound'],
    ['Ben, its bytes', 'ben', `${itemOf(salaries)}/content`, 404, 'itemNotFound'],
    ['Cleo, a file of Finance', 'cleo', itemOf('finance/Documents/Welcome to Finance.txt'), 403, 'accessDenied'],
    ['Cleo, the library', 'cleo', drive, 403, 'accessDenied'],
    ['Cleo, a file that is not there', 'cleo', `${drive}/items/01NOTHING`, 403, 'accessDenied'],
    ['Ben, a file that is not there', 'ben', `${drive}/items/01NOTHING`, 404, 'itemNotFound'],
    ['Carl, of another tenant', 'carl', itemOf(salaries), 404, 'itemNotFound'],
    ['Ben, a drive that is none', 'ben', '/drives/nonsense/root', 400, 'invalidRequest'],
  ])('is hidden: %s', async (_who, person, path, status, code) => {
    const reply = await graph.askAs(person, path);
    expect([reply.status, reply.body.error?.code]).toEqual([status, code]);
  });

  it('may be one file that was shared, without the site around it', async () => {
    const shared = itemOf('board/Documents/Workshop Safety Resolution.pdf');
    expect((await graph.askAs('saoirse', shared)).status).toBe(200);
    expect((await graph.askAs('saoirse', `/sites/${siteIdOf('board')}`)).status).toBe(403);
    expect((await graph.askAs('cleo', shared)).status).toBe(403);
  });

  it('is told apart in one batch of twenty', async () => {
    const paths = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? itemOf(salaries) : itemOf('finance/Documents/Policies/Company Cards.txt'),
    );
    const reply = await graph.batch(
      'ben',
      paths.map((url, index) => ({ id: String(index), method: 'GET', url: `${url}?$select=id` })),
    );
    const responses = reply.body['responses'] as { id: string; status: number }[];
    expect(responses).toHaveLength(20);
    expect(responses.every(({ id, status }) => status === (Number(id) % 2 ? 404 : 200))).toBe(true);
  });

  it('follows what Ada changes: Ben loses one file, then the site', async () => {
    const cards = 'finance/Documents/Policies/Company Cards.txt';
    await graph.control('POST', 'access', { person: 'ben', file: cards, role: 'none' });
    expect((await graph.askAs('ben', itemOf(cards))).status).toBe(404);
    await graph.control('POST', 'access', { person: 'ben', file: cards, role: 'inherited' });
    expect((await graph.askAs('ben', itemOf(cards))).status).toBe(200);
    await graph.control('POST', 'access', { person: 'ben', site: 'finance', role: 'none' });
    expect((await graph.askAs('ben', itemOf(cards))).status).toBe(403);
    await graph.control('POST', 'access', { person: 'ben', site: 'finance', role: 'read' });
    expect((await graph.askAs('ben', itemOf(cards))).status).toBe(200);
  });

  it('is listed with who may, for who may', async () => {
    const people = async (path: string) =>
      (await graph.askAs('ada', `${itemOf(path)}/permissions`)).body.value?.flatMap(({ grantedToV2 }) => {
        const { user } = grantedToV2 as { user?: { displayName: string } };
        return user ? [user.displayName] : [];
      });
    expect(await people('finance/Documents/Policies/Company Cards.txt')).toEqual([
      'Ben Okafor',
      'Inés Caballero',
      'Ada Moreau',
    ]);
    expect(await people(salaries)).toEqual([]);
    expect(await people('finance/Contracts/Lease of the Mill.pdf')).toContain('Farid Haddad');
  });
});

describe('search', () => {
  const query = (person: string, queryString: string, further = {}) =>
    graph.askAs(person, '/search/query', {
      method: 'POST',
      ...json({ requests: [{ entityTypes: ['driveItem'], query: { queryString }, ...further }] }),
    });
  const hitsOf = ({ body }: Reply) => {
    const [answer] = body.value as unknown as {
      hitsContainers: { total: number; hits?: { resource: { name: string; parentReference: { siteId: string } } }[] }[];
    }[];
    return answer!.hitsContainers[0]!;
  };
  const found = (reply: Reply) => (hitsOf(reply).hits ?? []).map(({ resource }) => resource.name);

  it('finds what files say, for those who may read them', async () => {
    expect(found(await query('ada', 'boathouse'))).toEqual(['Minutes 2026-03-12.docx', 'Minutes 2026-06-18.docx']);
    expect(found(await query('ben', 'boathouse'))).toEqual([]);
    expect(found(await query('ben', 'Band D'))).toEqual([]);
  });

  it("names an item's site by all three ids", async () => {
    const hit = hitsOf(await query('ben', 'filename:"Treasury Handbook" filetype:pdf')).hits?.[0];
    expect(hit?.resource.parentReference.siteId).toBe(siteIdOf('finance'));
  });

  it('comes by pages and refuses what it does not know', async () => {
    const twenty = hitsOf(await query('cleo', 'release', { from: 0, size: 20 }));
    expect([twenty.hits?.length, twenty.total > 200]).toEqual([20, true]);
    expect((await query('cleo', 'author:ada')).status).toBe(400);
  });

  it('goes through one library too', async () => {
    expect(namesIn(await graph.askAs('ben', `${drive}/root/search(q='treasury')`), 'name')).toEqual([
      'Treasury Handbook.pdf',
    ]);
    expect((await graph.askAs('ben', `${drive}/root/search(q='')`)).body.value?.length).toBeGreaterThan(30);
    expect((await graph.askAs('cleo', `${drive}/root/search(q='treasury')`)).status).toBe(403);
  });
});
