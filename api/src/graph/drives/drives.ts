import { AvaError, isAvaError } from '#contract/errors.ts';
import { createFairSemaphore } from '#platform/fairSemaphore.ts';
import type { Person } from '#api/identity/person.ts';
import { getMany } from '#api/graph/client/batch.ts';
import type { ContentClient } from './contentClient.ts';
import { getChanges } from './changes.ts';
import { openDownload } from './download.ts';
import { isFileOrFolder, ITEM_FIELDS, toDriveItem, type DriveItem, type GraphItem } from './driveItem.ts';
import type { GraphClient } from '#api/graph/client/graphClient.ts';
import { isMissing } from '#api/graph/client/graphErrors.ts';
import { getPage } from '#api/graph/client/pages.ts';
import { parseListId, toListItemPath } from '#api/graph/lists/listIds.ts';
import { toReadableRow, type GraphListItem } from '#api/graph/lists/listItem.ts';
import { isPathSegment, toPathSegment } from '#api/graph/client/pathSegment.ts';
import { ReadableItems, type ItemRef, type ReadableItem } from '#api/graph/readableItems.ts';
import { sendFile, type FileToSend } from './uploadSession.ts';

/** Graph's default page size for a folder. */
const ITEMS_PER_PAGE = 200;
const MAX_CONCURRENT_DOWNLOADS = 4;

/** Path of an item. Its ids are not decoded, because ids of drives and items contain no characters that are escaped. */
const ITEM_PATH = /^\/drives\/(?<driveId>[\w!.-]{1,400})\/items\/(?<itemId>[\w!.-]{1,400})(?:\/content)?$/;

export interface ItemPage {
  items: DriveItem[];
  /** Link to the next page, to be passed to `listChildren`; null on the last page. */
  next: string | null;
}

export interface ChangesPage {
  /** Ids of items that were deleted, or moved out of the library. */
  deleted: string[];
  /** Ids of new and changed files. */
  changed: string[];
  next: string | null;
  /** Link to later changes, for the next query; null except on the last page. */
  deltaLink: string | null;
}

