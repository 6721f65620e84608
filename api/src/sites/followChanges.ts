import type { Person } from '../identity/person.ts';
import type { CorpusFileRow } from '../storage/tables/corpora/corpusFiles.ts';
import type { SiteRow } from '../storage/tables/corpora/sites.ts';
import type { AppContext } from '../context.ts';
import { startEmbedding } from './addFile.ts';
import { deleteFile } from './removeFile.ts';
import type { AuthorizedSite } from './siteAccess.ts';

/** Minimum time between two checks for changes with the permissions of one person. */
const INTERVAL_MS = 180_000;
/** How many pages of changes one check reads. Later pages are read at the next check. */
const MAX_PAGES = 50;

interface SiteChanges {
  deleted: Set<string>;
  /** Null if unknown: then every file is compared. */
  changed: Set<string> | null;
  deltaLink: string | null;
}

/** Syncs a site's files in the background, with the permissions of a person who is signed in now. */
export function followChanges(ctx: AppContext, person: Person, site: AuthorizedSite): void {
  syncChanges(ctx, person, site).catch((error: unknown) =>
    ctx.log.warn({ error, site: site.id }, 'failed to sync changes of site'),
  );
}

/** Embeds files that changed since the person's last check, and removes deleted ones. */
export async function syncChanges(
  ctx: AppContext,
  person: Person,
  site: AuthorizedSite,
  intervalMs = INTERVAL_MS,
): Promise<void> {
  const { store } = ctx;
  const visit = await store.sites.claimVisit(site, person, intervalMs);
  if (!visit) return;
  const { deleted, changed, deltaLink } = await getChanges(ctx, person, site, visit.deltaLink);
  const files = await store.corpusFiles.list(site.tenantId, [site.id]);
  // For a person who lost access to a file, Graph reports it as deleted. Owners see all files.
  if (site.rights.owns) {
    await deleteMissing(
      ctx,
      person,
      files.filter(({ itemId }) => deleted.has(itemId)),
    );
  }
  await embedChanged(
    ctx,
    person,
    site,
    files.filter(({ itemId }) => !deleted.has(itemId) && (changed?.has(itemId) ?? true)),
  );
  // Saved last, so that after a failure the same changes are read again.
  await store.sites.saveDeltaLink(site, person, deltaLink);
}

/** The changes that this person can see. Each person has a delta link: with a shared one, some would miss changes. */
async function getChanges(
  { graph }: AppContext,
  person: Person,
  { driveId }: SiteRow,
  from: string | null,
): Promise<SiteChanges> {
  const changes: SiteChanges = { deleted: new Set(), changed: from === null ? null : new Set(), deltaLink: from };
  let next = from;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const page = await graph.listChanges(person, driveId, next);
    if (page === null) return { deleted: new Set(), changed: null, deltaLink: null };
    for (const id of page.deleted) changes.deleted.add(id);
    for (const id of page.changed) changes.changed?.add(id);
    changes.deltaLink = page.deltaLink ?? page.next;
    if (page.next === null) return changes;
    next = page.next;
  }
  return changes;
}

/** Deletes the files that Graph does not find. Graph lists a file as deleted even if it was restored. */
async function deleteMissing(ctx: AppContext, person: Person, files: readonly CorpusFileRow[]): Promise<void> {
  for (const file of files) {
    if (!(await ctx.graph.findItem(person, file.driveId, file.itemId))) await deleteFile(ctx, file);
  }
}

async function embedChanged(
  ctx: AppContext,
  person: Person,
  site: SiteRow,
  files: readonly CorpusFileRow[],
): Promise<void> {
  const readable = await ctx.graph.getReadableItems(person, files);
  for (const file of files) {
    const etag = readable.get(file)?.etag ?? null;
    if (etag === null || etag === file.etag) continue;
    const item = await ctx.graph.findItem(person, file.driveId, file.itemId);
    if (!item) continue;
    const { fetching } = await startEmbedding(ctx, person, site, item, {
      library: file.library,
      takesOwnership: false,
    });
    // One at a time: a site whose files have all changed must not delay the files of other people.
    await fetching;
  }
}
