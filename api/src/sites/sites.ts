import type { z } from 'zod';
import type { CorpusConfig, getFunctionGroups, getSites, Site } from '../../contract/sites.ts';
import { AvaError } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';
import { openSite, partSites, rightsIn } from './siteAccess.ts';
import { isHelp, presentSite, sortSites } from './sitePresenter.ts';

type SitesReply = z.output<NonNullable<typeof getSites.reply>>;
type GroupsReply = z.output<NonNullable<typeof getFunctionGroups.reply>>;

/** The corpora that the person may see; of the others, the name and where to ask for access. */
export async function listSites(ctx: AppContext, person: Person): Promise<SitesReply> {
  const { open, closed } = await partSites(ctx, person);
  const withRights = await Promise.all(
    open.map(async (site) => ({ ...site, rights: await rightsIn(ctx, person, site, true) })),
  );
  return {
    accessibleSites: sortSites(ctx, withRights).map((site) => presentSite(ctx, person, site)),
    inaccessibleSites: sortSites(ctx, closed).map(({ name, link }) => ({ name, link })),
  };
}

export async function corpusConfig(ctx: AppContext, person: Person, id: string): Promise<CorpusConfig> {
  return (await openSite(ctx, person, id, 'see')).config;
}

/** The description and the guiding prompt of a corpus. */
export async function readCorpus(ctx: AppContext, person: Person, id: string): Promise<Site> {
  const site = await openSite(ctx, person, id, 'see');
  return presentSite(ctx, person, { ...site, rights: await rightsIn(ctx, person, site, true) });
}

/** The site that a mention means. One that the person may not see and one that is not there answer alike. */
export async function siteOfMention(ctx: AppContext, person: Person, mention: string): Promise<string> {
  const name = plain(mention);
  const named = (await ctx.store.sites.list(person.tenantId)).filter((site) => plain(site.name) === name);
  const readable = await ctx.graph.getReadableSites(
    person,
    named.map(({ graphId }) => graphId),
  );
  const [site] = sortSites(
    ctx,
    named.filter(({ graphId }) => readable.has(graphId)),
  );
  if (!site) throw new AvaError('not_found', { detail: 'Inaccessible site' });
  return site.id;
}

/** A name as it is compared, whether it stands alone, after an at sign or in brackets. */
function plain(name: string): string {
  return name
    .trim()
    .replace(/^@?\[?|\]$/g, '')
    .trim()
    .normalize('NFC')
    .toLowerCase();
}

/** What the person can mention: the corpora they may see. */
export async function functionGroups(ctx: AppContext, person: Person): Promise<GroupsReply> {
  if (!ctx.organization.features.knowledgeSearch) return { groups: [] };
  const { open } = await partSites(ctx, person);
  return {
    groups: sortSites(ctx, open).map((site) => ({
      group_name: site.name,
      group_description: site.description,
      section: isHelp(ctx.organization, site) ? ('AVA-provided' as const) : ('Knowledge Search' as const),
      site_link: site.link,
    })),
  };
}
