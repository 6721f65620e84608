import type { EmbeddedFile } from '../../contract/corpusFiles.ts';
import type { Person } from '../identity/person.ts';
import { may } from '../policies/policies.ts';
import type { ReadableItem } from '../graph/drives.ts';
import type { CorpusFileRow } from '../storage/tables/corpora/corpusFiles.ts';
import type { AppContext } from '../context.ts';
import { followChanges } from './followChanges.ts';
import { openSite, partSites, rightsIn, type OpenSite } from './siteAccess.ts';
import { wake } from './embeddingStatus.ts';

/** Files of corpora that the person may read now; names of others never leave. Of one site, or of all they may see. */
export async function embeddedFiles(
  ctx: AppContext,
  person: Person,
  siteId: string | undefined,
): Promise<EmbeddedFile[]> {
  const sites =
    siteId === undefined ? (await partSites(ctx, person)).open : [await openSite(ctx, person, siteId, 'see')];
  const withRights = sites.map(async (site): Promise<[string, OpenSite]> => [
    site.id,
    { ...site, rights: await rightsIn(ctx, person, site, true) },
  ]);
  const open = new Map(await Promise.all(withRights));
  const files = await ctx.store.corpusFiles.list(person.tenantId, [...open.keys()]);
  const readable = await ctx.graph.getReadableItems(person, files);
  for (const site of open.values()) followChanges(ctx, person, site);
  return files.flatMap((file) => {
    const [site, item] = [open.get(file.siteId), readable.get(file)];
    if (!site || !item) return [];
    if (file.state === 'needsYou') wake(ctx, person, file);
    return [present(person, site, file, item)];
  });
}

function present(person: Person, site: OpenSite, file: CorpusFileRow, item: ReadableItem): EmbeddedFile {
  const remove = may(person, 'remove', 'corpusFile', { ...file, rights: site.rights, readable: true });
  return {
    DataSourceId: file.itemId,
    DataSourceName: item.name,
    DataSourceType: file.type,
    DataSourceLink: item.webUrl,
    DataSourceDescription: remove ? (file.reason ?? '') : '',
    SiteId: site.id,
    SiteName: site.name,
    SiteLink: site.link,
    CreatorEmail: file.creator.email,
    CreatorName: file.creator.name,
    modifiedOn: item.lastModified,
    state: file.state,
    citations: site.rights.owns ? file.citations : null,
    can: { remove },
  };
}
