import { GRAPH_APP_ID } from '../identity/identityServer.ts';
import { getPerson } from '../people.ts';
import type { GraphRoute } from './index.ts';
import { openGraph, type TestGraph } from './testGraph.ts';

/** How a later noun arrives: data, a permission of its own, and one line in the table. */
const readersOfFinance = [getPerson('ada').oid, getPerson('ben').oid];
const financeSite: GraphRoute = {
  method: 'GET',
  pattern: '/sites/finance',
  scopes: ['Sites.Read.All'],
  may: ({ person }) => person !== undefined && readersOfFinance.includes(person.oid),
  handle: () => ({ status: 200, body: { displayName: 'Finance' } }),
};

let graph: TestGraph;

beforeAll(async () => {
  graph = await openGraph([financeSite]);
});

afterAll(() => graph.close());

describe('who may call', () => {
  it.each([
    ['nobody', '', 'Access token is empty.'],
    ['no token at all', 'nonsense', 'CompactToken parsing failed'],
  ])('%s is asked to sign in', async (_who, token, message) => {
    const { status, headers, body } = await graph.ask('/me', token);
    expect([status, body.error?.code]).toEqual([401, 'InvalidAuthenticationToken']);
    expect(body.error?.message).toContain(message);
    expect(headers.get('www-authenticate')).toContain('Bearer');
  });

  it.each([
    ['meant for AVA', { audience: '33333333-3333-4333-8333-333333333333' }, 'Invalid audience'],
    ['that is over', { expiresIn: -10 }, 'the token is expired'],
    ['signed by somebody else', { key: 'foreign' as const }, 'Invalid signature'],
    ['of a tenant Ada does not belong to', { tenant: 'fabrikam' as const }, 'Unknown user'],
  ])('a token %s is refused', async (_what, request, message) => {
    const { status, body } = await graph.ask('/me', await graph.tokenOf('ada', request));
    expect(status).toBe(401);
    expect(body.error?.message).toContain(message);
  });

  it("Graph's application id is an audience too", async () => {
    expect((await graph.ask('/me', await graph.tokenOf('ada', { audience: GRAPH_APP_ID }))).status).toBe(200);
  });

  it.each(['/me', '/me/people', '/users', '/users/ben.okafor@northwind.example/photo/$value'])(
    'a token without the permission is refused at %s',
    async (url) => {
      const { status, body } = await graph.ask(url, await graph.tokenOf('ada', { scp: 'Calendars.Read' }));
      expect([status, body.error?.code]).toEqual([403, 'Authorization_RequestDenied']);
    },
  );

  it('an application is nobody’s me, and may list people with a permission of its own', async () => {
    const application = await graph.tokenOf('ada', { kind: 'app', roles: ['User.Read.All'] });
    expect((await graph.ask('/users?$top=3', application)).body.value).toHaveLength(3);
    expect((await graph.ask('/me', application)).status).toBe(403);
  });

  it('Ben may read Finance, Cleo may not, and neither knows a path that is not there', async () => {
    expect((await graph.askAs('ben', '/sites/finance')).body).toEqual({ displayName: 'Finance' });
    const cleo = await graph.askAs('cleo', '/sites/finance');
    expect([cleo.status, cleo.body.error?.code]).toEqual([403, 'accessDenied']);
    expect((await graph.askAs('ben', '/planets')).status).toBe(400);
    expect((await graph.askAs('ben', '/me', { method: 'DELETE' })).status).toBe(405);
  });
});
