import type { LookupAddress } from 'node:dns';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxCertificate, trustCertificate } from '../../../env/sandbox/certificate.ts';
import { serveSecurely, type SandboxServer } from '../../../env/sandbox/secureServer.ts';
import { isPublic } from '../../platform/publicAddress.ts';
import { createDoor } from './contentClient.ts';

let folder: string;
let server: SandboxServer;
const heard: Record<string, string | undefined>[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ava-door-'));
  const certificate = await sandboxCertificate(folder);
  trustCertificate(certificate);
  server = await serveSecurely('door', { port: 0, certificate }, (url) => async (request, response) => {
    heard.push(request.headers as Record<string, string | undefined>);
    const to = { '/near': `${url}/file`, '/far': 'https://elsewhere.example/file', '/round': `${url}/round` }[
      request.url ?? ''
    ];
    response.writeHead(to ? 302 : 200, to ? { location: to } : {}).end(to ? '' : 'bytes');
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const away = { code: 'graph_unavailable' };

it('opens what is at Graph’s own origin, follows there alone, and carries no token', async () => {
  const door = createDoor(server.url);
  const reply = await door.open(`${server.url}/near`, { method: 'GET' });
  expect(reply.statusCode).toBe(200);
  reply.destroy();
  expect(heard).toHaveLength(2);
  expect(heard.every((headers) => headers['authorization'] === undefined)).toBe(true);
  for (const path of ['/far', '/round'])
    await expect(door.open(server.url + path, { method: 'GET' })).rejects.toMatchObject(away);
});

it.each([
  'http://northwind.sharepoint.com/a',
  'https://northwind.sharepoint.com:8443/a',
  'https://ada@northwind.sharepoint.com/a',
  'https://northwind.sharepoint.com.elsewhere.example/a',
  'https://notsharepoint.com/a',
  'https://169.254.169.254/metadata',
  'file:///etc/passwd',
  'nonsense',
])('does not open %s', async (address) => {
  const nobody = () => {
    throw new Error('It was looked up.');
  };
  await expect(
    createDoor('https://graph.microsoft.com', nobody).open(address, { method: 'GET' }),
  ).rejects.toMatchObject(away);
});

it('opens no private address, whatever a name of Microsoft’s leads to', async () => {
  const asked: string[] = [];
  const inside: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }]; // prettier-ignore
  const door = createDoor('https://graph.microsoft.com', (host, done) => {
    asked.push(host);
    done(null, inside);
  });
  await expect(door.open('https://northwind.sharepoint.com/a', { method: 'GET' })).rejects.toMatchObject({
    ...away,
    cause: expect.objectContaining({ message: 'northwind.sharepoint.com has no public address' }),
  });
  expect(asked).toEqual(['northwind.sharepoint.com']);
});

it.each([
  ['13.107.136.10', true], ['168.63.129.15', true], ['2a01:111:f400::1', true], ['2001:4860:4860::8888', true],
  ['2620:1ec:8f8::10', true], ['10.1.2.3', false], ['172.31.0.1', false], ['192.168.1.1', false],
  ['127.0.0.1', false], ['169.254.169.254', false], ['100.64.0.1', false], ['0.0.0.0', false], ['224.0.0.1', false],
  ['255.255.255.255', false], ['::1', false], ['::ffff:10.0.0.1', false], ['fe80::1', false], ['fd00::1', false], ['', false],
] as const)('%s is public: %s', (address, open) => expect(isPublic(address)).toBe(open)); // prettier-ignore
