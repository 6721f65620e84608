import { createFetchFile, isAllowed } from './files.ts';
import { texts } from './texts.ts';

const hosts = ['.sharepoint.com', 'files.northwind.example'];

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
  const fetchFile = createFetchFile(hosts, async (_url, init) => {
    asked.push(init ?? {});
    return new Response('Tea is at four.');
  });
  const file = await fetchFile({ name: 'note.txt', url: 'https://files.northwind.example/a' });
  expect([file.name, await file.text()]).toEqual(['note.txt', 'Tea is at four.']);
  expect(asked).toMatchObject([{ redirect: 'error' }]);
  expect(asked[0]?.headers).toBeUndefined();
});

it('says why it does not fetch', async () => {
  const fetchFile = createFetchFile(hosts, async () => new Response('gone', { status: 404 }));
  const fetching = (url: string) => fetchFile({ name: 'note.txt', url });
  await expect(fetching('https://evil.example/a')).rejects.toThrow(texts.fileRefused);
  await expect(fetching('https://files.northwind.example/a')).rejects.toThrow(texts.fileGone);
});
