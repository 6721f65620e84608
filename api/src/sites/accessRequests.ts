import type { AccessNotice } from '#contract/bot.ts';
import { AvaError } from '#contract/errors.ts';
import type { AccessDecision, OwnAccessRequest, ReceivedAccessRequest } from '#contract/sites/accessRequests.ts';
import type { Person } from '#api/identity/person.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { AppContext } from '#api/context.ts';
import { authorizeSite, getSiteRights, listSitesByAccess } from './siteAccess.ts';

/** Asks the owners of a site that the person can't read. AVA itself gives no access: the owners do it in SharePoint. */
export async function requestAccess(ctx: AppContext, person: Person, link: string): Promise<OwnAccessRequest> {
  const { inaccessible } = await listSitesByAccess(ctx, person);
  const site = inaccessible.find((candidate) => candidate.link === link);
  if (!site) throw new AvaError('not_found');
  return { link, state: await ctx.store.accessRequests.ask(person, site.id) };
}

/** The person's requests, and the open ones for the sites that they own. A request ends when the person can read the site. */
export async function listAccessRequests(
  ctx: AppContext,
  person: Person,
): Promise<{ mine: OwnAccessRequest[]; received: ReceivedAccessRequest[] }> {
  const { accessible, inaccessible } = await listSitesByAccess(ctx, person);
  const own = await ctx.store.accessRequests.listOwn(person);
  const links = new Map(inaccessible.map(({ id, link }) => [id, link]));
  const readable = new Set(accessible.map(({ id }) => id));
  await ctx.store.accessRequests.remove(
    person,
    own.map(({ siteId }) => siteId).filter((id) => readable.has(id)),
  );
  const open = await ctx.store.accessRequests.listOpen(person.tenantId, [...readable]);
  const asked = new Set(open.map(({ siteId }) => siteId));
  const owned = await listOwned(
    ctx,
    person,
    accessible.filter(({ id }) => asked.has(id)),
  );
  return {
    mine: own.flatMap(({ siteId, state }) => {
      const link = links.get(siteId);
      return link ? [{ link, state }] : [];
    }),
    received: open
      .filter(({ siteId }) => owned.has(siteId))
      .map(({ siteId, personId, name, email, askedAt }) => ({
        site_id: siteId,
        person_id: personId,
        name,
        email,
        asked: askedAt.getTime(),
      })),
  };
}

async function listOwned(ctx: AppContext, person: Person, sites: readonly SiteRow[]): Promise<Set<string>> {
  const owned = await Promise.all(
    sites.map(async (site) => ((await getSiteRights(ctx, person, site, true)).owns ? [site.id] : [])),
  );
  return new Set(owned.flat());
}

export async function decideAccess(
  ctx: AppContext,
  person: Person,
  siteId: string,
  { personId, decision }: { personId: string; decision: AccessDecision },
): Promise<void> {
  const site = await authorizeSite(ctx, person, siteId, 'edit');
  if (!(await ctx.store.accessRequests.decide(person.tenantId, site.id, personId, decision)))
    throw new AvaError('not_found');
}

/** Takes what the bot tells the person about requests: new ones for sites that they own, and decisions about their own. */
export async function takeAccessNotices(ctx: AppContext, person: Person): Promise<AccessNotice[]> {
  if (!ctx.organizations.get(person.tenantId).features.knowledgeSearch) return [];
  const news = await ctx.store.accessRequests.takeNews(person);
  if (news.length === 0) return [];
  try {
    const { accessible, inaccessible } = await listSitesByAccess(ctx, person);
    const asked = new Set(news.filter(({ state }) => state === 'open').map(({ siteId }) => siteId));
    const owned = await listOwned(
      ctx,
      person,
      accessible.filter(({ id }) => asked.has(id)),
    );
    const names = new Map([...accessible, ...inaccessible].map((site) => [site.id, site.name]));
    return news.flatMap(({ siteId, name, state }) => {
      const site = names.get(siteId);
      if (site === undefined || (state === 'open' && !owned.has(siteId))) return [];
      return [{ site, person: state === 'open' ? name : '', state }];
    });
  } catch (error) {
    // The owners still see the requests in AVA.
    ctx.log.warn({ error }, 'failed to check owners of requested sites');
    return [];
  }
}
