import type { Person } from '../identity/person.ts';
import type { CorpusFileRow } from '../storage/tables/corpora/corpusFiles.ts';
import type { SiteRow } from '../storage/tables/corpora/sites.ts';
import type { AppContext } from '../context.ts';
import { begin } from './addFile.ts';
import type { OpenSite } from './siteAccess.ts';
import { takeOut } from './removeFile.ts';

/** A person's visits make AVA look for changes no more often than this. */
const EVERY_MS = 180_000;
/** More pages than that are read at the next visit. */
const MOST_PAGES = 50;

interface News {
  deleted: Set<string>;
  /** Null where nobody knows what has changed: then everything is compared. */
  changed: Set<string> | null;
  deltaLink: string | null;
}

/**
 * Looks in the background, with the right of a person who is here, for what has changed in a site since they last were:
 * changed files are read again, deleted ones leave.
 */
export function followChanges(ctx: AppContext, person: Person, site: OpenSite): void {
  look(ctx, person, site).catch((error: unknown) =>
    ctx.log.warn({ error, site: site.id }, 'the changes of a site could not be followed'),
  );
}

/** The same, to be waited for. */
export async function look(ctx: AppContext, person: Person, site: OpenSite, everyMs = EVERY_MS): Promise<void> {
  const { store } = ctx;
  const turn = site.driveId === '' ? null : await store.sites.claimVisit(site, person, everyMs);
  if (!turn) return;
  const { deleted, changed, deltaLink } = await newsOf(ctx, person, site, turn.deltaLink);
  const files = await store.corpusFiles.list(site.tenantId, [site.id]);
  // Graph says "deleted" of what is only closed to who asks; to the owners of a site nothing of it is.
  if (site.rights.owns) {
    await takeOutDeleted(
      ctx,
      person,
      files.filter(({ itemId }) => deleted.has(itemId)),
    );
  }
  await readAgain(
    ctx,
    person,
    site,
    files.filter(({ itemId }) => !deleted.has(itemId) && (changed?.has(itemId) ?? true)),
  );
  // Last, so that what could not be done is seen again.
  await store.sites.saveDeltaLink(site, person, deltaLink);
}

/** What Graph lists as changed, as this person may see it: each has a list of their own, or one would miss what another saw. */
async function newsOf({ graph }: AppContext, person: Person, { driveId }: SiteRow, from: string | null): Promise<News> {
  const news: News = { deleted: new Set(), changed: from === null ? null : new Set(), deltaLink: from };
  let next = from;
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const page = await graph.listChanges(person, driveId, next);
    if (page === null) return { deleted: new Set(), changed: null, deltaLink: null };
    for (const id of page.deleted) news.deleted.add(id);
    for (const id of page.changed) news.changed?.add(id);
    news.deltaLink = page.deltaLink ?? page.next;
    if (page.next === null) return news;
    next = page.next;
  }
  return news;
}

/** Only what Graph neither lists nor gives any more leaves. */
async function takeOutDeleted(ctx: AppContext, person: Person, files: readonly CorpusFileRow[]): Promise<void> {
  for (const file of files) if (!(await ctx.graph.findItem(person, file.driveId, file.itemId))) await takeOut(ctx, file);
}

async function readAgain(
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
    // One after the other: a site whose files have all changed must not keep everybody else's waiting.
    await (
      await begin(ctx, person, site, item, { library: file.library, adopts: false })
    ).fetching;
  }
}
