import { createHash } from 'node:crypto';
import { AvaError } from '#contract/errors.ts';
import type { DriveItem } from '#api/graph/drives/driveItem.ts';
import type { DriveGraph } from '#api/graph/drives/drives.ts';
import { ReadableItems } from '#api/graph/readableItems.ts';

const PAGE = 200;

/** A document library in memory with Graph's interface, for tests of changes and failures. */
export interface FakeGraphLibrary {
  graph: Pick<DriveGraph, 'listChildren' | 'findItem' | 'isDeleted' | 'getReadableItems' | 'listChanges' | 'download'>;
  /** Every call, such as `children folder 400`. */
  calls: string[];
  /** Adds a file or a new version of it. */
  put(id: string, changes?: Partial<DriveItem> & { text?: string }): DriveItem;
  putFolder(id: string, parent?: string): void;
  delete(id: string): void;
  /** Makes the next calls that start with `call` fail. */
  failNext(call: string, error: unknown, times?: number): void;
  /** Called during a download. */
  onDownload: (() => void) | null;
  /** Invalidates all delta links, as Graph does after a while. */
  expireDeltaLinks(): void;
}

interface Entry {
  item: DriveItem;
  parent: string;
  text: string;
}

export function createFakeGraphLibrary(): FakeGraphLibrary {
  const entries = new Map<string, Entry>();
  const log: { id: string; deleted: boolean }[] = [];
  const failures: { call: string; error: unknown; times: number }[] = [];
  let generation = 0;

  function record(call: string): void {
    library.calls.push(call);
    const failure = failures.find((candidate) => candidate.times > 0 && call.startsWith(candidate.call));
    if (!failure) return;
    failure.times -= 1;
    throw failure.error;
  }

  const library: FakeGraphLibrary = {
    calls: [],
    onDownload: null,
    put(id, { text = `text of ${id}`, ...changes } = {}) {
      const previous = entries.get(id);
      const version = Number(previous?.item.etag?.split(',')[1] ?? 0) + 1;
      const item: DriveItem = {
        id,
        name: `${id}.txt`,
        size: text.length,
        etag: `${id},${version}`,
        webUrl: `https://northwind.example/${id}`,
        lastModified: '2026-11-20T08:00:00Z',
        mimeType: 'text/plain',
        isFolder: false,
        folder: '',
        owner: 'Ada Moreau',
        ...changes,
      };
      entries.set(id, { item, parent: previous?.parent ?? changes.folder ?? '', text });
      log.push({ id, deleted: false });
      return item;
    },
    putFolder(id, parent = '') {
      library.put(id, { name: id, isFolder: true });
      entries.get(id)!.parent = parent;
    },
    delete(id) {
      entries.delete(id);
      log.push({ id, deleted: true });
    },
    failNext(call, error, times = 1) {
      failures.push({ call, error, times });
    },
    expireDeltaLinks() {
      generation += 1;
    },
    graph: {
      async listChildren(_person, _driveId, folderId, next) {
        const from = Number(next ?? 0);
        record(`children ${folderId ?? 'root'} ${from}`);
        const children = [...entries.values()].filter(({ parent }) => parent === (folderId ?? ''));
        const items = children.slice(from, from + PAGE).map(({ item }) => item);
        return { items, next: from + PAGE < children.length ? String(from + PAGE) : null };
      },
      async findItem(_person, _driveId, itemId) {
        record(`item ${itemId}`);
        return entries.get(itemId)?.item ?? null;
      },
      async isDeleted(_person, { itemId }) {
        record(`deleted ${itemId}`);
        return !entries.has(itemId);
      },
      async getReadableItems(_person, items) {
        record('readable');
        return new ReadableItems(
          items.flatMap((ref) => (entries.has(ref.itemId) ? [[ref, entries.get(ref.itemId)!.item] as const] : [])),
        );
      },
      async listChanges(_person, _driveId, from) {
        record(`changes ${from}`);
        const link = from ?? `${generation}:${log.length}`;
        const [linkGeneration, start] = link.split(':').map(Number) as [number, number];
        if (linkGeneration !== generation) return null;
        const changes = log.slice(start);
        const getIds = (deleted: boolean) => changes.filter((change) => change.deleted === deleted).map(({ id }) => id);
        return { deleted: getIds(true), changed: getIds(false), next: null, deltaLink: `${generation}:${log.length}` };
      },
      async download(_person, { itemId }, use) {
        record(`download ${itemId}`);
        const entry = entries.get(itemId);
        if (!entry) throw new AvaError('not_found');
        const { text } = entry;
        library.onDownload?.();
        return use((async function* () { yield Buffer.from(text); })()); // prettier-ignore
      },
    },
  };
  return library;
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
