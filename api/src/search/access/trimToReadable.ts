import { LRUCache } from 'lru-cache';
import { AvaError, isTokenRefusal } from '#contract/errors.ts';
import type { Graph } from '#api/graph/graph.ts';
import type { ReadableItem } from '#api/graph/readableItems.ts';
import type { Person } from '#api/identity/person.ts';
import type { VersionFile } from '#api/storage/tables/search/chunkSearch.ts';
import type { AppContext } from '#api/context.ts';

export type TrimContext = Pick<AppContext, 'clock' | 'log'> & {
  graph: Pick<Graph, 'getReadableItems'>;
  store: { chunkSearch: Pick<AppContext['store']['chunkSearch'], 'findFiles'> };
};

/** Revoked access must take effect within a minute. This cache uses half of it, a running answer the other half. */
const CACHE_MS = 30_000;
const MAX_CACHED = 50_000;

/** A chunk that a search found. It has only ids and no content, because access is not checked yet. */
export interface Hit {
  chunkId: number;
  versionId: string;
}

/** A hit whose file this person could read less than a minute ago. */
class Readable {
  /** A private field makes the type nominal: no object literal is assignable to it. */
  readonly #isTrimmed = true;
  readonly hit: Hit;
  readonly file: VersionFile;
  /** The file as it is now in Microsoft 365. */
  readonly item: ReadableItem;

  constructor(hit: Hit, file: VersionFile, item: ReadableItem) {
    this.hit = hit;
    this.file = file;
    this.item = item;
  }

  /** Whether the file has changed since it was indexed. */
  get hasChanged(): boolean {
    return this.#isTrimmed && this.item.etag !== null && this.item.etag !== this.file.etag;
  }
}

/** Only `trim` can create one, because the class is not exported. */
export type ReadableHit = Readable;

interface CacheEntry {
  /** Null if the person can't read it. */
  item: ReadableItem | null;
  expiresAt: number;
}

/** One cache for each `ctx.graph`; its keys are person and item. */
const caches = new WeakMap<TrimContext['graph'], LRUCache<string, CacheEntry>>();

function getCache(graph: TrimContext['graph']): LRUCache<string, CacheEntry> {
  const cache = caches.get(graph) ?? new LRUCache<string, CacheEntry>({ max: MAX_CACHED });
  caches.set(graph, cache);
  return cache;
}

type LocatedFile = Pick<VersionFile, 'siteId' | 'itemId' | 'driveId'> & Partial<Pick<VersionFile, 'ownerId' | 'name'>>;

const toKey = (person: Person, file: LocatedFile) => `${person.tenantId}/${person.id}/${file.driveId}/${file.itemId}`;

/**
 * Returns the hits that the person can read now, in the same order. Asks Microsoft Graph with the person's permissions;
 * a file for which it has no answer counts as unreadable. Throws `graph_unavailable` if Graph doesn't answer at all, and
 * `not_signed_in`, `consent_required` or `setup_refused` if there is no valid token.
 */
export async function trim(
  ctx: TrimContext,
  person: Person,
  hits: readonly Hit[],
  signal?: AbortSignal,
): Promise<ReadableHit[]> {
  const versionIds = [...new Set(hits.map((hit) => hit.versionId))];
  const files = await ctx.store.chunkSearch.findFiles(person.tenantId, versionIds);
  const byVersion = new Map(files.map((file) => [file.versionId, file]));
  const items = await getReadableItems(ctx, person, files, signal);
  return hits.flatMap((hit) => {
    const file = byVersion.get(hit.versionId);
    const item = file && items.get(toKey(person, file));
    return file && item ? [new Readable(hit, file, item)] : [];
  });
}

/** Returns the files that the person can read now. */
export async function trimFiles<T extends LocatedFile>(
  ctx: TrimContext,
  person: Person,
  files: readonly T[],
  signal?: AbortSignal,
): Promise<T[]> {
  return (await findReadableFiles(ctx, person, files, signal)).map(({ file }) => file);
}

/** Returns the files that the person can read now, with their present names and versions in Microsoft 365. */
export async function findReadableFiles<T extends LocatedFile>(
  ctx: TrimContext,
  person: Person,
  files: readonly T[],
  signal?: AbortSignal,
): Promise<{ file: T; name: string; etag: string | null }[]> {
  const items = await getReadableItems(ctx, person, files, signal);
  return files.flatMap((file) => {
    const item = items.get(toKey(person, file));
    return item ? [{ file, name: item.name, etag: item.etag }] : [];
  });
}

/** Returns the items that the person can read, by key. A file of a chat is readable to the person who added it only. */
async function getReadableItems(
  ctx: TrimContext,
  person: Person,
  files: readonly LocatedFile[],
  signal?: AbortSignal,
): Promise<Map<string, ReadableItem>> {
  const isOfSite = (file: LocatedFile) => (file.ownerId ?? null) === null;
  const items = await getReadableSiteItems(ctx, person, files.filter(isOfSite), signal);
  for (const file of files)
    if (file.ownerId === person.id)
      items.set(toKey(person, file), { etag: null, lastModified: '', webUrl: '', name: file.name ?? '' });
  return items;
}

async function getReadableSiteItems(
  ctx: TrimContext,
  person: Person,
  files: readonly LocatedFile[],
  signal: AbortSignal | undefined,
): Promise<Map<string, ReadableItem>> {
  const cache = getCache(ctx.graph);
  // The time is read once for all entries, so that none expires while Graph is asked about other files.
  const now = ctx.clock.monotonic();
  const isFresh = (entry: CacheEntry | undefined): entry is CacheEntry => entry !== undefined && entry.expiresAt > now;
  // The entries are copied, because other requests can evict them while Graph is asked.
  const entries = new Map(files.map((file) => [toKey(person, file), cache.get(toKey(person, file))]));
  const missing = new Map(files.map((file) => [toKey(person, file), file]));
  for (const [key, entry] of entries) if (isFresh(entry)) missing.delete(key);
  if (missing.size > 0)
    for (const [key, entry] of await askGraph(ctx, person, [...missing.values()], signal)) entries.set(key, entry);
  return new Map(
    [...entries].flatMap(([key, entry]): [string, ReadableItem][] =>
      isFresh(entry) && entry.item ? [[key, entry.item]] : [],
    ),
  );
}

async function askGraph(
  { graph, clock, log }: TrimContext,
  person: Person,
  files: readonly LocatedFile[],
  signal?: AbortSignal,
): Promise<Map<string, CacheEntry>> {
  const cache = getCache(graph);
  // The expiry is calculated before the request, because access can be revoked while Graph answers.
  const expiresAt = clock.monotonic() + CACHE_MS;
  const items = await graph.getReadableItems(person, files, signal).catch((cause: unknown) => {
    signal?.throwIfAborted();
    log.warn({ error: cause }, 'failed to check file access');
    if (isTokenRefusal(cause)) throw cause;
    throw new AvaError('graph_unavailable', { cause });
  });
  const entries = new Map(files.map((file) => [toKey(person, file), { item: items.get(file) ?? null, expiresAt }]));
  for (const [key, entry] of entries) cache.set(key, entry);
  return entries;
}
