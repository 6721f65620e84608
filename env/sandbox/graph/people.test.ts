import { northwind, getPerson } from '../people.ts';
import { namesIn, openGraph, type TestGraph } from './testGraph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await openGraph();
});

afterAll(() => graph.close());

describe('people', () => {
  it('Ada sees herself whole, with what she asks for by name', async () => {
    const { body } = await graph.askAs('ada', '/me');
    expect(body).toMatchObject({ displayName: 'Ada Moreau', jobTitle: 'Head of Finance', id: getPerson('ada').oid });
    expect(body).not.toHaveProperty('department');
    const chosen = await graph.askAs('ada', '/me?$select=department,companyName');
    expect(chosen.body).toMatchObject({ department: 'Finance', companyName: 'Northwind Studio' });
    expect(chosen.body).not.toHaveProperty('jobTitle');
    expect((await graph.askAs('ada', '/me?$select=salary')).body.error?.message).toContain("'salary'");
  });

  it('Mika, in the first week, has a name and little else', async () => {
    expect((await graph.askAs('mika', '/me')).body).toMatchObject({
      displayName: 'Mika Sato',
      jobTitle: null,
      businessPhones: [],
    });
  });

  it('a colleague is found by id and by sign-in name, with basic properties only', async () => {
    const byId = await graph.askAs('ada', `/users/${getPerson('ben').oid}`);
    const byName = await graph.askAs('ada', '/users/Ben.Okafor@northwind.example');
    expect(byId.body).toEqual(byName.body);
    expect(byId.body).toMatchObject({ displayName: 'Ben Okafor', jobTitle: null });
    const whole = await graph.ask(
      '/users/ben.okafor@northwind.example',
      await graph.tokenOf('ada', { scp: 'User.Read.All' }),
    );
    expect(whole.body['jobTitle']).toBe('Financial Analyst');
  });

  it.each(['carl.brandt@fabrikam.example', 'nobody@northwind.example', 'ben'])(
    '%s does not exist for Ada',
    async (name) => {
      const { status, body, headers } = await graph.askAs('ada', `/users/${name}`, {
        headers: { 'client-request-id': 'my-own' },
      });
      expect([status, body.error?.code]).toEqual([404, 'Request_ResourceNotFound']);
      expect(body.error?.innerError['client-request-id']).toBe('my-own');
      expect(headers.get('client-request-id')).toBe('my-own');
    },
  );

  it('all colleagues come page by page, each once', async () => {
    const names: unknown[] = [];
    const sizes: number[] = [];
    let next: unknown = '/users?$top=5&$select=displayName';
    while (typeof next === 'string') {
      const page = await graph.askAs('ada', next);
      names.push(...namesIn(page));
      sizes.push(page.body.value?.length ?? 0);
      next = page.body['@odata.nextLink'];
    }
    expect(sizes).toEqual([5, 5, 2]);
    expect(names).toEqual(northwind.people.map((person) => person.displayName));
  });

  it('a next link cannot be made up or moved to another question', async () => {
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
  ])('filter %s', async (filter, names) => {
    expect(namesIn(await graph.askAs('ada', `/users?$filter=${encodeURIComponent(filter)}`))).toEqual(names);
  });

  it('a filter that is not understood is refused rather than ignored', async () => {
    expect((await graph.askAs('ada', `/users?$filter=${encodeURIComponent("endswith(mail,'x')")}`)).status).toBe(400);
  });

  it('search needs the header Graph insists on', async () => {
    const url = `/users?$search=${encodeURIComponent('"displayName:O\'Brien" OR "mail:hugo"')}`;
    expect((await graph.askAs('ada', url)).status).toBe(400);
    const found = await graph.askAs('ada', url, { headers: { consistencylevel: 'eventual' } });
    expect(namesIn(found)).toEqual(['Hugo Martins', "Saoirse O'Brien"]);
  });

  it('the people Ada works with come first, and she is not among them', async () => {
    const all = await graph.askAs('ada', '/me/people?$top=50');
    expect(namesIn(all)).toHaveLength(11);
    expect(namesIn(all)[0]).toBe('Ben Okafor');
    expect(namesIn(all)).not.toContain('Ada Moreau');
    const [ben] = all.body.value ?? [];
    expect(ben).toMatchObject({
      scoredEmailAddresses: [{ address: 'ben.okafor@northwind.example' }],
      department: 'Finance',
    });
  });

  it('the people of Ada can be searched and come ten at a time', async () => {
    expect(namesIn(await graph.askAs('ada', '/me/people?$search="ines"'))).toEqual(['Inés Caballero']);
    const first = await graph.askAs('ada', '/me/people');
    expect(namesIn(first)).toHaveLength(10);
    expect(namesIn(await graph.askAs('ada', String(first.body['@odata.nextLink'])))).toHaveLength(1);
  });
});
