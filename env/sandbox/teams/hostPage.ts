import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_CLIENT_ID } from '../identity/registrations.ts';
import { organisations, type Person } from '../people.ts';

export type Asset = { type: string; body: string | Buffer; headers: Record<string, string> };

const folder = fileURLToPath(new URL('./page/', import.meta.url));
const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The page's scripts, styles and drawings by their path. Read once: a change shows after a restart. */
export async function assets(): Promise<Map<string, Asset>> {
  const served = (await readdir(folder)).filter((name) => extname(name) in types);
  const entries = served.map(async (name): Promise<[string, Asset]> => {
    const type = types[extname(name)] ?? 'application/octet-stream';
    return [`/${name}`, { type, body: await readFile(join(folder, name)), headers: {} }];
  });
  return new Map(await Promise.all(entries));
}

/** The page itself, told where the tab is and who lives in the sandbox. */
export async function hostPage(tabUrl: string): Promise<Asset> {
  const html = await readFile(join(folder, 'page.html'), 'utf8');
  const config = { tabUrl, appId: API_CLIENT_ID, organisations: organisations.map(shownOrganisation) };
  // A `<` inside JSON could close the script element that carries it.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return {
    type: 'text/html; charset=utf-8',
    body: html.replace('<!--host-config-->', () => json),
    headers: { 'content-security-policy': policy(new URL(tabUrl).origin), 'x-content-type-options': 'nosniff' },
  };
}

function policy(tabOrigin: string): string {
  return `default-src 'self'; frame-src ${tabOrigin}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`;
}

function shownOrganisation({ name, tenantId, people }: (typeof organisations)[number]) {
  return { name, tenantId, people: people.map(shownPerson) };
}

function shownPerson({ key, oid, tenantId, displayName, userPrincipalName, jobTitle, hasPhoto }: Person) {
  return { key, oid, tenantId, displayName, userPrincipalName, jobTitle, hasPhoto };
}
