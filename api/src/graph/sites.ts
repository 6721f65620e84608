import { isAvaError } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import { getMany } from './batch.ts';
import type { GraphClient } from './graphClient.ts';
import { createMemory } from './memory.ts';
import { ownsSite } from './siteOwnership.ts';
import { isSegment, segment, siteSegment } from './pathSegment.ts';

/** Pages of a search that are read; a person who has more sites than that types what they look for. */
const MAX_PAGES = 10;
const SITE = 'id,displayName,name,webUrl';
/** Removed access must take effect within a minute. */
const KEPT_MS = 30_000;
const MOST_KEPT = 20_000;

export interface FoundSite {
  /** As Graph names it: host, site, web. */
  graphId: string;
  /** The site's own id: 32 hexadecimal digits. */
  id: string;
  name: string;
  link: string;
}

export interface Library {
  id: string;
  /** Null for a list without files. */
  driveId: string | null;
  name: string;
  kind: 'library' | 'list';
}

export interface SiteGraph {
  /** Sites that the person may read whose name or address holds `search`; all of them for ''. */
  findSites(person: Person, search: string): Promise<FoundSite[]>;
  /** A site by its 32 digits; null where there is none, or the person may not read it. */
  site(person: Person, id: string): Promise<FoundSite | null>;
  /**
   * Those of the sites, by the id Graph has for them, that the person may read; what was asked less than half a minute
   * ago is not asked again. What is not sure is not in it. Throws `graph_unavailable` where Graph does not answer at all.
   */
  readableSites(person: Person, graphIds: readonly string[]): Promise<Set<string>>;
  /** Whether the person owns a site, as of half a minute ago at most; where that cannot be learnt, they do not. */
  ownsSite(person: Person, graphId: string): Promise<boolean>;
  /** Document libraries and lists of a site; hidden ones are left out. Throws `not_found`. */
  libraries(person: Person, graphId: string): Promise<Library[]>;
}

interface GraphSite {
  id: string;
  displayName?: string;
  name?: string;
  webUrl?: string;
}

interface GraphList {
  id: string;
  displayName?: string;
  name?: string;
  list?: { hidden?: boolean; template?: string };
}

function asSite(site: GraphSite): FoundSite {
  const id = (site.id.split(',')[1] ?? '').replaceAll('-', '').toLowerCase();
  return { graphId: site.id, id, name: site.displayName || site.name || '', link: site.webUrl ?? '' };
}

/** The 32 digits as a GUID is written. */
function guidOf(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function createSites(client: GraphClient): SiteGraph {
  const reading = createMemory<boolean>(client.clock, KEPT_MS, MOST_KEPT);
  const owning = createMemory<boolean>(client.clock, KEPT_MS, MOST_KEPT);
  const keyOf = (person: Person, graphId: string) => `${person.tenantId}/${person.id}/${graphId}`;

  async function all<T>(person: Person, first: string): Promise<T[]> {
    const found: T[] = [];
    let path: string | null = first;
    for (let page = 0; path !== null && page < MAX_PAGES; page += 1) {
      const reply: { value: T[]; '@odata.nextLink'?: string } = await client.get(person, path);
      found.push(...reply.value);
      path = reply['@odata.nextLink'] ? client.pathOf(reply['@odata.nextLink']) : null;
    }
    return found;
  }

  return {
    async findSites(person, search) {
      const words = search.trim() === '' ? '*' : search.trim();
      const found = await all<GraphSite>(person, `/sites?search=${encodeURIComponent(words)}&$select=${SITE}`);
      return found.map(asSite).filter(({ id }) => /^[0-9a-f]{32}$/.test(id));
    },

    async site(person, id) {
      try {
        const found = asSite(await client.get<GraphSite>(person, `/sites/${segment(guidOf(id))}?$select=${SITE}`));
        return found.id === id ? found : null;
      } catch (error) {
        if (isAvaError(error) && error.code === 'not_found') return null;
        throw error;
      }
    },

    async readableSites(person, graphIds) {
      const named = graphIds.filter((id) => id.split(',').every(isSegment));
      const asked = named.filter((id) => reading.get(keyOf(person, id)) === undefined);
      const answers = await getMany(
        client,
        person,
        asked.map((id) => `/sites/${siteSegment(id)}?$select=id`),
      );
      for (const [index, id] of asked.entries()) {
        const { status, body } = answers[index] ?? { status: 503, body: null };
        const isOpen = status === 200 && (body as GraphSite | null)?.id.toLowerCase() === id.toLowerCase();
        // What Graph did not decide is asked again the next time.
        if (isOpen || status === 403 || status === 404) reading.set(keyOf(person, id), isOpen);
      }
      return new Set(named.filter((id) => reading.get(keyOf(person, id))));
    },

    async ownsSite(person, graphId) {
      const key = keyOf(person, graphId);
      const owns = owning.get(key) ?? (await ownsSite(client, person, graphId));
      if (owns !== null) owning.set(key, owns);
      return owns ?? false;
    },

    async libraries(person, graphId) {
      const of = `/sites/${siteSegment(graphId)}`;
      const drives = await all<{ id: string; name?: string }>(person, `${of}/drives?$select=id,name`);
      const lists = await all<GraphList>(person, `${of}/lists?$select=id,name,displayName,list`);
      const plain = lists.filter(({ list }) => !list?.hidden && list?.template !== 'documentLibrary');
      return [
        ...drives.map(({ id, name = '' }): Library => ({ id, driveId: id, name, kind: 'library' })),
        ...plain.map(({ id, displayName, name }): Library => ({
          id,
          driveId: null,
          name: displayName || name || '',
          kind: 'list',
        })),
      ];
    },
  };
}
