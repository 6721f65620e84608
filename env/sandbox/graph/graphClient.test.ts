import { ConfidentialClientApplication } from '@azure/msal-node';
import { Client } from '@microsoft/microsoft-graph-client';
import { API_CLIENT_ID, API_CLIENT_SECRET } from '#sandbox/identity/registrations.ts';
import { NORTHWIND_TENANT_ID } from '#sandbox/people.ts';
import { startTestGraph, type TestGraph } from './testGraph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});

afterAll(() => graph.close());

/** Creates a client as AVA does: a token from Teams, exchanged by MSAL, and Microsoft's Graph client. */
async function createClient(person: string, scopes: string[]): Promise<Client> {
  const { url } = graph.identity;
  const application = new ConfidentialClientApplication({
    auth: {
      clientId: API_CLIENT_ID,
      clientSecret: API_CLIENT_SECRET,
      authority: `${url}/${NORTHWIND_TENANT_ID}`,
      knownAuthorities: [new URL(url).host],
    },
  });
  const oboAssertion = await graph.identity.mint({ person });
  const reply = await application.acquireTokenOnBehalfOf({ oboAssertion, scopes });
  return Client.init({
    baseUrl: graph.url,
    customHosts: new Set(['localhost']),
    authProvider: (done) => done(null, reply?.accessToken ?? null),
  });
}

it("returns Ben's profile and photo to Microsoft's Graph client with a token from MSAL", async () => {
  const client = await createClient('ben', ['https://graph.microsoft.com/User.Read']);
  expect(await client.api('/me').select(['displayName', 'department']).get()).toMatchObject({
    displayName: 'Ben Okafor',
    department: 'Finance',
  });
  const photo = (await client.api('/me/photos/48x48/$value').get()) as Blob;
  expect(photo.type).toBe('image/png');
});

it('rejects a call without permission', async () => {
  const client = await createClient('ben', ['https://graph.microsoft.com/User.Read']);
  await expect(client.api('/me/people').get()).rejects.toMatchObject({
    statusCode: 403,
    code: 'Authorization_RequestDenied',
  });
});

it('Graph is called again after the time in Retry-After when it throttles', async () => {
  const client = await createClient('ben', ['https://graph.microsoft.com/People.Read']);
  await graph.control('POST', 'throttle', { count: 1, retryAfter: 1 });
  const startedAt = Date.now();
  expect((await client.api('/me/people').top(2).get()).value).toHaveLength(2);
  expect(Date.now() - startedAt).toBeGreaterThan(900);
});
