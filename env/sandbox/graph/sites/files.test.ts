import { jsonBody, getNames, startTestGraph, type Reply, type TestGraph } from '#sandbox/graph/testGraph.ts';
import { driveIdOf, fileIdsOf, siteGuid, siteIdOf } from './store/sharePointIds.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});

afterAll(() => graph.close());

const drive = `/drives/${driveIdOf('finance', 'Documents')}`;
const itemOf = (path: string) => {
  const { driveId, itemId } = fileIdsOf(path);
  return `/drives/${driveId}/items/${itemId}`;
};
const salaries = 'finance/Documents/Payroll/Salary Bands 2027.docx';

/** Lists all files below a folder, page by page, as a crawl does. */
async function crawl(person: string, path: string): Promise<{ name: string; size: number }[]> {
  const reply: Reply = await graph.askAs(person, path);
  const files = await Promise.all(
    (reply.body.value ?? []).map((item) => {
      const { driveId } = item['parentReference'] as { driveId: string };
      if (item['folder']) return crawl(person, `/drives/${driveId}/items/${item['id']}/children`);
      return [{ name: String(item['name']), size: Number(item['size']) }];
    }),
  );
  const next = reply.body['@odata.nextLink'];
  return [...files.flat(), ...(next ? await crawl(person, String(next)) : [])];
}

