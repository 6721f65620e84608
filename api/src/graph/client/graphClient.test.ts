import type { Clock } from '#platform/clock.ts';
import type { Person } from '#api/identity/person.ts';
import { createGraph } from '#api/graph/createGraph.ts';
import type { Graph } from '#api/graph/graph.ts';

const ada: Person = { tenantId: 't', id: 'ada', name: 'Ada Moreau', email: '', isAdministrator: false, bearer: 'b' };
const clock: Clock = { now: () => new Date(), monotonic: () => 1, sleep: async () => undefined };
const GRAPH_URL = 'https://graph.microsoft.com';
const SITE_ID = 'northwind.sharepoint.com,1,2';

const realFetch = globalThis.fetch;
afterEach(() => void (globalThis.fetch = realFetch));

/** Answers every request with a page whose link to the next page is `nextLink`. Records the host and token of each. */
function answerWithNextLink(nextLink: string): { graph: Graph; requests: { host: string; token: string | null }[] } {
  const requests: { host: string; token: string | null }[] = [];
  globalThis.fetch = async (input, init) => {
    const token = new Headers(init?.headers).get('authorization');
    requests.push({ host: new URL(String(input)).host, token });
    return Response.json({ id: 'd', owner: { group: { id: 'g' } }, value: [], '@odata.nextLink': nextLink });
  };
  const identity = { getGraphToken: async () => 'secret' };
  return { graph: createGraph({ baseUrl: GRAPH_URL, identity, clock }), requests };
}

/** Every call that follows a link of a response. */
const calls: [string, (graph: Graph, link: string) => Promise<unknown>][] = [
  ['findSites', (graph) => graph.findSites(ada, '')],
  ['listLibraries', (graph) => graph.listLibraries(ada, SITE_ID)],
  ['ownsSite', (graph) => graph.ownsSite(ada, SITE_ID)],
  ['listChildren', (graph, link) => graph.listChildren(ada, 'd', null, link)],
  ['listChanges', (graph, link) => graph.listChanges(ada, 'd', link)],
];

it('follows links to Graph with the token', async () => {
  const { graph, requests } = answerWithNextLink(`${GRAPH_URL}/v1.0/sites?$skiptoken=2`);
  await graph.findSites(ada, '');
  expect(requests.length).toBeGreaterThan(1);
  for (const request of requests) expect(request).toEqual({ host: 'graph.microsoft.com', token: 'Bearer secret' });
});

/** Makes every call with a response that contains the link. Returns the requests to other hosts than Graph. */
async function followEverywhere(link: string) {
  const foreign = [];
  for (const [name, call] of calls) {
    const { graph, requests } = answerWithNextLink(link);
    await call(graph, link).catch((error: unknown) => expect(error).toMatchObject({ code: 'graph_unavailable' }));
    const others = requests.filter(({ host }) => host !== 'graph.microsoft.com');
    foreign.push(...others.map((request) => ({ name, ...request })));
  }
  return foreign;
}

/** @proves threat:next-link */
it.each([
  'https://elsewhere.example/v1.0/sites',
  'https://graph.microsoft.com.elsewhere.example/v1.0/sites',
  'https://graph.microsoft.com@elsewhere.example/v1.0/sites',
  'https://graph.microsoft.com:8443/v1.0/sites',
  'http://graph.microsoft.com/v1.0/sites',
  '//elsewhere.example/v1.0/sites',
  '\\\\elsewhere.example/v1.0/sites',
])('does not follow %s', async (link) => {
  expect(await followEverywhere(link)).toEqual([]);
});

// These links lead to Graph, but the SDK looks for `https://` anywhere in a path and reads another host from them.
/** @proves threat:next-link */
it.each([
  'https://graph.microsoft.com/v1.0/https://elsewhere.example/sites',
  'https://graph.microsoft.com/v1.0/elsewhere.example/sites?x=https://',
  'https://graph.microsoft.com/v1.0//elsewhere.example/sites?x=https://',
])('sends no token after %s', async (link) => {
  for (const { token } of await followEverywhere(link)) expect(token).toBeNull();
});

it('sends the token once when it retries a throttled request', async () => {
  const tokens: (string | null)[] = [];
  globalThis.fetch = async (_, init) => {
    tokens.push(new Headers(init?.headers).get('authorization'));
    if (tokens.length > 1) return Response.json({ value: [] });
    return new Response('{}', { status: 429, headers: { 'retry-after': '1' } });
  };
  const graph = createGraph({ baseUrl: GRAPH_URL, identity: { getGraphToken: async () => 'secret' }, clock });
  await graph.findSites(ada, '');
  expect(tokens.slice(0, 2)).toEqual(['Bearer secret', 'Bearer secret']);
});
