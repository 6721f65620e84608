import { AvaError, isAvaError } from '../../contract/errors.ts';
import { GRAPH_SEARCH_HITS } from '../../contract/limits.ts';
import type { Person } from '../identity/person.ts';
import { getMany } from './client/batch.ts';
import { ITEM_FIELDS, toDriveItem, type DriveItem, type GraphItem } from './drives/driveItem.ts';
import type { GraphClient } from './client/graphClient.ts';
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

interface SearchReply {
  value: { hitsContainers?: { hits?: { summary?: string; resource?: GraphItem }[] }[] }[];
}

interface UsedInsight {
  lastUsed?: { lastAccessedDateTime?: string | null } | null;
  resourceReference?: { id?: string | null; type?: string | null } | null;
}

interface ItemPage {
  value: GraphItem[];
  '@odata.nextLink'?: string;
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
      // Not /me/drive/recent: Microsoft has deprecated it.
      const path = `/me/insights/used?$orderby=LastUsed/LastAccessedDateTime desc&$top=${GRAPH_SEARCH_HITS}`;
      const insights = (await client.get<{ value: UsedInsight[] }>(person, path)).value.flatMap((insight) => {
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
      const request = { entityTypes: ['driveItem'], query: { queryString: words }, from: 0, size: GRAPH_SEARCH_HITS };
      const reply = await client.post<SearchReply>(person, '/search/query', { requests: [request] }, signal);
      return listHits(reply).flatMap(({ resource, summary = '' }) => {
        const item = resource ? locate(resource) : null;
        // Graph's search returns no `file` property, so everything that is not a folder is a file.
        return item && !resource?.folder
          ? { item: { ...item, isFolder: false }, excerpt: toPlainExcerpt(summary) }
          : [];
      });
    },

    async listFolder(person, driveId, folderId) {
      const drive = driveId ?? (await getOwnDriveId(client, person));
      const folder = folderId === null ? `/drives/${toPathSegment(drive)}/root` : toItemPath(drive, folderId);
      const items: LocatedItem[] = [];
      let path: string | null = `${folder}/children?$top=${ITEMS_PER_PAGE}&$select=${ITEM_FIELDS}`;
      for (let page = 0; path !== null && page < MAX_FOLDER_PAGES; page += 1) {
        const reply: ItemPage = await client.get<ItemPage>(person, path);
        items.push(...reply.value.flatMap((item) => locate(item, drive) ?? []));
        const next = reply['@odata.nextLink'];
        path = next ? client.getLinkPath(next) : null;
      }
      return { items, truncated: path !== null };
    },

    async listFollowedSites(person) {
      const reply = await client.get<{ value: GraphSite[] }>(person, '/me/followedSites');
      return reply.value.map(toFoundSite).filter(({ id }) => /^[0-9a-f]{32}$/.test(id));
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

/** All hits of a reply to `/search/query`. */
export function listHits<T>(reply: { value: { hitsContainers?: { hits?: T[] }[] }[] }): T[] {
  return reply.value.flatMap(({ hitsContainers = [] }) => hitsContainers.flatMap(({ hits = [] }) => hits));
}

/** Graph marks the words of a search with `<c0>` and cuts with `<ddd/>`. */
export function toPlainExcerpt(summary: string): string {
  return summary
    .slice(0, 1_000)
    .replaceAll('<ddd/>', '…')
    .replace(/<\/?c0>/g, '')
    .trim();
}
