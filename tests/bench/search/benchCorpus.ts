import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { systemClock } from '#platform/clock.ts';
import type { Graph } from '#api/graph/graph.ts';
import { ReadableItems } from '#api/graph/readableItems.ts';
import type { Person } from '#api/identity/person.ts';
import type { FindContext } from '#api/search/findHits.ts';
import type { Database } from '#api/storage/database.ts';
import { openDatabase } from '#api/storage/openDatabase.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import type { Embedder } from '#api/models/embedder.ts';
import { createFakePersonModels } from '#tests/harness/fakes/personModels.ts';
import { EMBEDDING_DIMENSIONS } from '#sandbox/models/catalog.ts';
import { embed } from '#sandbox/models/embedder.ts';

export const TENANT = 'bench';
export const makeSiteId = (number: number) => number.toString(16).padStart(32, '0');

/** A person who can read everything. */
export const reader: Person = {
  tenantId: TENANT,
  id: 'reader',
  name: 'Reader',
  email: '',
  isAdministrator: false,
  bearer: '',
};

const graph: FindContext['graph'] & Pick<Graph, 'getReadableSites'> = {
  getReadableSites: async (_person, ids) => new Set(ids),
  getReadableItems: async (_person, items) =>
    new ReadableItems(items.map((ref) => [ref, { etag: 'v1', lastModified: '', webUrl: '', name: ref.itemId }])),
};

export interface BenchCorpus {
  database: Database;
  store: Store;
  ctx: Omit<FindContext, 'store'> & { store: Store; fileEmbedder: Embedder };
  close(): Promise<void>;
}

const lexicalEmbedder: Embedder = {
  getEmbedderName: async () => 'lexical',
  embed: async (texts) => texts.map((text) => embed(text, EMBEDDING_DIMENSIONS)),
};

/** Opens a store in a new folder or on a server, by default with the sandbox's embedder in this process. */
export async function openCorpus(
  databaseUrl: string | null,
  fileEmbedder = lexicalEmbedder,
  embeddingWeight = 0,
): Promise<BenchCorpus> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ava-corpus-'));
  const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
  const database = await openDatabase({ dataDir, databaseUrl: databaseUrl ?? undefined, log });
  const store = createStore(database.kysely);
  const models = { ...fileEmbedder, forPerson: () => createFakePersonModels({ embed: fileEmbedder.embed }) };
  return {
    database,
    store,
    ctx: { store, models, fileEmbedder, embeddingWeight, graph, clock: systemClock, log },
    close: async () => {
      // The next corpus uses the same server, so this one is deleted from it.
      if (databaseUrl !== null) await sql`delete from site where tenant_id = ${TENANT}`.execute(database.kysely);
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds the rows of a site and its files, with placeholders in the columns that search does not read. */
export async function addSite(
  { database: { kysely } }: BenchCorpus,
  siteId: string,
  itemIds: readonly string[],
): Promise<void> {
  await sql`insert into site (tenant_id, id, graph_id, drive_id, name, link, description, prompt, config, creator_id, creator_email, created_at)
    values (${TENANT}, ${siteId}, ${siteId}, 'drive', 'Bench', '', '', '', '{}', '', '', now())`.execute(kysely);
  await sql`insert into corpus_file (id, tenant_id, site_id, item_id, drive_id, library, name, type, link, size, etag, modified_at,
      creator_id, creator_name, creator_email, state, run_id, created_at)
    select gen_random_uuid(), ${TENANT}, ${siteId}, item, 'drive', '', item, 'TXT', '', 1, 'v1', now(), '', '', '', 'ready', gen_random_uuid(), now()
    from unnest(${[...itemIds]}::text[]) as item`.execute(kysely);
}
