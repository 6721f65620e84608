import { namesIn, openGraph, type TestGraph } from '../testGraph.ts';
import { siteGuid, siteIdOf } from './ids.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await openGraph();
});

afterAll(() => graph.close());

const finance = siteIdOf('finance');

describe('the sites one finds', () => {
  it.each([
    ['ada', ['AVA Help', 'Board Minutes', 'Finance', 'Legal']],
    ['ben', ['AVA Help', 'Finance']],
    ['cleo', ['AVA Help']],
  ])('are those %s may read', async (person, some) => {
    const names = namesIn(await graph.askAs(person, '/sites?search=*'));
    const closed = ['Board Minutes', 'Finance', 'Legal', 'AVA Help'];
    expect(names.filter((name) => closed.includes(String(name))).toSorted()).toEqual(some);
  });

  it('begin with the words typed, and are never all for the asking', async () => {
    expect(namesIn(await graph.askAs('ben', '/sites?search=engin'))).toEqual(['Engineering Handbook']);
    expect((await graph.askAs('ben', '/sites')).status).toBe(400);
  });

  it('come a page at a time', async () => {
    const first = await graph.askAs('ada', '/sites?search=*&$top=5');
    const second = await graph.askAs('ada', String(first.body['@odata.nextLink']));
    expect(namesIn(first)).toHaveLength(5);
    expect(namesIn(second)).not.toContain(namesIn(first)[0]);
  });
});

describe('one site', () => {
  it.each([
    ['its whole id', `/sites/${finance}`],
    ['its id in capitals', `/sites/${finance.toUpperCase()}`],
    ['its GUID alone', `/sites/${siteGuid('finance')}`],
    ['its address', '/sites/northwind.sharepoint.example:/sites/Finance'],
  ])('is reached by %s', async (_how, path) => {
    const { status, body } = await graph.askAs('ben', path);
    expect([status, body['displayName'], body['id']]).toEqual([200, 'Finance', finance]);
    expect(body['webUrl']).toBe('https://northwind.sharepoint.example/sites/Finance');
  });

  it.each([
    ['Cleo, who may not read it', 'cleo', `/sites/${finance}`, 403, 'accessDenied'],
    ['Carl, of another tenant', 'carl', `/sites/${finance}`, 404, 'itemNotFound'],
    [
      'Ben, with an id without dashes',
      'ben',
      `/sites/${siteGuid('finance').replaceAll('-', '')}`,
      400,
      'invalidRequest',
    ],
    ['Ben, where there is none', 'ben', `/sites/${siteGuid('moon')}`, 404, 'itemNotFound'],
    ['Ben, at a foreign host', 'ben', '/sites/fabrikam.sharepoint.example:/sites/WorksNotices', 400, 'invalidRequest'],
  ])('is refused to %s', async (_who, person, path, status, code) => {
    const reply = await graph.askAs(person, path);
    expect([reply.status, reply.body.error?.code]).toEqual([status, code]);
  });

  it('is the root where nothing else is named', async () => {
    for (const path of ['/sites/root', '/sites/northwind.sharepoint.example'])
      expect((await graph.askAs('cleo', path)).body).toMatchObject({ displayName: 'Northwind Studio', root: {} });
  });

  it('has libraries and lists', async () => {
    expect(namesIn(await graph.askAs('ben', `/sites/${finance}/drives`), 'name')).toEqual(['Documents', 'Contracts']);
    const lists = await graph.askAs('ben', `/sites/${finance}/lists`);
    expect(namesIn(lists)).toEqual(['Documents', 'Contracts', 'Suppliers']);
    expect(lists.body.value?.map(({ list }) => (list as { template: string }).template)).toEqual([
      'documentLibrary',
      'documentLibrary',
      'genericList',
    ]);
    expect((await graph.askAs('cleo', `/sites/${finance}/lists`)).status).toBe(403);
  });

  it('says in a list what it was asked to expand', async () => {
    const rows = await graph.askAs('ben', `/sites/${finance}/lists/Suppliers/items?expand=fields`);
    expect(rows.body.value?.[1]?.['fields']).toMatchObject({ Title: 'Osk Lenses', PaymentDays: 14 });
    const files = await graph.askAs('ben', `/sites/${finance}/lists/Contracts/items?$expand=fields,driveItem`);
    expect(files.body.value?.[0]).toMatchObject({
      fields: { FileLeafRef: 'Lease of the Mill.pdf' },
      driveItem: { name: 'Lease of the Mill.pdf', file: { mimeType: 'application/pdf' } },
    });
    expect((await graph.askAs('ben', `/sites/${finance}/lists/Suppliers/items?expand=weather`)).status).toBe(400);
  });
});

