import type { Client } from '#contract/client.ts';
import { getSites } from '#contract/sites/sites.ts';

/** Names of the sites that the person can search. Other sites stay unnamed. */
export async function getSiteNames(client: Client): Promise<ReadonlyMap<string, string>> {
  const { accessibleSites } = await client.call(getSites, {}).catch(() => ({ accessibleSites: [] }));
  return new Map(accessibleSites.map(({ SiteId, SiteName }) => [SiteId, SiteName]));
}
