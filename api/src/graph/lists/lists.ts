import { LRUCache } from 'lru-cache';
import { AvaError, isAvaError } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import type { DriveItem } from '#api/graph/drives/driveItem.ts';
import type { ChangesPage, DriveGraph, ItemPage } from '#api/graph/drives/drives.ts';
import type { GraphClient } from '#api/graph/client/graphClient.ts';
import { isMissing } from '#api/graph/client/graphErrors.ts';
import { getPage, listItems } from '#api/graph/client/pages.ts';
import { getChanges } from '#api/graph/drives/changes.ts';
import { parseListId, toListItemPath, toListPath, type ListId } from './listIds.ts';
import { renderFields, toListItem, type Column, type GraphListItem } from './listItem.ts';

const ITEMS_PER_PAGE = 200;
const CACHED_MS = 30_000;
const MAX_CACHED_LISTS = 1_000;

/**
 * Adds lists to the libraries: an id of `toListDriveId` in place of a drive's leads to a list, and its items look like text
 * files. Graph has no call for their attachments.
 */
export function addLists(client: GraphClient, drives: DriveGraph): DriveGraph {
  const now = () => client.clock.monotonic();
  const columnsCache = new LRUCache<string, Column[]>({
    max: MAX_CACHED_LISTS,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now },
  });

  async function getColumns(person: Person, list: ListId): Promise<Column[]> {
    const key = `${person.tenantId}/${person.id}/${list.site}/${list.id}`;
    const cached = columnsCache.get(key);
    if (cached) return cached;
    const columns = await listItems<Column>(client, person, `${toListPath(list)}/columns`);
    columnsCache.set(key, columns);
    return columns;
  }

  const getItem = (person: Person, list: ListId, itemId: string, signal?: AbortSignal) =>
    client.get<GraphListItem>(person, `${toListItemPath(list, itemId)}?$expand=fields`, signal);

  async function listRows(person: Person, list: ListId, next: string | null, signal?: AbortSignal): Promise<ItemPage> {
    const firstPath = `${toListPath(list)}/items?$expand=fields&$top=${ITEMS_PER_PAGE}`;
    const columns = await getColumns(person, list);
    const page = await getPage<GraphListItem>(client, person, { firstPath, link: next }, signal);
    return { items: page.items.map((item) => toListItem(item, columns)), next: page.next };
  }

  async function findRow(person: Person, list: ListId, itemId: string): Promise<DriveItem | null> {
    try {
      const item = await getItem(person, list, itemId);
      return item.id === itemId ? toListItem(item, await getColumns(person, list)) : null;
    } catch (error) {
      if (isAvaError(error) && error.code === 'not_found') return null;
      throw error;
    }
  }

  async function listRowChanges(
    person: Person,
    list: ListId,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<ChangesPage | null> {
    const firstPath = `${toListPath(list)}/items/delta?token=latest`;
    const page = await getChanges<GraphListItem>(client, person, { firstPath, link: from }, signal);
    return (
      page && {
        deleted: page.items.filter((item) => item.deleted).map(({ id }) => id),
        changed: page.items.filter((item) => !item.deleted).map(({ id }) => id),
        next: page.next,
        deltaLink: page.deltaLink,
      }
    );
  }

  return {
    ...drives,
    listChildren(person, driveId, folderId, next, signal) {
      const list = parseListId(driveId);
      return list ? listRows(person, list, next, signal) : drives.listChildren(person, driveId, folderId, next, signal);
    },
    findItem(person, driveId, itemId) {
      const list = parseListId(driveId);
      return list ? findRow(person, list, itemId) : drives.findItem(person, driveId, itemId);
    },
    async isDeleted(person, ref) {
      const list = parseListId(ref.driveId);
      return list ? isMissing(getItem(person, list, ref.itemId)) : drives.isDeleted(person, ref);
    },
    async download(person, ref, use, signal) {
      const list = parseListId(ref.driveId);
      if (!list) return drives.download(person, ref, use, signal);
      const item = await getItem(person, list, ref.itemId, signal);
      const text = await renderFields(item, await getColumns(person, list));
      return use(toStream(text));
    },
    async upload(person, driveId, file) {
      if (parseListId(driveId))
        throw new AvaError('not_found', { detail: 'This corpus has no library that takes files.' });
      return drives.upload(person, driveId, file);
    },
    listChanges(person, driveId, from, signal) {
      const list = parseListId(driveId);
      return list ? listRowChanges(person, list, from, signal) : drives.listChanges(person, driveId, from, signal);
    },
  };
}

async function* toStream(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
