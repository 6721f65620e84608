import { createHash } from 'node:crypto';
import { AvaError } from '../../../api/contract/errors.ts';
import type { DriveGraph, DriveItem } from '../../../api/src/graph/drives.ts';
import { ReadableItems } from '../../../api/src/graph/readableItems.ts';

const PAGE = 200;

/** A library in memory that answers as Graph does, for tests of what happens when it does not. */
export interface FakeGraphLibrary {
  graph: Pick<DriveGraph, 'listChildren' | 'findItem' | 'getReadableItems' | 'listChanges' | 'download'>;
  /** What was asked: `children folder 400`. */
  asked: string[];
  /** Puts a file there, or another version of it. */
  put(id: string, given?: Partial<DriveItem> & { text?: string }): DriveItem;
  putFolder(id: string, parent?: string): void;
  delete(id: string): void;
  /** Makes the next calls that begin with these words fail. */
  failNext(call: string, error: unknown, times?: number): void;
  /** Called while bytes come. */
  whileDownloading: (() => void) | null;
  /** Forgets what has changed: lists of changes must be begun anew. */
  forgetChanges(): void;
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
  let era = 0;

  function ask(call: string): void {
    library.asked.push(call);
    const failure = failures.find((each) => each.times > 0 && call.startsWith(each.call));
    if (!failure) return;
    failure.times -= 1;
    throw failure.error;
  }

  const library: FakeGraphLibrary = {
    asked: [],
    whileDownloading: null,
    put(id, { text = `text of ${id}`, ...given } = {}) {
      const before = entries.get(id);
      const version = Number(before?.item.etag?.split(',')[1] ?? 0) + 1;
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
        ...given,
      };
      entries.set(id, { item, parent: before?.parent ?? given.folder ?? '', text });
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
    forgetChanges() {
      era += 1;
    },
    graph: {
      async listChildren(_person, _driveId, folderId, next) {
        const from = Number(next ?? 0);
        ask(`children ${folderId ?? 'root'} ${from}`);
        const inside = [...entries.values()].filter(({ parent }) => parent === (folderId ?? ''));
        const items = inside.slice(from, from + PAGE).map(({ item }) => item);
        return { items, next: from + PAGE < inside.length ? String(from + PAGE) : null };
      },
      async findItem(_person, _driveId, itemId) {
        ask(`item ${itemId}`);
        return entries.get(itemId)?.item ?? null;
      },
      async getReadableItems(_person, items) {
        ask('readable');
        return new ReadableItems(
          items.flatMap((ref) => (entries.has(ref.itemId) ? [[ref, entries.get(ref.itemId)!.item] as const] : [])),
        );
      },
      async listChanges(_person, _driveId, from) {
        ask(`changes ${from}`);
        const [of, since] = (from ?? `${era}:${log.length}`).split(':').map(Number) as [number, number];
        if (of !== era) return null;
        const news = log.slice(since);
        const ids = (deleted: boolean) => news.filter((each) => each.deleted === deleted).map(({ id }) => id);
        return { deleted: ids(true), changed: ids(false), next: null, deltaLink: `${era}:${log.length}` };
      },
      async download(_person, { itemId }, use) {
        ask(`download ${itemId}`);
        const entry = entries.get(itemId);
        if (!entry) throw new AvaError('not_found');
        const { text } = entry;
        library.whileDownloading?.();
        return use((async function* () { yield Buffer.from(text); })()); // prettier-ignore
      },
    },
  };
  return library;
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
