import { GRAPH_APP_ID } from '#sandbox/identity/registrations.ts';
import { getPerson } from '#sandbox/people.ts';
import type { GraphRoute } from './graphRoute.ts';
import { startTestGraph, type TestGraph } from './testGraph.ts';

const readersOfFinance = [getPerson('ada').oid, getPerson('ben').oid];
const financeSite: GraphRoute = {
  method: 'GET',
  pattern: '/sites/finance',
  scopes: ['Sites.Read.All'],
  isAllowed: ({ person }) => person !== undefined && readersOfFinance.includes(person.oid),
  handle: () => ({ status: 200, body: { displayName: 'Finance' } }),
};

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph([financeSite]);
});

afterAll(() => graph.close());

describe('authentication', () => {
  it.each([
    ['without a token', '', 'Access token is empty.'],
    ['with an invalid token', 'nonsense', 'CompactToken parsing failed'],
  ])('rejects a caller %s', async (_name, token, message) => {
    const { status, headers, body } = await graph.ask('/me', token);
    expect([status, body.error?.code]).toEqual([401, 'InvalidAuthenticationToken']);
    expect(body.error?.message).toContain(message);
    expect(headers.get('www-authenticate')).toContain('Bearer');
  });

  it.each([
    ['for AVA', { audience: '33333333-3333-4333-8333-333333333333' }, 'Invalid audience'],
    ['that has expired', { expiresIn: -10 }, 'the token is expired'],
    ['signed by a foreign key', { key: 'foreign' as const }, 'Invalid signature'],
    ['of another tenant than Ada’s', { tenant: 'fabrikam' as const }, 'Unknown user'],
  ])('rejects a token %s', async (_name, request, message) => {
    const { status, body } = await graph.ask('/me', await graph.tokenOf('ada', request));
    expect(status).toBe(401);
    expect(body.error?.message).toContain(message);
  });

  it("accepts Graph's application id as audience", async () => {
    expect((await graph.ask('/me', await graph.tokenOf('ada', { audience: GRAPH_APP_ID }))).status).toBe(200);
  });

  it.each(['/me', '/me/people', '/users', '/users/ben.okafor@northwind.example/photo/$value'])(
    'rejects a token without the permission that %s requires',
    async (url) => {
      const { status, body } = await graph.ask(url, await graph.tokenOf('ada', { scp: 'Calendars.Read' }));
      expect([status, body.error?.code]).toEqual([403, 'Authorization_RequestDenied']);
    },
  );

  it('lets an application with its own permission list people, but not read /me', async () => {
    const application = await graph.tokenOf('ada', { kind: 'app', roles: ['User.Read.All'] });
    expect((await graph.ask('/users?$top=3', application)).body.value).toHaveLength(3);
    expect((await graph.ask('/me', application)).status).toBe(403);
  });

  it('lets Ben read Finance, rejects Cleo, and rejects unknown paths and methods', async () => {
    expect((await graph.askAs('ben', '/sites/finance')).body).toEqual({ displayName: 'Finance' });
    const cleo = await graph.askAs('cleo', '/sites/finance');
    expect([cleo.status, cleo.body.error?.code]).toEqual([403, 'accessDenied']);
    expect((await graph.askAs('ben', '/planets')).status).toBe(400);
    expect((await graph.askAs('ben', '/me', { method: 'DELETE' })).status).toBe(405);
  });
});
