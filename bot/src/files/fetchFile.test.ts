import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { texts } from '#bot/texts.ts';
import { createFetchFile, isAllowedUrl } from './fetchFile.ts';

const hosts = ['.sharepoint.com', 'files.northwind.example'];
const sources = { hosts, serviceUrls: ['https://smba.trafficmanager.net/'] };
const getChannelToken = async () => 'the.bot.s';

/** A server on loopback, where the sandbox keeps files. It answers every request. */
let server: Server;
let origin: string;
let requests: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  server = createServer(({ url, headers }, response) => {
    requests.push({ url, headers });
    if (url === '/redirect') response.writeHead(302, { location: `${origin}/note` });
    if (url === '/gone') response.writeHead(404);
    response.end('Tea is at four.');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => (requests = []));

it.each(['https://northwind-my.sharepoint.com/a', 'https://files.northwind.example/a'])('allows %s', (url) => {
  expect(isAllowedUrl(new URL(url), hosts)).toBe(true);
});

it.each([
  'http://northwind-my.sharepoint.com/a',
  'https://northwind-my.sharepoint.com:8443/a',
  'https://sharepoint.com.evil.example/a',
  'https://evilsharepoint.com/a',
  'https://evil.files.northwind.example/a',
  'https://169.254.169.254/metadata',
  'http://localhost:3980/health',
])('does not allow %s', (url) => {
  expect(isAllowedUrl(new URL(url), hosts)).toBe(false);
});

it('downloads a file under the name it was sent with', async () => {
  const fetchFile = createFetchFile({ hosts: ['127.0.0.1'], serviceUrls: [] });
  const file = await fetchFile({ name: 'note.txt', url: `${origin}/note` }, getChannelToken);
  expect([file.name, await file.text()]).toEqual(['note.txt', 'Tea is at four.']);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

/** @proves threat:redirects */
it('does not follow a redirect', async () => {
  const fetchFile = createFetchFile({ hosts: ['127.0.0.1'], serviceUrls: [] });
  const download = fetchFile({ name: 'note.txt', url: `${origin}/redirect` }, getChannelToken);
  await expect(download).rejects.toThrow(texts.fileGone);
  expect(requests.map(({ url }) => url)).toEqual(['/redirect']);
});

it('says why a file cannot be downloaded', async () => {
  const fetchFile = createFetchFile({ hosts: ['127.0.0.1'], serviceUrls: [] });
  const download = (url: string) => fetchFile({ name: 'note.txt', url }, getChannelToken);
  await expect(download('https://evil.example/a')).rejects.toThrow(texts.fileRefused);
  await expect(download(`${origin}/gone`)).rejects.toThrow(texts.fileGone);
});

/** @proves threat:redirects */
it('sends the bot’s token to the channel only', async () => {
  const fetchFile = createFetchFile({ hosts: ['127.0.0.1'], serviceUrls: [`${origin}/teams/`] });
  for (const path of ['teams/v3/attachments/1/views/original', 'note'])
    await fetchFile({ name: 'image', url: `${origin}/${path}` }, getChannelToken);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer the.bot.s', undefined]);
  for (const url of ['https://smba.trafficmanager.net@evil.example/', 'https://smba.trafficmanager.net.evil.example/'])
    await expect(createFetchFile(sources)({ name: 'image', url }, getChannelToken)).rejects.toThrow(texts.fileRefused);
});

/** @proves threat:bot-download-address */
it.each([
  ['127.0.0.1', 4],
  ['10.0.0.7', 4],
  ['169.254.169.254', 4],
  ['::1', 6],
  ['fd00:ec2::254', 6],
])('does not connect to %s, although the host is allowed', async (address, family) => {
  const lookups: string[] = [];
  const fetchFile = createFetchFile(sources, (host, done) => {
    lookups.push(host);
    done(null, [{ address, family } satisfies LookupAddress]);
  });
  for (const host of ['northwind-my.sharepoint.com', 'smba.trafficmanager.net'])
    await expect(fetchFile({ name: 'a', url: `https://${host}/a` }, getChannelToken)).rejects.toMatchObject({
      message: texts.fileGone,
      cause: { message: `${host} has no public address` },
    });
  expect(lookups).toEqual(['northwind-my.sharepoint.com', 'smba.trafficmanager.net']);
});
