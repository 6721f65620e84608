import { northwind, getPerson } from '#sandbox/people.ts';
import { getNames, startTestGraph, type TestGraph } from './testGraph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});

afterAll(() => graph.close());

describe('the routes for people', () => {
  it('return Ada’s own profile, with optional properties only by $select', async () => {
    const { body } = await graph.askAs('ada', '/me');
    expect(body).toMatchObject({ displayName: 'Ada Moreau', jobTitle: 'Head of Finance', id: getPerson('ada').oid });
    expect(body).not.toHaveProperty('department');
    const chosen = await graph.askAs('ada', '/me?$select=department,companyName');
    expect(chosen.body).toMatchObject({ department: 'Finance', companyName: 'Northwind Studio' });
    expect(chosen.body).not.toHaveProperty('jobTitle');
    expect((await graph.askAs('ada', '/me?$select=salary')).body.error?.message).toContain("'salary'");
  });

  it('return only a name for Mika, who is new', async () => {
    expect((await graph.askAs('mika', '/me')).body).toMatchObject({
      displayName: 'Mika Sato',
      jobTitle: null,
      businessPhones: [],
    });
  });

  it('return a colleague by id or sign-in name, with basic properties only', async () => {
    const byId = await graph.askAs('ada', `/users/${getPerson('ben').oid}`);
    const byName = await graph.askAs('ada', '/users/Ben.Okafor@northwind.example');
    expect(byId.body).toEqual(byName.body);
    expect(byId.body).toMatchObject({ displayName: 'Ben Okafor', jobTitle: null });
    const withAllProperties = await graph.ask(
      '/users/ben.okafor@northwind.example',
      await graph.tokenOf('ada', { scp: 'User.Read.All' }),
    );
    expect(withAllProperties.body['jobTitle']).toBe('Financial Analyst');
  });

  it.each(['carl.brandt@fabrikam.example', 'nobody@northwind.example', 'ben'])(
    'do not return %s to Ada',
    async (name) => {
      const { status, body, headers } = await graph.askAs('ada', `/users/${name}`, {
        headers: { 'client-request-id': 'my-request' },
      });
      expect([status, body.error?.code]).toEqual([404, 'Request_ResourceNotFound']);
      expect(body.error?.innerError['client-request-id']).toBe('my-request');
      expect(headers.get('client-request-id')).toBe('my-request');
    },
  );

  it('list people in pages, each person once', async () => {
    const names: unknown[] = [];
    const sizes: number[] = [];
    let next: unknown = '/users?$top=5&$select=displayName';
    while (typeof next === 'string') {
      const page = await graph.askAs('ada', next);
      names.push(...getNames(page));
      sizes.push(page.body.value?.length ?? 0);
      next = page.body['@odata.nextLink'];
    }
    expect(sizes).toEqual([5, 5, 2]);
    expect(names).toEqual(northwind.people.map((person) => person.displayName));
  });

  it('reject a forged skip token, and one of another query', async () => {
    const { body } = await graph.askAs('ada', '/users?$top=5');
    const token = new URL(String(body['@odata.nextLink'])).searchParams.get('$skiptoken');
    expect((await graph.askAs('ada', '/users?$top=5&$skiptoken=NQ')).status).toBe(400);
    expect((await graph.askAs('ada', `/me/people?$skiptoken=${token}`)).status).toBe(400);
    expect((await graph.askAs('ada', '/users?$top=0')).status).toBe(400);
  });

  it.each([
    ["startswith(displayName,'in')", ['Inés Caballero']],
    ["surname eq 'O''Brien'", ["Saoirse O'Brien"]],
    ["startswith(givenName,'b') or startswith(surname,'lind')", ['Ben Okafor', 'Cleo Lindqvist']],
    ["startswith(displayName,'d') and mail eq 'dev.raman@northwind.example'", ['Dev Raman']],
  ])('filter people by %s', async (filter, names) => {
    expect(getNames(await graph.askAs('ada', `/users?$filter=${encodeURIComponent(filter)}`))).toEqual(names);
  });

  it('reject an unsupported filter', async () => {
    expect((await graph.askAs('ada', `/users?$filter=${encodeURIComponent("endswith(mail,'x')")}`)).status).toBe(400);
  });

  it('require the ConsistencyLevel header for a search', async () => {
    const url = `/users?$search=${encodeURIComponent('"displayName:O\'Brien" OR "mail:hugo"')}`;
    expect((await graph.askAs('ada', url)).status).toBe(400);
    const found = await graph.askAs('ada', url, { headers: { consistencylevel: 'eventual' } });
    expect(getNames(found)).toEqual(['Hugo Martins', "Saoirse O'Brien"]);
  });

  it('list the people Ada works with first, and never Ada herself', async () => {
    const all = await graph.askAs('ada', '/me/people?$top=50');
    expect(getNames(all)).toHaveLength(11);
    expect(getNames(all)[0]).toBe('Ben Okafor');
    expect(getNames(all)).not.toContain('Ada Moreau');
    const [ben] = all.body.value ?? [];
    expect(ben).toMatchObject({
      scoredEmailAddresses: [{ address: 'ben.okafor@northwind.example' }],
      department: 'Finance',
    });
  });

  it('search the people relevant to Ada, and list them in pages of ten', async () => {
    expect(getNames(await graph.askAs('ada', '/me/people?$search="ines"'))).toEqual(['Inés Caballero']);
    const first = await graph.askAs('ada', '/me/people');
    expect(getNames(first)).toHaveLength(10);
    expect(getNames(await graph.askAs('ada', String(first.body['@odata.nextLink'])))).toHaveLength(1);
  });
});
