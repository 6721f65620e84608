import type { z } from 'zod';
import type { getSiteFiles } from '../../contract/corpusFiles.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';
import { Crawl, type CrawledFile } from './crawl.ts';
import { openSite } from './siteAccess.ts';

type Reply = z.output<NonNullable<typeof getSiteFiles.reply>>;

export interface Wanted {
  siteId: string;
  search: string;
  includeEmbedded: boolean;
  reload: boolean;
  start: number;
  limit: number;
}

/** A list that is older is read again when somebody asks. */
const FRESH_MS = 300_000;
/** What was read longer ago than this is asked of Graph before it is shown. */
const CERTAIN_MS = 30_000;
const MOST_CRAWLS = 40;
/** In all crawls of this process together: some 100 MB. */
const MOST_FILES = 250_000;
const MOST_ROWS = 1_000;
/** How long an answer waits for a crawl's first files. */
const FIRST_LOOK_MS = 400;

/** Lists the files of libraries that could take part in corpora. Each person has crawls of their own: Graph shows each what they may read. */
export function createSiteFiles(ctx: AppContext): (person: Person, wanted: Wanted) => Promise<Reply> {
  const crawls = new Map<string, Crawl>();

  function crawlFor(key: string, driveId: string, reload: boolean): Crawl {
    const known = crawls.get(key);
    // What came to a halt goes on where it stands, as long as it is not old.
    const whole = known && known.state.name !== 'failed';
    if (known && !(reload && whole) && !known.isOld(FRESH_MS)) return known;
    known?.cancel();
    const crawl = new Crawl(ctx, driveId);
    crawls.set(key, crawl);
    while (crawls.size > 1 && (crawls.size > MOST_CRAWLS || filesHeld() > MOST_FILES)) forgetOldest();
    return crawl;
  }

  function filesHeld(): number {
    return [...crawls.values()].reduce((sum, { files }) => sum + files.size, 0);
  }

  /** Drops the crawl that nobody has asked about for longest. */
  function forgetOldest(): void {
    const [oldest] = [...crawls].toSorted(([, a], [, b]) => a.asked - b.asked);
    if (!oldest) return;
    oldest[1].cancel();
    crawls.delete(oldest[0]);
  }

  return async (person, { siteId, search, includeEmbedded, reload, start, limit }) => {
    const site = await openSite(ctx, person, siteId, 'see');
    const crawl = crawlFor([person.tenantId, person.id, site.id, site.driveId].join('/'), site.driveId, reload);
    // Who watches is told of a halt before it goes on; otherwise nobody ever would be.
    if (reload || !crawl.untold) await Promise.race([crawl.goOn(person), ctx.clock.sleep(FIRST_LOOK_MS)]);
    const known = await ctx.store.corpusFiles.list(site.tenantId, [site.id]);
    const embedded = new Set(known.filter(({ state }) => state !== 'failed').map(({ itemId }) => itemId));
    const words = search.trim().toLowerCase();
    const fits = (file: CrawledFile) =>
      file.name.toLowerCase().includes(words) && (includeEmbedded || !embedded.has(file.id));
    const found = [...crawl.files.values()].filter(fits);
    const wanted = found.slice(start, start + Math.min(limit, MOST_ROWS));
    const rows = await certain(ctx, person, site.driveId, crawl, wanted);
    return {
      files: rows.map((file) => present(file, embedded.has(file.id))),
      total: found.length - (wanted.length - rows.length),
      crawl: toldOf(crawl),
    };
  };
}

/** Those of the rows that the person may still read. However its crawl stands, each is as sure as its own reading is young. */
async function certain(
  { graph, clock }: AppContext,
  person: Person,
  driveId: string,
  crawl: Crawl,
  rows: readonly CrawledFile[],
): Promise<CrawledFile[]> {
  const now = clock.monotonic();
  const isSure = ({ seenAt }: CrawledFile) => now - seenAt < CERTAIN_MS;
  const refs = rows.filter((row) => !isSure(row)).map(({ id }) => ({ driveId, itemId: id }));
  if (refs.length === 0) return [...rows];
  const readable = await graph.getReadableItems(person, refs);
  const confirmed = new Set(refs.filter((ref) => readable.has(ref)).map(({ itemId }) => itemId));
  crawl.confirm(confirmed, now);
  return rows.filter((row) => isSure(row) || confirmed.has(row.id));
}

function present(file: CrawledFile, embedded: boolean): Reply['files'][number] {
  const { id, name, size, etag, webUrl, folder, lastModified, owner } = file;
  return { id, name, size, etag, webUrl, folder, modifiedOn: lastModified, owner, embedded };
}

function toldOf(crawl: Crawl): Reply['crawl'] {
  const { folders, files } = crawl;
  const state = crawl.tell();
  const cut = state.name === 'complete' && state.cut;
  const listed = `The library holds more files than can be listed; these are the first ${files.size.toLocaleString('en-US')}.`;
  return {
    state: state.name,
    folders,
    files: files.size,
    error: state.name === 'failed' ? state.error : cut ? listed : null,
  };
}
