import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_CLIENT_ID } from '#sandbox/identity/registrations.ts';
import { organizations } from '#sandbox/people.ts';
import type { Person } from '#sandbox/person.ts';

export type Asset = { type: string; body: string | Buffer; headers: Record<string, string> };

const folder = fileURLToPath(new URL('./page/', import.meta.url));
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const packages = dirname(dirname(createRequire(import.meta.url).resolve('marked/package.json')));
/** The page's libraries: Microsoft's renderer of Adaptive Cards, and a Markdown parser. */
const libraries: [path: string, file: string][] = [
  ['/lib/adaptivecards.js', join(packages, 'adaptivecards/dist/adaptivecards.min.js')],
  ['/lib/marked.js', join(packages, 'marked/lib/marked.umd.js')],
];

/** Style sheets are served joined, because a browser needs longer for a request than for a few rules. */
const styleSheets = {
  '/page.css': ['themes', 'chrome', 'frame', 'stage', 'sandboxBar'],
  '/chat.css': ['chat', 'message', 'citation', 'feedback', 'card'].map((name) => `chat/${name}`),
};

/** Elements of the page that only the chat with the bot needs. */
const chatElements = `<link rel="stylesheet" href="/chat.css" />
    <script defer src="/lib/adaptivecards.js"></script>
    <script defer src="/lib/marked.js"></script>`;

/** Loads the page's scripts, styles and images, by path. */
export async function loadAssets(): Promise<Map<string, Asset>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => extname(name) in types);
  const paths = names.map((name): [string, string] => [`/${name.replaceAll('\\', '/')}`, join(folder, name)]);
  const entries = [...paths, ...libraries].map(async ([path, file]): Promise<[string, Asset]> => {
    const type = types[extname(file)] ?? 'application/octet-stream';
    return [path, { type, body: await readFile(file), headers: {} }];
  });
  const styles = Object.entries(styleSheets).map(async ([path, files]): Promise<[string, Asset]> => {
    const texts = await Promise.all(files.map((name) => readFile(join(folder, `${name}.css`), 'utf8')));
    return [path, { type: 'text/css; charset=utf-8', body: texts.join('\n'), headers: {} }];
  });
  return new Map(await Promise.all([...entries, ...styles]));
}

/** Loads the page, with the tab's URL, the people of the sandbox and whether there is a bot. */
export async function loadHostPage(tabUrl: string, hasBot: boolean): Promise<Asset> {
  const html = await readFile(join(folder, 'page.html'), 'utf8');
  const config = { tabUrl, appId: API_CLIENT_ID, hasBot, organizations: organizations.map(toPageOrganization) };
  // A `<` in the JSON could close the script element.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return {
    type: 'text/html; charset=utf-8',
    body: html.replace('<!--host-config-->', () => json).replace('<!--chat-->', hasBot ? chatElements : ''),
    headers: { 'content-security-policy': createPolicy(new URL(tabUrl).origin), 'x-content-type-options': 'nosniff' },
  };
}

function createPolicy(tabOrigin: string): string {
  return `default-src 'self'; img-src 'self' data:; frame-src ${tabOrigin}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`;
}

function toPageOrganization({ name, tenantId, people }: (typeof organizations)[number]) {
  return { name, tenantId, people: people.map(toPagePerson) };
}

function toPagePerson({ key, oid, tenantId, displayName, userPrincipalName, jobTitle, hasPhoto }: Person) {
  return { key, oid, tenantId, displayName, userPrincipalName, jobTitle, hasPhoto };
}
