import type { ReadableItems } from '#api/graph/readableItems.ts';
import type { Person } from '#api/identity/person.ts';
import type { CorpusFileRow } from '#api/storage/tables/corpora/corpusFiles.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { AppContext } from '#api/context.ts';
import { startEmbedding } from './addFile.ts';
import { NOT_GIVEN_OUT } from './fileVersion.ts';
import { deleteFile } from './removeFile.ts';
import type { AuthorizedSite } from './siteAccess.ts';

/** Minimum time between two checks for changes with the permissions of one person. */
const INTERVAL_MS = 180_000;
/** How many pages of changes one check reads. Later pages are read at the next check. */
const MAX_PAGES = 50;

interface SiteChanges {
  /** Ids of changed and deleted items. Null if unknown: then every file is compared. */
  itemIds: ReadonlySet<string> | null;
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
  const { itemIds, deltaLink } = await getChanges(ctx, person, site, visit.deltaLink);
  const files = await store.corpusFiles.list(site.tenantId, [site.id]);
  const changed = files.filter((file) => (itemIds?.has(file.itemId) ?? true) || isGivenUp(file));
  const readable = await ctx.graph.getReadableItems(person, changed);
  // For a person who lost access to a file, Graph reports it as deleted. Owners see all files.
  if (site.rights.owns) await deleteMissing(ctx, person, changed, readable);
  await embedChanged(ctx, person, site, changed, readable);
  // The delta link is saved last, so that after a failure the same changes are read again.
  await store.sites.saveDeltaLink(site, person, deltaLink);
}

/** Whether Microsoft 365 could not send a file. It needs a retry, because Graph does not list it as changed again. */
function isGivenUp({ state, reason }: CorpusFileRow): boolean {
  return state === 'failed' && reason === NOT_GIVEN_OUT;
}

/** The changes that this person can see. Each person has a delta link: with a shared one, some would miss changes. */
async function getChanges(ctx: AppContext, person: Person, site: SiteRow, from: string | null): Promise<SiteChanges> {
  const itemIds = new Set<string>();
  let next = from;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const page = await ctx.graph.listChanges(person, site.driveId, next);
    // Graph no longer knows the changes since the old link, so all files are compared. The new link is requested before
    // the comparison, so no change is missed in between.
    if (page === null) return from === null ? { itemIds: null, deltaLink: null } : getChanges(ctx, person, site, null);
    for (const id of [...page.deleted, ...page.changed]) itemIds.add(id);
    next = page.next;
    if (next === null) return { itemIds: from === null ? null : itemIds, deltaLink: page.deltaLink };
  }
  return { itemIds: from === null ? null : itemIds, deltaLink: next };
}

/** Deletes the files that no longer exist. Graph lists a file as deleted even if it was restored. */
async function deleteMissing(
  ctx: AppContext,
  person: Person,
  files: readonly CorpusFileRow[],
  readable: ReadableItems,
): Promise<void> {
  for (const file of files) {
    if (!readable.has(file) && (await ctx.graph.isDeleted(person, file))) await deleteFile(ctx, file);
  }
}

async function embedChanged(
  ctx: AppContext,
  person: Person,
  site: SiteRow,
  files: readonly CorpusFileRow[],
  readable: ReadableItems,
): Promise<void> {
  for (const file of files) {
    const etag = readable.get(file)?.etag ?? null;
    if (etag === null || (etag === file.etag && !isGivenUp(file))) continue;
    const item = await ctx.graph.findItem(person, file.driveId, file.itemId);
    if (!item) continue;
    const { fetching } = await startEmbedding(ctx, person, site, item, {
      library: file.library,
      takesOwnership: false,
    });
    // Files are embedded one at a time, because a site whose files have all changed must not delay the files of other
    // people.
    await fetching;
  }
}