describe('the files of Finance', () => {
  const isSupported = ({ name, size }: { name: string; size: number }) =>
    /\.(docx|pdf|pptx|txt)$/.test(name) && size <= 73_400_320;

  it('include thirty of supported types for Ada', async () => {
    const files = await crawl('ada', `${drive}/root/children`);
    expect(files.filter(isSupported)).toHaveLength(30);
    expect(files.every(({ size }) => size > 0)).toBe(true);
  });

  it('include one less for Ben, who cannot read the salaries', async () => {
    const names = (await crawl('ben', `${drive}/root/children`)).filter(isSupported).map(({ name }) => name);
    expect(names).toHaveLength(29);
    expect(names).not.toContain('Salary Bands 2027.docx');
  });

  it('are listed in pages', async () => {
    const notes = `/drives/${driveIdOf('handbook', 'Handbook')}/root:/08%20Archive/Release%20Notes:/children`;
    const first = await graph.askAs('cleo', notes);
    expect(first.body.value).toHaveLength(200);
    expect(await crawl('cleo', notes)).toHaveLength(230);
    expect(await crawl('cleo', `${notes}?$top=37`)).toHaveLength(230);
  });

  it('have Graph’s properties', async () => {
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

  it('have SharePoint ids only with $select', async () => {
    const { body } = await graph.askAs('ben', `${drive}/root:/Policies/Company%20Cards.txt?$select=id,sharepointIds`);
    expect(Object.keys(body).toSorted()).toEqual(['@odata.context', 'id', 'sharepointIds']);
    expect(body['sharepointIds']).toMatchObject({ siteId: siteGuid('finance'), listItemUniqueId: expect.any(String) });
    expect((await graph.askAs('ben', `${drive}/root?$select=weather`)).status).toBe(400);
  });

  it.each([
    ['by their site', `/sites/${siteIdOf('finance')}/drive/root:/Policies`],
    ['by site and library', `/sites/${siteIdOf('finance')}/drives/${driveIdOf('finance', 'Documents')}/root:/policies`],
    ['by their id', itemOf('finance/Documents/Policies')],
    ['by a path from the root', `/drives/${driveIdOf('finance', 'Documents')}/items/root:/Policies:`],
  ])('are found %s', async (_name, path) => {
    const { status, body } = await graph.askAs('ben', path);
    expect([status, body['name']]).toEqual([200, 'Policies']);
  });
});

describe('access to files', () => {
  it.each([
    ['Ben, in a site he can read', 'ben', itemOf(salaries), 404, 'itemNotFound'],
    ['Ben, by its path', 'ben', `${drive}/root:/Payroll/Salary%20Bands%202027.docx`, 404, 'itemNotFound'],
    ['Ben, its bytes', 'ben', `${itemOf(salaries)}/content`, 404, 'itemNotFound'],
    ['Cleo, a file of Finance', 'cleo', itemOf('finance/Documents/Welcome to Finance.txt'), 403, 'accessDenied'],
    ['Cleo, the library', 'cleo', drive, 403, 'accessDenied'],
    ['Cleo, a missing file', 'cleo', `${drive}/items/01NOTHING`, 403, 'accessDenied'],
    ['Ben, a missing file', 'ben', `${drive}/items/01NOTHING`, 404, 'itemNotFound'],
    ['Carl, of another tenant', 'carl', itemOf(salaries), 404, 'itemNotFound'],
    ['Ben, an invalid drive', 'ben', '/drives/nonsense/root', 400, 'invalidRequest'],
  ])('is denied: %s', async (_name, person, path, status, code) => {
    const reply = await graph.askAs(person, path);
    expect([reply.status, reply.body.error?.code]).toEqual([status, code]);
  });

  it('can be given to one file without its site', async () => {
    const shared = itemOf('board/Documents/Workshop Safety Resolution.pdf');
    expect((await graph.askAs('saoirse', shared)).status).toBe(200);
    expect((await graph.askAs('saoirse', `/sites/${siteIdOf('board')}`)).status).toBe(403);
    expect((await graph.askAs('cleo', shared)).status).toBe(403);
  });

  it('is checked for each call of a batch of twenty', async () => {
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

  it('changes at once: Ben loses one file, then the site', async () => {
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

  it('can be listed as the people who can read a file', async () => {
    const listPeople = async (path: string) =>
      (await graph.askAs('ada', `${itemOf(path)}/permissions`)).body.value?.flatMap(({ grantedToV2 }) => {
        const { user } = grantedToV2 as { user?: { displayName: string } };
        return user ? [user.displayName] : [];
      });
    expect(await listPeople('finance/Documents/Policies/Company Cards.txt')).toEqual([
      'Ben Okafor',
      'Inés Caballero',
      'Ada Moreau',
    ]);
    expect(await listPeople(salaries)).toEqual([]);
    expect(await listPeople('finance/Contracts/Lease of the Mill.pdf')).toContain('Farid Haddad');
  });
});

describe('search', () => {
  const search = (person: string, queryString: string, options = {}) =>
    graph.askAs(person, '/search/query', {
      method: 'POST',
      ...jsonBody({ requests: [{ entityTypes: ['driveItem'], query: { queryString }, ...options }] }),
    });
  const getHits = ({ body }: Reply) => {
    const [result] = body.value as unknown as {
      hitsContainers: { total: number; hits?: { resource: { name: string; parentReference: { siteId: string } } }[] }[];
    }[];
    return result!.hitsContainers[0]!;
  };
  const getHitNames = (reply: Reply) => (getHits(reply).hits ?? []).map(({ resource }) => resource.name);

  it('finds files by their text, for people who can read them', async () => {
    expect(getHitNames(await search('ada', 'boathouse'))).toEqual([
      'Minutes 2026-03-12.docx',
      'Minutes 2026-06-18.docx',
    ]);
    expect(getHitNames(await search('ben', 'boathouse'))).toEqual([]);
    expect(getHitNames(await search('ben', 'Band D'))).toEqual([]);
  });

  it("returns an item's site with all three ids", async () => {
    const hit = getHits(await search('ben', 'filename:"Treasury Handbook" filetype:pdf')).hits?.[0];
    expect(hit?.resource.parentReference.siteId).toBe(siteIdOf('finance'));
  });

  it('returns pages and rejects unsupported properties', async () => {
    const twenty = getHits(await search('cleo', 'release', { from: 0, size: 20 }));
    expect([twenty.hits?.length, twenty.total > 200]).toEqual([20, true]);
    expect((await search('cleo', 'author:ada')).status).toBe(400);
  });

  it('can be limited to one library', async () => {
    expect(getNames(await graph.askAs('ben', `${drive}/root/search(q='treasury')`), 'name')).toEqual([
      'Treasury Handbook.pdf',
    ]);
    expect((await graph.askAs('ben', `${drive}/root/search(q='')`)).body.value?.length).toBeGreaterThan(30);
    expect((await graph.askAs('cleo', `${drive}/root/search(q='treasury')`)).status).toBe(403);
  });
});
