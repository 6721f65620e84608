import type { z } from 'zod';
import type { getSiteFiles } from '#contract/sites/corpusFiles.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';
import { Crawl, type CrawledFile } from './crawl.ts';
import { authorizeSite } from './siteAccess.ts';

type Reply = z.output<NonNullable<typeof getSiteFiles.reply>>;

export interface SiteFilesQuery {
  siteId: string;
  search: string;
  includeEmbedded: boolean;
  reload: boolean;
  start: number;
  limit: number;
}

/** An older list is read again on the next request. */
const FRESH_MS = 300_000;
/** Files whose access was checked longer ago are checked again before they are shown. */
const ACCESS_CHECKED_MS = 30_000;
const MAX_CRAWLS = 40;
/** Maximum number of files in all crawls of this process, about 100 MB. */
const MAX_FILES = 250_000;
const MAX_ROWS = 1_000;
/** How long a response waits for the first files of a crawl. */
const FIRST_FILES_MS = 400;

/** Lists the files that a person can add to a corpus. Each person has their own crawls, which contain what they can read. */
export function createSiteFiles(ctx: AppContext): (person: Person, query: SiteFilesQuery) => Promise<Reply> {
  const crawls = new Map<string, Crawl>();

  function getCrawl(key: string, driveId: string, reload: boolean): Crawl {
    const existing = crawls.get(key);
    // A failed crawl is resumed even on reload, unless it is old.
    const isReloadable = existing && existing.state.name !== 'failed';
    if (existing && !(reload && isReloadable) && !existing.isOld(FRESH_MS)) return existing;
    existing?.cancel();
    const crawl = new Crawl(ctx, driveId);
    crawls.set(key, crawl);
    while (crawls.size > 1 && (crawls.size > MAX_CRAWLS || countFiles() > MAX_FILES)) dropOldest();
    return crawl;
  }

  function countFiles(): number {
    return [...crawls.values()].reduce((sum, { files }) => sum + files.size, 0);
  }

  /** Drops the crawl with the oldest request. */
  function dropOldest(): void {
    const [oldest] = [...crawls].toSorted(([, a], [, b]) => a.requestedAt - b.requestedAt);
    if (!oldest) return;
    oldest[1].cancel();
    crawls.delete(oldest[0]);
  }

  return async (person, { siteId, search, includeEmbedded, reload, start, limit }) => {
    const site = await authorizeSite(ctx, person, siteId, 'see');
    const crawl = getCrawl([person.tenantId, person.id, site.id, site.driveId].join('/'), site.driveId, reload);
    // After a failure, one reply reports it, and the next request resumes the crawl. `reload` resumes it at once.
    if (reload || !crawl.hasUnreportedFailure) {
      const wait = new AbortController();
      const timeout = ctx.clock.sleep(FIRST_FILES_MS, wait.signal);
      await Promise.race([crawl.resume(person), timeout]).finally(() => wait.abort());
    }
    const corpusFiles = await ctx.store.corpusFiles.list(site.tenantId, [site.id]);
    const embedded = new Set(corpusFiles.filter(({ state }) => state !== 'failed').map(({ itemId }) => itemId));
    const words = search.trim().toLowerCase();
    const isMatch = (file: CrawledFile) =>
      file.name.toLowerCase().includes(words) && (includeEmbedded || !embedded.has(file.id));
    const matches = [...crawl.files.values()].filter(isMatch);
    const page = matches.slice(start, start + Math.min(limit, MAX_ROWS));
    const rows = await filterReadable(ctx, person, site.driveId, crawl, page);
    return {
      files: rows.map((file) => presentFile(file, embedded.has(file.id))),
      total: matches.length - (page.length - rows.length),
      crawl: presentCrawl(crawl),
    };
  };
}

/** Returns the files that the person can still read. A file whose last check is too old is checked again. */
async function filterReadable(
  { graph, clock }: AppContext,
  person: Person,
  driveId: string,
  crawl: Crawl,
  files: readonly CrawledFile[],
): Promise<CrawledFile[]> {
  const now = clock.monotonic();
  const isChecked = ({ checkedAt }: CrawledFile) => now - checkedAt < ACCESS_CHECKED_MS;
  const refs = files.filter((file) => !isChecked(file)).map(({ id }) => ({ driveId, itemId: id }));
  if (refs.length === 0) return [...files];
  const readable = await graph.getReadableItems(person, refs);
  const confirmed = new Set(refs.filter((ref) => readable.has(ref)).map(({ itemId }) => itemId));
  crawl.confirmAccess(confirmed, now);
  return files.filter((file) => isChecked(file) || confirmed.has(file.id));
}

function presentFile(file: CrawledFile, embedded: boolean): Reply['files'][number] {
  const { id, name, size, etag, webUrl, folder, lastModified, owner } = file;
  return { id, name, size: size ?? 0, etag, webUrl, folder, modifiedOn: lastModified, owner, embedded };
}

function presentCrawl(crawl: Crawl): Reply['crawl'] {
  const { folders, files } = crawl;
  const state = crawl.reportState();
  const isCut = state.name === 'complete' && state.isCut;
  const cutNote = `The library holds more files than can be listed; these are the first ${files.size.toLocaleString('en-US')}.`;
  return {
    state: state.name,
    folders,
    files: files.size,
    error: state.name === 'failed' ? state.error : isCut ? cutNote : null,
  };
}
