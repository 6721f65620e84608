import { createFetchFile, isAllowed } from './files.ts';
import { texts } from './texts.ts';

const hosts = ['.sharepoint.com', 'files.northwind.example'];
const sources = { hosts, serviceUrls: ['https://smba.trafficmanager.net/'] };
const channelToken = async () => 'the.bot.s';

it.each(['https://northwind-my.sharepoint.com/a', 'https://files.northwind.example/a'])('%s is fetched', (url) => {
  expect(isAllowed(new URL(url), hosts)).toBe(true);
});

it.each([
  'http://northwind-my.sharepoint.com/a',
  'https://northwind-my.sharepoint.com:8443/a',
  'https://sharepoint.com.evil.example/a',
  'https://evilsharepoint.com/a',
  'https://evil.files.northwind.example/a',
  'https://169.254.169.254/metadata',
  'http://localhost:3980/health',
])('%s is not', (url) => {
  expect(isAllowed(new URL(url), hosts)).toBe(false);
});

it('reads what it fetches under the name it was sent with, and follows no redirect', async () => {
  const asked: RequestInit[] = [];
  const fetchFile = createFetchFile(sources, async (_url, init) => {
    asked.push(init ?? {});
    return new Response('Tea is at four.');
  });
  const file = await fetchFile({ name: 'note.txt', url: 'https://files.northwind.example/a' }, channelToken);
  expect([file.name, await file.text()]).toEqual(['note.txt', 'Tea is at four.']);
  expect(asked).toMatchObject([{ redirect: 'error' }]);
  expect(asked[0]?.headers).toBeUndefined();
});

it('says why it does not fetch', async () => {
  const fetchFile = createFetchFile(sources, async () => new Response('gone', { status: 404 }));
  const fetching = (url: string) => fetchFile({ name: 'note.txt', url }, channelToken);
  await expect(fetching('https://evil.example/a')).rejects.toThrow(texts.fileRefused);
  await expect(fetching('https://files.northwind.example/a')).rejects.toThrow(texts.fileGone);
});

it('shows the token of the bot to the channel, which keeps pasted images, and to nobody else', async () => {
  const asked: RequestInit['headers'][] = [];
  const fetchFile = createFetchFile(sources, async (_url, init) => {
    asked.push(init?.headers);
    return new Response('an image');
  });
  const paths = ['smba.trafficmanager.net/emea/v3/attachments/1/views/original', 'northwind-my.sharepoint.com/a.png'];
  for (const path of paths) await fetchFile({ name: 'image', url: `https://${path}` }, channelToken);
  expect(asked).toEqual([{ authorization: 'Bearer the.bot.s' }, undefined]);
  for (const url of ['https://smba.trafficmanager.net@evil.example/', 'https://smba.trafficmanager.net.evil.example/'])
    await expect(fetchFile({ name: 'image', url }, channelToken)).rejects.toThrow(texts.fileRefused);
  expect(asked).toHaveLength(2);
});
