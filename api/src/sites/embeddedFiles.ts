import type { EmbeddedFile } from '#contract/sites/corpusFiles.ts';
import type { ReadableItem } from '#api/graph/readableItems.ts';
import type { Person } from '#api/identity/person.ts';
import { can } from '#api/policies/policies.ts';
import type { ListedCorpusFile } from '#api/storage/tables/corpora/corpusFiles.ts';
import type { AppContext } from '#api/context.ts';
import { fetchInBackground } from './fetchBytes.ts';
import { followChanges } from './followChanges.ts';
import { authorizeSite, getSiteRights, listSitesByAccess, type AuthorizedSite } from './siteAccess.ts';

/** Files of one site, or of all sites that the person can see. Files that the person cannot read now are left out. */
export async function listEmbeddedFiles(
  ctx: AppContext,
  person: Person,
  siteId: string | undefined,
): Promise<EmbeddedFile[]> {
  const sites =
    siteId === undefined
      ? (await listSitesByAccess(ctx, person)).accessible
      : [await authorizeSite(ctx, person, siteId, 'see')];
  const entries = sites.map(async (site): Promise<[string, AuthorizedSite]> => [
    site.id,
    { ...site, rights: await getSiteRights(ctx, person, site, true) },
  ]);
  const sitesById = new Map(await Promise.all(entries));
  const files = await ctx.store.corpusFiles.list(person.tenantId, [...sitesById.keys()]);
  const readable = await ctx.graph.getReadableItems(person, files);
  for (const site of sitesById.values()) followChanges(ctx, person, site);
  return files.flatMap((file) => {
    const [site, item] = [sitesById.get(file.siteId), readable.get(file)];
    if (!site || !item) return [];
    if (file.state === 'needsYou') fetchInBackground(ctx, person, file);
    return [presentFile(person, site, file, item)];
  });
}

function presentFile(person: Person, site: AuthorizedSite, file: ListedCorpusFile, item: ReadableItem): EmbeddedFile {
  const canRemove = can(person, 'remove', 'corpusFile', { ...file, rights: site.rights, readable: true });
  return {
    DataSourceId: file.itemId,
    DataSourceName: item.name,
    DataSourceType: file.type,
    DataSourceLink: item.webUrl,
    DataSourceDescription: canRemove ? (file.reason ?? '') : '',
    SiteId: site.id,
    SiteName: site.name,
    SiteLink: site.link,
    CreatorEmail: file.creator.email,
    CreatorName: file.creator.name,
    modifiedOn: item.lastModified,
    state: file.state,
    unread: file.unread,
    citations: site.rights.owns ? file.citations : null,
    can: { remove: canRemove },
  };
}
