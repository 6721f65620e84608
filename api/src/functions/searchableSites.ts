import { truncate } from '#contract/text/text.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { findSearchableSites, LIVE_SITES } from '#api/sites/searchableSites.ts';
import { sortSites } from '#api/sites/sitePresenter.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';

/** A site that the person can search, with its name as the model reads it. */
export interface SearchableSite {
  id: string;
  name: string;
}

const MAX_NAME_CHARACTERS = 80;

/** The first sites that the person can search; null if Microsoft 365 does not list them in time. */
export async function listSearchableSites(
  ctx: AppContext,
  person: Person,
  signal: AbortSignal,
): Promise<SearchableSite[] | null> {
  try {
    return nameSites(ctx, (await findSearchableSites(ctx, person, 'all', signal)).sites);
  } catch (error) {
    signal.throwIfAborted();
    ctx.log.info({ error }, 'failed to list sites for functions');
    return null;
  }
}

/** The first of some sites in the order of lists, with their names as the model reads them: about 1,500 tokens. */
export function nameSites(ctx: Pick<AppContext, 'organizations'>, sites: readonly SiteRow[]): SearchableSite[] {
  return sortSites(ctx, sites)
    .slice(0, LIVE_SITES)
    .map(({ id, name }) => ({ id, name: cleanName(name) }));
}

/** The names of sites for the model. Quoted and in one line, a name can't be taken for anything else. */
export function quoteNames(sites: readonly SearchableSite[]): string {
  return sites.map(({ name }) => JSON.stringify(name)).join(', ');
}

/** Finds the site that a model names, with or without the quotes. */
export function findSite(sites: readonly SearchableSite[], name: string): SearchableSite | undefined {
  const normalize = (text: string) => cleanName(text.replace(/^["'“‘[]|["'”’\]]$/g, '')).toLowerCase();
  return sites.find((site) => normalize(site.name) === normalize(name));
}

/** A name without line breaks, invisible characters and what is too long for a name. */
export function cleanName(name: string): string {
  const visible = name.slice(0, 1_000).replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, ' ');
  return truncate(visible.replace(/ {2,}/g, ' ').trim(), MAX_NAME_CHARACTERS);
}
