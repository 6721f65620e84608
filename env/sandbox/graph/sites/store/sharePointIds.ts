import { createHash } from 'node:crypto';
import { sampleSites } from '#sandbox/sites/sampleSites.ts';
import type { SampleSite } from '#sandbox/sites/siteDefinition.ts';

/** Ids are derived from the names of the sample sites, so they are the same at every start and tests know them. */

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A GUID in lower case. */
export function guidOf(key: string): string {
  const hex = digest(`guid ${key}`).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** An item id like SharePoint's: `01` and 32 letters or digits. */
export function itemIdOf(key: string): string {
  const letters = [...digest(`item ${key}`)].map((byte) => BASE32[byte % BASE32.length]);
  return `01${letters.join('')}`;
}

/** A drive id like SharePoint's: `b!` and the GUIDs of site, web and list in base64url. */
export function driveIdOf(siteKey: string, library: string): string {
  const guids = [siteGuid(siteKey), webGuid(siteKey), listGuid(siteKey, library)];
  return `b!${Buffer.from(guids.join('').replaceAll('-', ''), 'hex').toString('base64url')}`;
}

export const siteGuid = (key: string) => guidOf(`site ${key}`);
export const webGuid = (key: string) => guidOf(`web ${key}`);
export const groupGuid = (key: string) => guidOf(`group ${key}`);
export const ownersGroupGuid = (key: string) => guidOf(`owners ${key}`);
export const listGuid = (key: string, name: string) => guidOf(`list ${key}/${name}`);

/** A sample site's id: `host,site,web`. Throws an Error if the site does not exist. */
export function siteIdOf(key: string): string {
  const organizationSites = sampleSites.find(({ sites }) => sites.some((site) => site.key === key));
  if (!organizationSites) throw new Error(`The sandbox has no site "${key}".`);
  return compositeId(organizationSites.host, key);
}

export function compositeId(host: string, key: string): string {
  return `${host},${siteGuid(key)},${webGuid(key)}`;
}

/** The ids of a sample file, such as `finance/Documents/Policies/Expenses Policy.docx`. */
export function fileIdsOf(path: string): { siteId: string; driveId: string; itemId: string } {
  const [siteKey = '', library = ''] = path.split('/');
  return { siteId: siteIdOf(siteKey), driveId: driveIdOf(siteKey, library), itemId: itemIdOf(path) };
}

/** The path of a site's address. */
export function sitePath(definition: SampleSite): string {
  if (definition.personalOf) return `/personal/${definition.personalOf}`;
  return definition.root ? '' : `/sites/${definition.name.replace(/[^A-Za-z0-9]/g, '')}`;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