describe('who owns a site', () => {
  const groupOf = async (key: string) => {
    const { body } = await graph.askAs('dev', `/sites/${siteIdOf(key)}/drive`);
    return (body['owner'] as { group: { id: string } }).group.id;
  };

  it("is told by the group that owns the site's drive", async () => {
    const group = await groupOf('handbook');
    expect(namesIn(await graph.askAs('cleo', `/groups/${group}/owners`))).toEqual(["Saoirse O'Brien"]);
    expect(namesIn(await graph.askAs('cleo', `/groups/${group}/members`))).toEqual([
      'Jonas Weber',
      'Dev Raman',
      "Saoirse O'Brien",
    ]);
    expect((await graph.askAs('dev', `/groups/${group}/sites/root`)).body['displayName']).toBe('Engineering Handbook');
  });

  it('is also who stands in the associated owners group, as Jonas does', async () => {
    expect(namesIn(await graph.askAs('jonas', '/me/memberOf'))).toContain('Engineering Handbook Site Owners');
    expect(namesIn(await graph.askAs('dev', '/me/memberOf'))).not.toContain('Engineering Handbook Site Owners');
    const jonas = '/users/jonas.weber@northwind.example/memberOf?$select=displayName';
    expect(namesIn(await graph.askAs('ada', jonas))).toContain('Engineering Handbook Site Owners');
  });

  it('can be asked for by group ids', async () => {
    const group = await groupOf('handbook');
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ groupIds: [group] }),
    };
    expect((await graph.askAs('dev', '/me/checkMemberGroups', init)).body.value).toEqual([group]);
    expect((await graph.askAs('ben', '/me/checkMemberGroups', init)).body.value).toEqual([]);
  });
});

describe('AVA in its own name', () => {
  const selected = () => graph.tokenOf('ada', { kind: 'app', roles: ['Sites.Selected'] });

  it('reads the sites it was granted and no other', async () => {
    expect((await graph.ask(`/sites/${siteIdOf('handbook')}/drives`, await selected())).status).toBe(200);
    expect((await graph.ask(`/sites/${finance}/drives`, await selected())).status).toBe(403);
    expect(namesIn(await graph.ask('/sites?search=*', await selected()))).toEqual([
      'People & Culture',
      'Engineering Handbook',
      'AVA Help',
    ]);
  });

  it('may be granted Finance, and lose it again', async () => {
    await graph.control('POST', 'applications', { site: 'finance', role: 'read' });
    expect((await graph.ask(`/sites/${finance}`, await selected())).status).toBe(200);
    await graph.control('POST', 'applications', { site: 'finance', role: 'none' });
    expect((await graph.ask(`/sites/${finance}`, await selected())).status).toBe(403);
  });

  it('is granted a site by who has full control', async () => {
    const control = await graph.tokenOf('ada', { scp: 'Sites.FullControl.All' });
    const grant = {
      roles: ['read'],
      grantedToIdentities: [{ application: { id: 'other-app', displayName: 'Other' } }],
    };
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(grant) };
    const { status, body } = await graph.ask(`/sites/${finance}/permissions`, control, init);
    expect([status, body['roles']]).toEqual([201, ['read']]);
    const other = await graph.tokenOf('ada', { kind: 'app', roles: ['Sites.Selected'], azp: 'other-app' });
    expect((await graph.ask(`/sites/${finance}`, other)).status).toBe(200);
    const gone = await graph.ask(`/sites/${finance}/permissions/${encodeURIComponent(String(body['id']))}`, control, {
      method: 'DELETE',
    });
    expect([gone.status, (await graph.ask(`/sites/${finance}`, other)).status]).toEqual([204, 403]);
  });
});
