import { sql } from 'kysely';
import { ReadableItems } from '#api/graph/readableItems.ts';
import type { Person } from '#api/identity/person.ts';
import { indexFile } from '#api/search/indexing/indexFile.ts';
import { getReadableScope } from '#api/search/access/readableScope.ts';
import { findInScope, type FindContext, type SearchResult } from '#api/search/findHits.ts';
import type { CorpusFilter } from '#api/storage/tables/search/fileFilters.ts';
import type { Database } from '#api/storage/database.ts';
import type { Embedder } from '#api/models/embedder.ts';
import type { Owner } from '#api/storage/schema.ts';
import { createStore } from '#api/storage/store.ts';
import { embed } from '#sandbox/models/embedder.ts';
import { createManualClock, type ManualClock } from './manualClock.ts';
import { createFakePersonModels } from './personModels.ts';
import { ada } from '#tests/harness/storage/rows.ts';
import { createRecordingLog } from './recordingLog.ts';

const DIMENSIONS = 256;

/** Sites with indexed files in a store, and a fake Graph with the read permissions of each file. */
export interface SearchLibrary {
  ctx: Omit<FindContext, 'store' | 'clock'> & {
    store: ReturnType<typeof createStore>;
    clock: ManualClock;
    fileEmbedder: Embedder;
  };
  /** Adds a file to a site, or a new version of it. */
  put(
    siteId: string,
    itemId: string,
    pages: readonly string[],
    version?: { etag?: string; name?: string },
  ): Promise<void>;
  /** Read permissions as `person id/item id`. */
  permissions: Set<string>;
  /** Item ids of every request to Graph. */
  graphRequests: string[][];
  /** Graph's current version of an item, if it differs from the indexed one. */
  etags: Map<string, string>;
  /** Whether Graph and the embedder respond. */
  available: { graph: boolean; embedder: boolean };
}

/** Finds what the person can read about a query in the files of the filter. */
export async function findHits(
  ctx: FindContext,
  person: Person,
  filter: CorpusFilter,
  text: string,
  signal: AbortSignal,
): Promise<SearchResult> {
  return findInScope(ctx, person, await getReadableScope(ctx, person, filter, signal), text, signal);
}

export const makeSiteId = (number: number) => number.toString(16).padStart(32, '0');

export function makePerson(id: string, tenantId = ada.tenantId): Person {
  return { tenantId, id, name: id, email: `${id}@northwind.example`, isAdministrator: false, bearer: 'a.b.c' };
}

export function createSearchLibrary(database: Database): SearchLibrary {
  const store = createStore(database.kysely);
  const available = { graph: true, embedder: true };
  const permissions = new Set<string>();
  const graphRequests: string[][] = [];
  const etags = new Map<string, string>();
  const fileEmbedder: Embedder = {
    getEmbedderName: async () => 'lexical',
    embed: async (texts: readonly string[]) => {
      if (!available.embedder) throw new Error('the embedder is unavailable');
      return texts.map((text) => embed(text, DIMENSIONS));
    },
  };
  const graph: SearchLibrary['ctx']['graph'] = {
    async getReadableItems(person, items) {
      if (!available.graph) throw new Error('Graph is unavailable');
      graphRequests.push(items.map(({ itemId }) => itemId));
      const readable = items.filter(({ itemId }) => permissions.has(`${person.id}/${itemId}`));
      return new ReadableItems(
        readable.map((ref) => [
          ref,
          {
            etag: etags.get(ref.itemId) ?? 'v1',
            lastModified: '2026-11-20T08:00:00Z',
            webUrl: `https://northwind.example/${ref.itemId}`,
            name: `${ref.itemId}.pdf`,
          },
        ]),
      );
    },
  };
  const { getEmbedderName } = fileEmbedder;
  const models = { getEmbedderName, forPerson: (owner: Owner) => createFakePersonModels({ ...fileEmbedder, owner }) };
  const ctx = { store, models, fileEmbedder, graph, clock: createManualClock(), log: createRecordingLog() };
  return {
    ctx,
    permissions,
    graphRequests,
    etags,
    available,
    async put(site, itemId, pages, { etag = 'v1', name = `${itemId}.pdf` } = {}) {
      await addRows(database, site, itemId);
      const parts = pages.map((text, index) => ({ location: { kind: 'page' as const, page: index + 1 }, text }));
      const file = { tenantId: ada.tenantId, siteId: site, itemId, etag, name };
      await indexFile(
        ctx,
        { ...file, extraction: { type: 'PDF', parts, pages: pages.length, usedOcr: false } },
        new AbortController().signal,
      );
    },
  };
}

/** Adds the rows of a corpus and its file, with placeholders in the columns that search does not read. */
async function addRows({ kysely }: Database, site: string, itemId: string): Promise<void> {
  await sql`insert into site (tenant_id, id, graph_id, drive_id, name, link, description, prompt, config, creator_id, creator_email, created_at)
    values (${ada.tenantId}, ${site}, ${site}, 'drive', 'Finance', '', '', '', '{}', ${ada.id}, '', now()) on conflict do nothing`.execute(
    kysely,
  );
  await sql`insert into corpus_file (id, tenant_id, site_id, item_id, drive_id, library, name, type, link, size, etag, modified_at,
      creator_id, creator_name, creator_email, state, run_id, created_at)
    values (gen_random_uuid(), ${ada.tenantId}, ${site}, ${itemId}, 'drive', '', ${itemId}, 'PDF', '', 1, 'v1', now(),
      ${ada.id}, '', '', 'ready', gen_random_uuid(), now()) on conflict do nothing`.execute(kysely);
}
