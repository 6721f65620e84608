import { getNames, startTestGraph, type TestGraph } from '#sandbox/graph/testGraph.ts';
import { siteGuid, siteIdOf } from './store/sharePointIds.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});

afterAll(() => graph.close());

const finance = siteIdOf('finance');

describe('a search for sites', () => {
  it.each([
    ['ada', ['AVA Help', 'Board Minutes', 'Finance', 'Legal']],
    ['ben', ['AVA Help', 'Finance']],
    ['cleo', ['AVA Help']],
  ])('finds those that %s can read', async (person, readable) => {
    const names = getNames(await graph.askAs(person, '/sites?search=*'));
    const restricted = ['Board Minutes', 'Finance', 'Legal', 'AVA Help'];
    expect(names.filter((name) => restricted.includes(String(name))).toSorted()).toEqual(readable);
  });

  it('matches the start of words, and is the only way to list sites', async () => {
    expect(getNames(await graph.askAs('ben', '/sites?search=engin'))).toEqual(['Engineering Handbook']);
    expect((await graph.askAs('ben', '/sites')).status).toBe(400);
  });

  it('returns pages', async () => {
    const first = await graph.askAs('ada', '/sites?search=*&$top=5');
    const second = await graph.askAs('ada', String(first.body['@odata.nextLink']));
    expect(getNames(first)).toHaveLength(5);
    expect(getNames(second)).not.toContain(getNames(first)[0]);
  });
});

describe('one site', () => {
  it.each([
    ['its full id', `/sites/${finance}`],
    ['its id in capitals', `/sites/${finance.toUpperCase()}`],
    ['only its GUID', `/sites/${siteGuid('finance')}`],
    ['its address', '/sites/northwind.sharepoint.example:/sites/Finance'],
  ])('is found by %s', async (_name, path) => {
    const { status, body } = await graph.askAs('ben', path);
    expect([status, body['displayName'], body['id']]).toEqual([200, 'Finance', finance]);
    expect(body['webUrl']).toBe('https://northwind.sharepoint.example/sites/Finance');
  });

  it.each([
    ['Cleo, who cannot read it', 'cleo', `/sites/${finance}`, 403, 'accessDenied'],
    ['Carl, of another tenant', 'carl', `/sites/${finance}`, 404, 'itemNotFound'],
    [
      'Ben, with an id without dashes',
      'ben',
      `/sites/${siteGuid('finance').replaceAll('-', '')}`,
      400,
      'invalidRequest',
    ],
    ['Ben, with an unknown id', 'ben', `/sites/${siteGuid('moon')}`, 404, 'itemNotFound'],
    ['Ben, at a foreign host', 'ben', '/sites/fabrikam.sharepoint.example:/sites/WorksNotices', 400, 'invalidRequest'],
  ])('is denied to %s', async (_name, person, path, status, code) => {
    const reply = await graph.askAs(person, path);
    expect([reply.status, reply.body.error?.code]).toEqual([status, code]);
  });

  it('is the root site at /sites/root and at the host name', async () => {
    for (const path of ['/sites/root', '/sites/northwind.sharepoint.example'])
      expect((await graph.askAs('cleo', path)).body).toMatchObject({ displayName: 'Northwind Studio', root: {} });
  });

  it('has libraries and lists', async () => {
    expect(getNames(await graph.askAs('ben', `/sites/${finance}/drives`), 'name')).toEqual(['Documents', 'Contracts']);
    const lists = await graph.askAs('ben', `/sites/${finance}/lists`);
    expect(getNames(lists)).toEqual(['Documents', 'Contracts', 'Suppliers']);
    expect(lists.body.value?.map(({ list }) => (list as { template: string }).template)).toEqual([
      'documentLibrary',
      'documentLibrary',
      'genericList',
    ]);
    expect((await graph.askAs('cleo', `/sites/${finance}/lists`)).status).toBe(403);
  });

  it('returns the fields and files of its lists with $expand', async () => {
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

describe('the owners of a site', () => {
  const getGroupId = async (key: string) => {
    const { body } = await graph.askAs('dev', `/sites/${siteIdOf(key)}/drive`);
    return (body['owner'] as { group: { id: string } }).group.id;
  };

  it("are those of the group that owns the site's drive", async () => {
    const group = await getGroupId('handbook');
    expect(getNames(await graph.askAs('cleo', `/groups/${group}/owners`))).toEqual(["Saoirse O'Brien"]);
    expect(getNames(await graph.askAs('cleo', `/groups/${group}/members`))).toEqual([
      'Jonas Weber',
      'Dev Raman',
      "Saoirse O'Brien",
    ]);
    expect((await graph.askAs('dev', `/groups/${group}/sites/root`)).body['displayName']).toBe('Engineering Handbook');
  });

  it('include members of the associated owners group, such as Jonas', async () => {
    expect(getNames(await graph.askAs('jonas', '/me/memberOf'))).toContain('Engineering Handbook Site Owners');
    expect(getNames(await graph.askAs('dev', '/me/memberOf'))).not.toContain('Engineering Handbook Site Owners');
    const jonas = '/users/jonas.weber@northwind.example/memberOf?$select=displayName';
    expect(getNames(await graph.askAs('ada', jonas))).toContain('Engineering Handbook Site Owners');
  });

  it('can check whether they are in a group', async () => {
    const group = await getGroupId('handbook');
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ groupIds: [group] }),
    };
    expect((await graph.askAs('dev', '/me/checkMemberGroups', init)).body.value).toEqual([group]);
    expect((await graph.askAs('ben', '/me/checkMemberGroups', init)).body.value).toEqual([]);
  });
});

describe('an application token of AVA', () => {
  const mintSelected = () => graph.tokenOf('ada', { kind: 'app', roles: ['Sites.Selected'] });

  it('gives access only to granted sites', async () => {
    expect((await graph.ask(`/sites/${siteIdOf('handbook')}/drives`, await mintSelected())).status).toBe(200);
    expect((await graph.ask(`/sites/${finance}/drives`, await mintSelected())).status).toBe(403);
    expect(getNames(await graph.ask('/sites?search=*', await mintSelected()))).toEqual([
      'People & Culture',
      'Engineering Handbook',
      'AVA Help',
    ]);
  });

  it('gives access to Finance only while it is granted', async () => {
    await graph.control('POST', 'applications', { site: 'finance', role: 'read' });
    expect((await graph.ask(`/sites/${finance}`, await mintSelected())).status).toBe(200);
    await graph.control('POST', 'applications', { site: 'finance', role: 'none' });
    expect((await graph.ask(`/sites/${finance}`, await mintSelected())).status).toBe(403);
  });

  it('gives access to a site after a person with full control has granted it', async () => {
    const fullControl = await graph.tokenOf('ada', { scp: 'Sites.FullControl.All' });
    const grant = {
      roles: ['read'],
      grantedToIdentities: [{ application: { id: 'other-app', displayName: 'Other' } }],
    };
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(grant) };
    const { status, body } = await graph.ask(`/sites/${finance}/permissions`, fullControl, init);
    expect([status, body['roles']]).toEqual([201, ['read']]);
    const other = await graph.tokenOf('ada', { kind: 'app', roles: ['Sites.Selected'], azp: 'other-app' });
    expect((await graph.ask(`/sites/${finance}`, other)).status).toBe(200);
    const removed = await graph.ask(
      `/sites/${finance}/permissions/${encodeURIComponent(String(body['id']))}`,
      fullControl,
      {
        method: 'DELETE',
      },
    );
    expect([removed.status, (await graph.ask(`/sites/${finance}`, other)).status]).toEqual([204, 403]);
  });
});
