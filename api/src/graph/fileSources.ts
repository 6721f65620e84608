import { AvaError, isAvaError } from '#contract/errors.ts';
import { GRAPH_SEARCH_HITS } from '#contract/limits.ts';
import type { Person } from '#api/identity/person.ts';
import { getMany } from './client/batch.ts';
import {
  followShortcut,
  isFileOrFolder,
  ITEM_FIELDS,
  toDriveItem,
  type DriveItem,
  type GraphItem,
} from './drives/driveItem.ts';
import type { GraphClient } from './client/graphClient.ts';
import { listItems, listPages } from './client/pages.ts';
import { searchHits } from './client/search.ts';
import { toPathSegment } from './client/pathSegment.ts';
import { toFoundSite, type FoundSite, type GraphSite } from './foundSite.ts';

/** A folder is listed up to this many pages of 200 entries. */
const MAX_FOLDER_PAGES = 5;
const ITEMS_PER_PAGE = 200;

/** An item with the ids of its drive and its site. */
export interface LocatedItem extends DriveItem {
  driveId: string;
  /** The site's own id, 32 hexadecimal digits with dashes; '' if unknown. */
  siteId: string;
  /** Address of the item in Graph. */
  url: string;
}

interface FileHit {
  item: LocatedItem;
  excerpt: string;
}

export interface FileSourceGraph {
  /** Files that the person used last, by last access, newest first. */
  listRecentFiles(person: Person): Promise<{ item: LocatedItem; accessedOn: string }[]>;
  /** Files with these words in their name or text: the first 20. */
  searchFiles(person: Person, words: string, signal?: AbortSignal): Promise<FileHit[]>;
  /**
   * A folder of a drive, or the root; without a drive, that of the person's OneDrive. Long folders are cut. Throws
   * `no_drive` if the person has no OneDrive.
   */
  listFolder(
    person: Person,
    driveId: string | null,
    folderId: string | null,
  ): Promise<{ items: LocatedItem[]; truncated: boolean }>;
  listFollowedSites(person: Person): Promise<FoundSite[]>;
}

interface UsedInsight {
  lastUsed?: { lastAccessedDateTime?: string | null } | null;
  resourceReference?: { id?: string | null; type?: string | null } | null;
}

export function createFileSources(client: GraphClient, baseUrl: string): FileSourceGraph {
  const toItemPath = (driveId: string, itemId: string) =>
    `/drives/${toPathSegment(driveId)}/items/${toPathSegment(itemId)}`;

  function locate(item: GraphItem, knownDriveId = ''): LocatedItem | null {
    const { driveId = knownDriveId, siteId, sharepointIds } = item.parentReference ?? {};
    if (driveId === '') return null;
    return {
      ...toDriveItem(item),
      driveId,
      siteId: sharepointIds?.siteId ?? toOwnId(siteId ?? ''),
      url: `${baseUrl}/v1.0${toItemPath(driveId, item.id)}`,
    };
  }

  return {
    async listRecentFiles(person) {
      // The call /me/drive/recent is not used, because Microsoft has deprecated it.
      const path = `/me/insights/used?$orderby=LastUsed/LastAccessedDateTime desc&$top=${GRAPH_SEARCH_HITS}`;
      const used = await listItems<UsedInsight>(client, person, path, { count: GRAPH_SEARCH_HITS });
      const insights = used.flatMap((insight) => {
        const [, driveId, itemId] = /^drives\/([^/]+)\/items\/([^/]+)$/.exec(insight.resourceReference?.id ?? '') ?? [];
        return driveId && itemId ? { driveId, itemId, accessedOn: insight.lastUsed?.lastAccessedDateTime ?? '' } : [];
      });
      const replies = await getMany(
        client,
        person,
        insights.map(({ driveId, itemId }) => `${toItemPath(driveId, itemId)}?$select=${ITEM_FIELDS}`),
      );
      const files = insights.flatMap(({ driveId, accessedOn }, index) => {
        const { status, body } = replies[index] ?? { status: 503, body: null };
        // An item that was deleted, or that the person can no longer read, is left out.
        const item = status === 200 ? locate(body as GraphItem, driveId) : null;
        return item && !item.isFolder ? { item, accessedOn } : [];
      });
      return files.toSorted((a, b) => (a.accessedOn < b.accessedOn ? 1 : -1));
    },

    async searchFiles(person, words, signal) {
      const hits = await searchHits<GraphItem>(client, person, 'driveItem', words, signal);
      return hits.flatMap(({ resource, excerpt }) => {
        const item = locate(resource);
        // Graph's search returns no `file` property, so everything that is not a folder is a file.
        return item && !resource.folder ? { item: { ...item, isFolder: false }, excerpt } : [];
      });
    },

    async listFolder(person, driveId, folderId) {
      const drive = driveId ?? (await getOwnDriveId(client, person));
      const folder = folderId === null ? `/drives/${toPathSegment(drive)}/root` : toItemPath(drive, folderId);
      const items: LocatedItem[] = [];
      const firstPath = `${folder}/children?$top=${ITEMS_PER_PAGE}&$select=${ITEM_FIELDS}`;
      let truncated = false;
      for await (const page of listPages<GraphItem>(client, person, firstPath, { maxPages: MAX_FOLDER_PAGES })) {
        const found = page.items.map(followShortcut).filter(isFileOrFolder);
        items.push(...found.flatMap((item) => locate(item, drive) ?? []));
        truncated = page.next !== null;
      }
      return { items, truncated };
    },

    async listFollowedSites(person) {
      const sites = await listItems<GraphSite>(client, person, '/me/followedSites');
      return sites.map(toFoundSite).filter(({ id }) => /^[0-9a-f]{32}$/.test(id));
    },
  };
}

/** Throws `no_drive` if the person has no OneDrive. */
export async function getOwnDriveId(client: GraphClient, person: Person): Promise<string> {
  try {
    return (await client.get<{ id: string }>(person, '/me/drive?$select=id')).id;
  } catch (cause) {
    if (isAvaError(cause) && cause.code === 'not_found') throw new AvaError('no_drive', { cause });
    throw cause;
  }
}

/** The second part of Graph's id of a site; some replies contain only that part. */
function toOwnId(siteId: string): string {
  return siteId.split(',')[1] ?? siteId;
}
