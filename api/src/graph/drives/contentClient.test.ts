import type { LookupAddress } from 'node:dns';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSandboxCertificate, trustCertificate } from '#sandbox/server/certificate.ts';
import { serveHttps, type SandboxServer } from '#sandbox/server/httpsServer.ts';
import { createContentClient } from './contentClient.ts';

let folder: string;
let server: SandboxServer;
const requests: Record<string, string | undefined>[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ava-content-'));
  const certificate = await getSandboxCertificate(folder);
  trustCertificate(certificate);
  server = await serveHttps('content', { port: 0, certificate }, (url) => async (request, response) => {
    requests.push(request.headers as Record<string, string | undefined>);
    const location = { '/same': `${url}/file`, '/other': 'https://elsewhere.example/file', '/loop': `${url}/loop` }[
      request.url ?? ''
    ];
    // `writeHead` and `end` are not chained: restify in the same process replaces `writeHead`, which then returns
    // nothing.
    response.writeHead(location ? 302 : 200, location ? { location } : {});
    response.end(location ? '' : 'bytes');
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const refused = { code: 'graph_unavailable' };

/** @proves threat:redirects */
it('requests and follows Graph’s own origin only, without a token', async () => {
  const client = createContentClient(server.url);
  const response = await client.send(`${server.url}/same`, { method: 'GET' });
  expect(response.statusCode).toBe(200);
  response.destroy();
  expect(requests).toHaveLength(2);
  expect(requests.every((headers) => headers['authorization'] === undefined)).toBe(true);
  for (const path of ['/other', '/loop'])
    await expect(client.send(server.url + path, { method: 'GET' })).rejects.toMatchObject(refused);
});

/** @proves threat:fetched-addresses */
it.each([
  'http://northwind.sharepoint.com/a',
  'https://northwind.sharepoint.com:8443/a',
  'https://ada@northwind.sharepoint.com/a',
  'https://northwind.sharepoint.com.elsewhere.example/a',
  'https://notsharepoint.com/a',
  'https://169.254.169.254/metadata',
  'file:///etc/passwd',
  'nonsense',
])('refuses %s', async (address) => {
  const resolve = () => {
    throw new Error('The host was looked up.');
  };
  await expect(
    createContentClient('https://graph.microsoft.com', resolve).send(address, { method: 'GET' }),
  ).rejects.toMatchObject(refused);
});

it.each([
  ['https://graph.microsoft.us', 'northwind.sharepoint.us'],
  ['https://dod-graph.microsoft.us', 'northwind.sharepoint-mil.us'],
  ['https://microsoftgraph.chinacloudapi.cn', 'northwind.sharepoint.cn'],
])('looks up the hosts of the national cloud of %s', async (graph, contentHost) => {
  const lookups: string[] = [];
  const client = createContentClient(graph, (host, done) => {
    lookups.push(host);
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  });
  await expect(client.send(`https://${contentHost}/a`, { method: 'GET' })).rejects.toMatchObject(refused);
  await expect(client.send(`${graph}/a`, { method: 'GET' })).rejects.toMatchObject(refused);
  expect(lookups).toEqual([contentHost]);
});

/** @proves threat:fetched-addresses */
it('refuses private addresses that a host of Microsoft resolves to', async () => {
  const lookups: string[] = [];
  const privateAddresses: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }]; // prettier-ignore
  const client = createContentClient('https://graph.microsoft.com', (host, done) => {
    lookups.push(host);
    done(null, privateAddresses);
  });
  await expect(client.send('https://northwind.sharepoint.com/a', { method: 'GET' })).rejects.toMatchObject({
    ...refused,
    cause: expect.objectContaining({ message: 'northwind.sharepoint.com has no public address' }),
  });
  expect(lookups).toEqual(['northwind.sharepoint.com']);
});
