import { AvaError, isAvaError } from '../../contract/errors.ts';
import { createFairSemaphore } from '../../platform/fairSemaphore.ts';
import type { Person } from '../identity/person.ts';
import { getMany } from './batch.ts';
import { graphStatus, type GraphClient } from './graphClient.ts';
import type { Door } from './contentClient.ts';
import { asItem, ITEM, type DriveItem, type GraphItem } from './driveItem.ts';
import { ReadableItems, type ItemRef, type ReadableItem } from './readableItems.ts';
import { isSegment, segment } from './pathSegment.ts';
import { sendFile, type FileToSend } from './uploadSession.ts';

export type { DriveItem } from './driveItem.ts';
export type { ItemRef, ReadableItem, ReadableItems } from './readableItems.ts';
export type { FileToSend } from './uploadSession.ts';

/** What Graph's own page of a folder holds. */
const PAGE = 200;
const DOWNLOADS_AT_ONCE = 4;

export interface Page {
  items: DriveItem[];
  /** Hand it in again for what follows; null at the end. */
  next: string | null;
}

export interface Changes {
  /** Ids of items that were deleted, or moved out of the library. */
  deleted: string[];
  /** Ids of files that are new or not what they were. */
  changed: string[];
  next: string | null;
  /** Where to go on the next time; given with the last page. */
  deltaLink: string | null;
}

export interface DriveGraph {
  /** A page of a folder; of the library's root without one. */
  children(
    person: Person,
    driveId: string,
    folderId: string | null,
    next: string | null,
    signal?: AbortSignal,
  ): Promise<Page>;
  /** Null where there is none, or the person may not read it. */
  item(person: Person, driveId: string, itemId: string): Promise<DriveItem | null>;
  /** Hands the bytes of a file to `use` as they come, never those of more than four files at once. */
  download<T>(
    person: Person,
    ref: ItemRef,
    use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Puts a file into the root of a library, under another name where that one is taken. */
  upload(person: Person, driveId: string, file: FileToSend): Promise<DriveItem>;
  /**
   * Those of the items that the person may read, asked of Graph now. What is not sure is not in it. Throws
   * `graph_unavailable` where Graph does not answer at all.
   */
  readableItems(person: Person, items: readonly ItemRef[]): Promise<ReadableItems>;
  /**
   * A page of what has changed in a library since `from`; without it nothing, but where to begin. Null where Graph no
   * longer knows that place.
   */
  changes(person: Person, driveId: string, from: string | null, signal?: AbortSignal): Promise<Changes | null>;
}

export function createDrives(client: GraphClient, door: Door): DriveGraph {
  const slots = createFairSemaphore(DOWNLOADS_AT_ONCE);
  const driveOf = (driveId: string) => `/drives/${segment(driveId)}`;
  const pathOf = ({ driveId, itemId }: ItemRef) => `${driveOf(driveId)}/items/${segment(itemId)}`;

  return {
    async children(person, driveId, folderId, next, signal) {
      const of = folderId === null ? `${driveOf(driveId)}/root` : pathOf({ driveId, itemId: folderId });
      const path = next === null ? `${of}/children?$top=${PAGE}&$select=${ITEM}` : client.pathOf(next);
      const page = await client.get<{ value: GraphItem[]; '@odata.nextLink'?: string }>(person, path, signal);
      return { items: page.value.map(asItem), next: page['@odata.nextLink'] ?? null };
    },

    async item(person, driveId, itemId) {
      try {
        const item = asItem(await client.get<GraphItem>(person, `${pathOf({ driveId, itemId })}?$select=${ITEM}`));
        // `root` and the like are answered with an item of another id.
        return item.id === itemId ? item : null;
      } catch (error) {
        if (isAvaError(error) && error.code === 'not_found') return null;
        throw error;
      }
    },

    async download(person, ref, use, signal) {
      const leave = await slots.acquire(`${person.tenantId}/${person.id}`, signal);
      try {
        const address = await client.redirect(person, `${pathOf(ref)}/content`, signal).catch((cause: unknown) => {
          // 423: somebody holds it, or a protection does.
          if (graphStatus(cause) !== 423) throw cause;
          throw new AvaError('unreadable_file', { cause, detail: 'The file is locked in its library.' });
        });
        const reply = await door.open(address, { method: 'GET', signal });
        try {
          if (reply.statusCode !== 200) throw broken(new Error(`the bytes were answered ${reply.statusCode}`));
          return await use(named(reply));
        } finally {
          reply.destroy();
        }
      } finally {
        leave();
      }
    },

    async upload(person, driveId, file) {
      const path = `${driveOf(driveId)}/root:/${segment(file.name)}:/createUploadSession`;
      const item = { '@microsoft.graph.conflictBehavior': 'rename', name: file.name };
      const { uploadUrl } = await client.post<{ uploadUrl: string }>(person, path, { item });
      return asItem(await sendFile(door, client.clock, uploadUrl, file));
    },

    async readableItems(person, items) {
      const asked = items.filter(({ driveId, itemId }) => isSegment(driveId) && isSegment(itemId));
      const answers = await getMany(
        client,
        person,
        asked.map((ref) => `${pathOf(ref)}?$select=id,name,eTag,webUrl,lastModifiedDateTime`),
      );
      return new ReadableItems(
        asked.flatMap((ref, index): [ItemRef, ReadableItem][] => {
          const { status, body } = answers[index] ?? { status: 503, body: null };
          const found = body as GraphItem | null;
          // Graph answers with the item asked for; a mix-up would open a file to the wrong person.
          if (status !== 200 || found?.id !== ref.itemId) return [];
          const { etag, lastModified, webUrl, name } = asItem(found);
          return [[ref, { etag, lastModified, webUrl, name }]];
        }),
      );
    },

    async changes(person, driveId, from, signal) {
      const path = from === null ? `${driveOf(driveId)}/root/delta?token=latest` : client.pathOf(from);
      try {
        const page = await client.get<{ value: GraphItem[]; '@odata.nextLink'?: string; '@odata.deltaLink'?: string }>(
          person,
          path,
          signal,
        );
        return {
          deleted: page.value.filter((item) => item.deleted).map(({ id }) => id),
          changed: page.value.filter((item) => !item.deleted && item.file).map(({ id }) => id),
          next: page['@odata.nextLink'] ?? null,
          deltaLink: page['@odata.deltaLink'] ?? null,
        };
      } catch (error) {
        // 410: the token is too old, everything is to be looked at anew.
        if (graphStatus(error) === 410) return null;
        throw error;
      }
    },
  };
}

/** The same bytes; a connection that breaks off says whose fault it is. */
async function* named(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (cause) {
    throw broken(cause);
  }
}

function broken(cause: unknown): AvaError {
  return new AvaError('graph_unavailable', { cause });
}