export interface DriveGraph {
  /** A page of the items in a folder, or in the library's root if `folderId` is null. */
  listChildren(
    person: Person,
    driveId: string,
    folderId: string | null,
    next: string | null,
    signal?: AbortSignal,
  ): Promise<ItemPage>;
  /** The item that an address of this Graph refers to, with or without `/content`; null for any other address. */
  parseItemUrl(url: string): ItemRef | null;
  /** Returns null if the item does not exist or the person cannot read it. */
  findItem(person: Person, driveId: string, itemId: string): Promise<DriveItem | null>;
  /** Whether an item no longer exists. False for an item that the person cannot read. */
  isDeleted(person: Person, ref: ItemRef): Promise<boolean>;
  /** Streams the bytes of a file to `use`, for at most four files at a time. */
  download<T>(
    person: Person,
    ref: ItemRef,
    use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Puts a file into the root of a library, under another name if its name is taken. */
  upload(person: Person, driveId: string, file: FileToSend): Promise<DriveItem>;
  /**
   * Returns those of the items that the person can read now. An item that Graph did not answer for is left out. Throws
   * `graph_unavailable` if Graph does not answer at all.
   */
  getReadableItems(person: Person, items: readonly ItemRef[], signal?: AbortSignal): Promise<ReadableItems>;
  /**
   * A page of the changes in a library since the delta link `from`; for null, an empty page with a link to start from.
   * Returns null if Graph no longer accepts the link.
   */
  listChanges(person: Person, driveId: string, from: string | null, signal?: AbortSignal): Promise<ChangesPage | null>;
}

export function createDrives(client: GraphClient, content: ContentClient): DriveGraph {
  const downloads = createFairSemaphore(MAX_CONCURRENT_DOWNLOADS);
  const toDrivePath = (driveId: string) => `/drives/${toPathSegment(driveId)}`;
  const toItemPath = ({ driveId, itemId }: ItemRef) => `${toDrivePath(driveId)}/items/${toPathSegment(itemId)}`;
  const toReadablePath = (ref: ItemRef) => {
    const list = parseListId(ref.driveId);
    return list
      ? `${toListItemPath(list, ref.itemId)}?$select=id,eTag,webUrl,lastModifiedDateTime&$expand=fields($select=Title)`
      : `${toItemPath(ref)}?$select=id,name,eTag,webUrl,lastModifiedDateTime`;
  };

  return {
    async listChildren(person, driveId, folderId, next, signal) {
      const folder = folderId === null ? `${toDrivePath(driveId)}/root` : toItemPath({ driveId, itemId: folderId });
      const firstPath = `${folder}/children?$top=${ITEMS_PER_PAGE}&$select=${ITEM_FIELDS}`;
      const page = await getPage<GraphItem>(client, person, { firstPath, link: next }, signal);
      return { items: page.items.filter(isFileOrFolder).map(toDriveItem), next: page.next };
    },

    parseItemUrl(url) {
      const { driveId, itemId } = ITEM_PATH.exec(client.findPath(url) ?? '')?.groups ?? {};
      return driveId && itemId ? { driveId, itemId } : null;
    },

    async findItem(person, driveId, itemId) {
      try {
        const path = `${toItemPath({ driveId, itemId })}?$select=${ITEM_FIELDS}`;
        const item = toDriveItem(await client.get<GraphItem>(person, path));
        // Aliases such as `root` return an item with another id.
        return item.id === itemId ? item : null;
      } catch (error) {
        if (isAvaError(error) && error.code === 'not_found') return null;
        throw error;
      }
    },

    async isDeleted(person, ref) {
      return isMissing(client.get(person, `${toItemPath(ref)}?$select=id`));
    },

    async download(person, ref, use, signal) {
      const release = await downloads.acquire(`${person.tenantId}/${person.id}`, signal);
      try {
        const response = await openDownload(client, content, person, `${toItemPath(ref)}/content`, signal);
        try {
          return await use(withGraphErrors(response));
        } finally {
          response.destroy();
        }
      } finally {
        release();
      }
    },

    async upload(person, driveId, file) {
      const path = `${toDrivePath(driveId)}/root:/${toPathSegment(file.name)}:/createUploadSession`;
      const item = { '@microsoft.graph.conflictBehavior': 'rename', name: file.name };
      const { uploadUrl } = await client.post<{ uploadUrl: string }>(person, path, { item });
      return toDriveItem(await sendFile(content, client.clock, uploadUrl, file));
    },

    async getReadableItems(person, items, signal) {
      const valid = items.filter(({ driveId, itemId }) => isPathSegment(driveId) && isPathSegment(itemId));
      const responses = await getMany(client, person, valid.map(toReadablePath), signal);
      return new ReadableItems(
        valid.flatMap((ref, index): [ItemRef, ReadableItem][] => {
          const { status, body } = responses[index] ?? { status: 503, body: null };
          const item = body as (GraphItem & GraphListItem) | null;
          // Only a response with the same id counts. With one for another item, this item would seem readable.
          if (status !== 200 || item?.id !== ref.itemId) return [];
          if (parseListId(ref.driveId)) return [[ref, toReadableRow(item)]];
          const { etag, lastModified, webUrl, name } = toDriveItem(item);
          return [[ref, { etag, lastModified, webUrl, name }]];
        }),
      );
    },

    async listChanges(person, driveId, from, signal) {
      const firstPath = `${toDrivePath(driveId)}/root/delta?token=latest`;
      const page = await getChanges<GraphItem>(client, person, { firstPath, link: from }, signal);
      return (
        page && {
          deleted: page.items.filter((item) => item.deleted).map(({ id }) => id),
          changed: page.items.filter((item) => !item.deleted && item.file).map(({ id }) => id),
          next: page.next,
          deltaLink: page.deltaLink,
        }
      );
    },
  };
}

/** Passes the bytes on. Throws `graph_unavailable` if the connection is interrupted. */
async function* withGraphErrors(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (cause) {
    throw new AvaError('graph_unavailable', { cause });
  }
}
