import type { z } from 'zod';
import type { CorpusConfig, getFunctionGroups, getSites, Site } from '#contract/sites/sites.ts';
import { AvaError } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';
import { listPreparingSites } from './preparingSites.ts';
import { authorizeSite, getSiteRights, listSitesByAccess } from './siteAccess.ts';
import { isHelpSite, presentSite, sortSites } from './sitePresenter.ts';

type SitesReply = z.output<NonNullable<typeof getSites.reply>>;
type GroupsReply = z.output<NonNullable<typeof getFunctionGroups.reply>>;

/** Lists the corpora that the person can see, and name and link of the other corpora. */
export async function listSites(ctx: AppContext, person: Person): Promise<SitesReply> {
  const { accessible, inaccessible } = await listSitesByAccess(ctx, person);
  const withRights = await Promise.all(
    accessible.map(async (site) => ({ ...site, rights: await getSiteRights(ctx, person, site, true) })),
  );
  const accessibleIds = accessible.map(({ id }) => id);
  return {
    preparing: await listPreparingSites(ctx, person, accessibleIds),
    accessibleSites: sortSites(ctx, withRights).map((site) => presentSite(ctx, person, site)),
    inaccessibleSites: sortSites(ctx, inaccessible).map(({ name, link }) => ({ name, link })),
  };
}

export async function getCorpusConfig(ctx: AppContext, person: Person, id: string): Promise<CorpusConfig> {
  return (await authorizeSite(ctx, person, id, 'see')).config;
}

export async function getCorpus(ctx: AppContext, person: Person, id: string): Promise<Site> {
  const site = await authorizeSite(ctx, person, id, 'see');
  return presentSite(ctx, person, { ...site, rights: await getSiteRights(ctx, person, site, true) });
}

/** Finds the site of a mention. Throws the same error for a site that does not exist and one that the person cannot see. */
export async function findSiteOfMention(
  ctx: AppContext,
  person: Person,
  mention: string,
  signal?: AbortSignal,
): Promise<string> {
  const name = normalizeName(mention);
  const matches = (await ctx.store.sites.list(person.tenantId)).filter((site) => normalizeName(site.name) === name);
  const readable = await ctx.graph.getReadableSites(
    person,
    matches.map(({ graphId }) => graphId),
    signal,
  );
  const [site] = sortSites(
    ctx,
    matches.filter(({ graphId }) => readable.has(graphId)),
  );
  if (!site) throw new AvaError('not_found', { detail: 'Inaccessible site' });
  return site.id;
}

/** A name for comparison, without the at sign or brackets of a mention. */
function normalizeName(name: string): string {
  return name
    .trim()
    .replace(/^@?\[?|\]$/g, '')
    .trim()
    .normalize('NFC')
    .toLowerCase();
}

/** What the person can mention: the corpora that they can see. */
export async function listSiteGroups(ctx: AppContext, person: Person): Promise<GroupsReply['groups']> {
  if (!ctx.organizations.get(person.tenantId).features.knowledgeSearch) return [];
  const { accessible } = await listSitesByAccess(ctx, person);
  return sortSites(ctx, accessible).map((site) => ({
    group_name: site.name,
    group_description: site.description,
    section: isHelpSite(ctx, site) ? ('AVA-provided' as const) : ('Knowledge Search' as const),
    site_link: site.link,
  }));
}
