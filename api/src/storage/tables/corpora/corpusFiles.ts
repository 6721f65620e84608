import { sql, type UpdateObject } from 'kysely';
import type { Db, Owner, Schema } from '../../schema.ts';
import { startEmbedding, type StartedEmbedding } from './startEmbedding.ts';
import {
  toCorpusFile,
  corpusFileColumns,
  isNotFetched,
  displayState,
  versionValues,
  hasNoBytes,
} from './corpusFileRow.ts';
import type { CorpusFileRow, FileVersion, NewCorpusFile } from './corpusFileRow.ts';
import { ago } from '../runs/processes.ts';

export type { CorpusFileRow, FileState, FileVersion, NewCorpusFile } from './corpusFileRow.ts';

export function corpusFilesTable(db: Db) {
  const select = () => db.selectFrom('corpus_file').select([...corpusFileColumns, displayState]);

  /** Changes a file as long as it still waits for this run; false where it was removed or another version came. */
  async function advance(
    file: Pick<CorpusFileRow, 'id' | 'runId'>,
    values: UpdateObject<Schema, 'corpus_file'>,
  ): Promise<boolean> {
    const row = await db
      .updateTable('corpus_file')
      .set(values)
      .where('id', '=', file.id)
      .where('run_id', '=', file.runId)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    async find(tenantId: string, siteId: string, itemId: string): Promise<CorpusFileRow | undefined> {
      const of = select().where('tenant_id', '=', tenantId).where('site_id', '=', siteId).where('item_id', '=', itemId);
      const row = await of.executeTakeFirst();
      return row && toCorpusFile(row);
    },

    async findById(id: string): Promise<CorpusFileRow | undefined> {
      const row = await select().where('id', '=', id).executeTakeFirst();
      return row && toCorpusFile(row);
    },

    /** The files of corpora, in the order they came. */
    async list(tenantId: string, siteIds: readonly string[]): Promise<CorpusFileRow[]> {
      if (siteIds.length === 0) return [];
      const of = select()
        .where('tenant_id', '=', tenantId)
        .where('site_id', 'in', [...siteIds]);
      return (await of.orderBy('created_at').orderBy('item_id').execute()).map(toCorpusFile);
    },

    /** How many files are on their way into corpora for a person. */
    async countEmbedding(person: Owner): Promise<number> {
      const row = await db
        .selectFrom('run')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('state', '<>', 'ended')
        .where('kind', '=', 'embedding')
        .where('tenant_id', '=', person.tenantId)
        .where('owner_id', '=', person.id)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** Begins a run for a version of a file (`beginEmbedding`). */
    startEmbedding: (file: NewCorpusFile, owner: Owner, at: Date, adopts: boolean): Promise<StartedEmbedding> =>
      db.transaction().execute((tx) => startEmbedding(tx, file, owner, at, adopts)),

    /** Takes the fetching of a file's bytes for a while; false where they are here or somebody else is at it. */
    async claimFetch(file: CorpusFileRow, leaseMs: number): Promise<boolean> {
      const row = await db
        .updateTable('corpus_file')
        .set({ state: 'waiting', fetch_until: ago(-leaseMs) })
        .where('id', '=', file.id)
        .where('run_id', '=', file.runId)
        .where(hasNoBytes)
        .where(isNotFetched)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    extendFetch: (file: CorpusFileRow, leaseMs: number) => advance(file, { fetch_until: ago(-leaseMs) }),

    /** Puts the fetching off, to be tried again at somebody's request; answers how often it was put off. */
    async postponeFetch(file: CorpusFileRow, pauseMs: number): Promise<number> {
      const row = await db
        .updateTable('corpus_file')
        .set({ state: 'needsYou', fetch_until: ago(-pauseMs), attempts: sql`attempts + 1` })
        .where('id', '=', file.id)
        .where('run_id', '=', file.runId)
        .returning('attempts')
        .executeTakeFirst();
      return row?.attempts ?? 0;
    },

    /** The bytes are here, and this is the version they are of. */
    markFetched: (file: CorpusFileRow, sha256: string, version: FileVersion) =>
      advance(file, { ...versionValues(version), state: 'waiting', sha256, fetch_until: null }),
    markEmbedding: (file: CorpusFileRow) => advance(file, { state: 'embedding' }),
    markReady: (file: CorpusFileRow) => advance(file, { state: 'ready', reason: null }),
    markFailed: (file: CorpusFileRow, reason: string) => advance(file, { state: 'failed', reason }),

    async remove(file: CorpusFileRow): Promise<void> {
      await db.deleteFrom('corpus_file').where('id', '=', file.id).execute();
    },

    /** Counts that files were cited. */
    async countCitations(tenantId: string, siteId: string, itemIds: readonly string[]): Promise<void> {
      if (itemIds.length === 0) return;
      await db
        .updateTable('corpus_file')
        .set({ citations: sql`citations + 1` })
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('item_id', 'in', [...itemIds])
        .execute();
    },

    /** Whether any file still needs these bytes. */
    async isReferenced(sha256: string): Promise<boolean> {
      const row = await db
        .selectFrom('corpus_file')
        .select('id')
        .where('sha256', '=', sha256)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
