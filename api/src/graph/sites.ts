import { LRUCache } from 'lru-cache';
import { AvaError, isAvaError } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import { getMany } from './client/batch.ts';
import { toFoundSite, type FoundSite, type GraphSite } from './foundSite.ts';
import type { GraphClient } from './client/graphClient.ts';
import { listItems } from './client/pages.ts';
import { toListDriveId } from './lists/listIds.ts';
import { isPathSegment, toPathSegment, toSiteSegment } from './client/pathSegment.ts';
import { ownsSite } from './siteOwnership.ts';

/** Maximum number of pages of search results. A person with more sites narrows the search by typing. */
const MAX_PAGES = 10;
const SITE_FIELDS = 'id,displayName,name,webUrl';
/** Removed access must take effect within a minute. */
const CACHED_MS = 30_000;
const MAX_CACHED = 20_000;
const MAX_KNOWN_SITES = 100_000;

export type { FoundSite };

export interface Library {
  id: string;
  /** Leads to the items: the id of its drive, or of `toListDriveId`. */
  driveId: string;
  name: string;
  kind: 'library' | 'list';
}

export interface SiteGraph {
  /** Sites that the person can read whose name or address contains `search`; all of them for ''. */
  findSites(person: Person, search: string): Promise<FoundSite[]>;
  /** Finds a site by its 32 digits. Returns null if it does not exist or the person cannot read it. */
  findSite(person: Person, id: string): Promise<FoundSite | null>;
  /**
   * Returns whether the person can read each site, by Graph's id, as Graph has said in the last `maxAgeMs` or says now. A site
   * that Graph did not answer for is left out.
   * @param maxAgeMs 30 seconds if it is left out; a longer one suits only what is checked again before it is shown
   */
  checkSites(
    person: Person,
    graphIds: readonly string[],
    signal?: AbortSignal,
    maxAgeMs?: number,
  ): Promise<Map<string, boolean>>;
  /**
   * Returns those of the sites, by Graph's id, that the person can read. Results are cached for 30 seconds. A site that
   * Graph did not answer for is left out. Throws `graph_unavailable` if none is known to be readable and Graph did not answer
   * for all: an empty set means no access, not an outage.
   */
  getReadableSites(person: Person, graphIds: readonly string[], signal?: AbortSignal): Promise<Set<string>>;
  /** Whether the person owns a site; false if unknown. Cached for 30 seconds. */
  ownsSite(person: Person, graphId: string): Promise<boolean>;
  /** Document libraries and lists of a site, without hidden ones. Throws `not_found`. */
  listLibraries(person: Person, graphId: string): Promise<Library[]>;
}

interface GraphList {
  id: string;
  displayName?: string;
  name?: string;
  list?: { hidden?: boolean; template?: string };
}

function toGuid(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function createSites(client: GraphClient): SiteGraph {
  const now = () => client.clock.monotonic();
  const cacheOptions = { max: MAX_CACHED, ttl: CACHED_MS, ttlResolution: 0, perf: { now } };
  const readableCache = new LRUCache<string, { isReadable: boolean; askedAt: number }>({ max: MAX_KNOWN_SITES });
  const ownedCache = new LRUCache<string, boolean>(cacheOptions);
  const toKey = (person: Person, graphId: string) => `${person.tenantId}/${person.id}/${graphId}`;

  const checkSites: SiteGraph['checkSites'] = async (person, graphIds, signal, maxAgeMs = CACHED_MS) => {
    const since = now() - maxAgeMs;
    const isValid = (id: string) => id.split(',').every(isPathSegment);
    const valid = graphIds.filter(isValid);
    // The cache is read only once, because its entries can expire while Graph is asked about the other sites.
    const known = new Map(
      valid.flatMap((id): [string, boolean][] => {
        const entry = readableCache.get(toKey(person, id));
        return entry && entry.askedAt > since ? [[id, entry.isReadable]] : [];
      }),
    );
    const unknown = valid.filter((id) => !known.has(id));
    const askedAt = now();
    const responses = await getMany(
      client,
      person,
      unknown.map((id) => `/sites/${toSiteSegment(id)}?$select=id`),
      signal,
    );
    for (const [index, id] of unknown.entries()) {
      const { status, body } = responses[index] ?? { status: 503, body: null };
      const isReadable = status === 200 && (body as Partial<GraphSite> | null)?.id?.toLowerCase() === id.toLowerCase();
      // Other statuses tell nothing about access, so they are not cached.
      if (!isReadable && status !== 200 && status !== 403 && status !== 404) continue;
      known.set(id, isReadable);
      readableCache.set(toKey(person, id), { isReadable, askedAt });
    }
    for (const id of graphIds) if (!isValid(id)) known.set(id, false);
    return known;
  };

  const listAll = <T>(person: Person, firstPath: string) =>
    listItems<T>(client, person, firstPath, { maxPages: MAX_PAGES });

  return {
    async findSites(person, search) {
      const words = search.trim() === '' ? '*' : search.trim();
      const path = `/sites?search=${encodeURIComponent(words)}&$select=${SITE_FIELDS}`;
      const sites = (await listAll<GraphSite>(person, path)).map(toFoundSite);
      return sites.filter(({ id }) => /^[0-9a-f]{32}$/.test(id));
    },

    async findSite(person, id) {
      try {
        const path = `/sites/${toPathSegment(toGuid(id))}?$select=${SITE_FIELDS}`;
        const site = toFoundSite(await client.get<GraphSite>(person, path));
        return site.id === id ? site : null;
      } catch (error) {
        if (isAvaError(error) && error.code === 'not_found') return null;
        throw error;
      }
    },

    checkSites,

    async getReadableSites(person, graphIds, signal) {
      const known = await checkSites(person, graphIds, signal);
      const readable = new Set(graphIds.filter((id) => known.get(id)));
      if (readable.size === 0 && graphIds.some((id) => !known.has(id)))
        throw new AvaError('graph_unavailable', { cause: new Error('Graph answered for none of the sites') });
      return readable;
    },

    async ownsSite(person, graphId) {
      const key = toKey(person, graphId);
      const isOwner = ownedCache.get(key) ?? (await ownsSite(client, person, graphId));
      if (isOwner !== null) ownedCache.set(key, isOwner);
      return isOwner ?? false;
    },

    async listLibraries(person, graphId) {
      const sitePath = `/sites/${toSiteSegment(graphId)}`;
      const drives = await listAll<{ id: string; name?: string }>(person, `${sitePath}/drives?$select=id,name`);
      const lists = await listAll<GraphList>(person, `${sitePath}/lists?$select=id,name,displayName,list`);
      const plainLists = lists.filter(({ list }) => !list?.hidden && list?.template !== 'documentLibrary');
      return [
        ...drives.map(({ id, name = '' }): Library => ({ id, driveId: id, name, kind: 'library' })),
        ...plainLists.map(({ id, displayName, name }): Library => ({
          id,
          driveId: toListDriveId({ site: graphId, id }),
          name: displayName || name || '',
          kind: 'list',
        })),
      ];
    },
  };
}
