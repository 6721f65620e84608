import { sql, type UpdateObject } from 'kysely';
import type { UnreadContent } from '#contract/files/unread.ts';
import type { Db, Owner, Schema } from '#api/storage/schema.ts';
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
import { fromNow } from '#api/storage/tables/databaseTime.ts';

export type { CorpusFileRow, FileState, FileVersion, NewCorpusFile } from './corpusFileRow.ts';

export interface ListedCorpusFile extends CorpusFileRow {
  /** What was not read of the version that searches find. */
  unread: UnreadContent[];
}

const visibleUnread = sql<UnreadContent[] | null>`(select v.unread from search_index i
  join document_version v on v.index_id = i.id and v.item_id = corpus_file.item_id and v.visible
  where i.tenant_id = corpus_file.tenant_id and i.site_id = corpus_file.site_id)`.as('unread');

export function corpusFilesTable(db: Db) {
  const select = () => db.selectFrom('corpus_file').select([...corpusFileColumns, displayState]);

  /** Updates a file if `runId` is still its run; false if it was removed or replaced by another version. */
  async function updateIfCurrent(
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
      const row = await select()
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('item_id', '=', itemId)
        .executeTakeFirst();
      return row && toCorpusFile(row);
    },

    async findById(id: string): Promise<CorpusFileRow | undefined> {
      const row = await select().where('id', '=', id).executeTakeFirst();
      return row && toCorpusFile(row);
    },

    /** The files of corpora, in the order in which they were added. */
    async list(tenantId: string, siteIds: readonly string[]): Promise<ListedCorpusFile[]> {
      if (siteIds.length === 0) return [];
      const rows = await select()
        .select(visibleUnread)
        .where('tenant_id', '=', tenantId)
        .where('site_id', 'in', [...siteIds])
        .orderBy('created_at')
        .orderBy('item_id')
        .execute();
      return rows.map((row) => ({ ...toCorpusFile(row), unread: row.unread ?? [] }));
    },

    /** Files that are being fetched, waiting or being embedded: of each site the oldest one first, then the next one. */
    async listInProgress(
      tenantId: string,
      siteIds: readonly string[],
      limit: number,
    ): Promise<Pick<CorpusFileRow, 'siteId' | 'itemId' | 'driveId'>[]> {
      if (siteIds.length === 0) return [];
      return db
        .selectFrom('corpus_file')
        .select(['site_id as siteId', 'item_id as itemId', 'drive_id as driveId'])
        .where('state', 'in', ['waiting', 'embedding'])
        .where(sql<boolean>`not (${hasNoBytes} and ${isNotFetched})`)
        .where('tenant_id', '=', tenantId)
        .where('site_id', 'in', [...siteIds])
        .orderBy(sql`row_number() over (partition by site_id order by created_at, item_id)`)
        .limit(limit)
        .execute();
    },

    /** Number of files that are waiting or being embedded for a person. */
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

    startEmbedding: (
      file: NewCorpusFile,
      owner: Owner,
      now: Date,
      takesOwnership: boolean,
    ): Promise<StartedEmbedding> =>
      db.transaction().execute((tx) => startEmbedding(tx, file, owner, now, takesOwnership)),

    /** Claims the fetch of a file's bytes for `leaseMs`; false if they are stored, being fetched or postponed. */
    async claimFetch(file: CorpusFileRow, leaseMs: number): Promise<boolean> {
      const row = await db
        .updateTable('corpus_file')
        .set({ state: 'waiting', fetch_until: fromNow(leaseMs) })
        .where('id', '=', file.id)
        .where('run_id', '=', file.runId)
        .where(hasNoBytes)
        .where(isNotFetched)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    extendFetch: (file: CorpusFileRow, leaseMs: number) => updateIfCurrent(file, { fetch_until: fromNow(leaseMs) }),

    /** Postpones the fetch of a file by `pauseMs`; a later request starts it. Returns how often it was postponed. */
    async postponeFetch(file: CorpusFileRow, pauseMs: number): Promise<number> {
      const row = await db
        .updateTable('corpus_file')
        .set({ state: 'needsYou', fetch_until: fromNow(pauseMs), attempts: sql`attempts + 1` })
        .where('id', '=', file.id)
        .where('run_id', '=', file.runId)
        .returning('attempts')
        .executeTakeFirst();
      return row?.attempts ?? 0;
    },

    /** Saves the digest of the fetched bytes and the version that they belong to. */
    markFetched: (file: CorpusFileRow, sha256: string, version: FileVersion) =>
      updateIfCurrent(file, { ...versionValues(version), state: 'waiting', sha256, fetch_until: null }),
    markEmbedding: (file: CorpusFileRow) => updateIfCurrent(file, { state: 'embedding' }),
    markReady: (file: CorpusFileRow) => updateIfCurrent(file, { state: 'ready', reason: null }),
    markFailed: (file: CorpusFileRow, reason: string) => updateIfCurrent(file, { state: 'failed', reason }),

    async remove(file: CorpusFileRow): Promise<void> {
      await db.deleteFrom('corpus_file').where('id', '=', file.id).execute();
    },

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
