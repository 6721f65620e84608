import { sql, type Selectable, type UpdateObject } from 'kysely';
import type { fileStates } from '../../../contract/sites.ts';
import type { Db, Owner, Schema, Tx } from '../schema.ts';
import { cleanText } from '../json.ts';
import { ago } from './processes.ts';
import { insertRun } from './runs.ts';

export type FileState = (typeof fileStates)[number];

/** A version of a file in its library, as Graph described it. */
export interface FileVersion {
  name: string;
  type: string;
  link: string;
  size: number;
  /** Empty where Graph gave none. */
  etag: string;
  modifiedAt: Date;
}

export interface CorpusFileRow extends FileVersion {
  id: string;
  tenantId: string;
  siteId: string;
  itemId: string;
  driveId: string;
  library: string;
  /** Who put it into the corpus: the object id decides, name and address are shown. */
  creator: { id: string; name: string; email: string };
  /** `needsYou` also where nobody is fetching the bytes any more. */
  state: FileState;
  reason: string | null;
  sha256: string | null;
  runId: string;
  citations: number;
}

export type NewCorpusFile = Omit<CorpusFileRow, 'citations' | 'state' | 'sha256' | 'reason'>;

export type Begun = { name: 'begun'; replaced: string | null } | { name: 'already'; runId: string };

const columns = [
  'id', 'tenant_id', 'site_id', 'item_id', 'drive_id', 'library', 'name', 'type', 'link', 'size', 'etag', 'modified_at',
  'creator_id', 'creator_name', 'creator_email', 'reason', 'sha256', 'run_id', 'citations',
] as const; // prettier-ignore

const waits = sql<boolean>`sha256 is null and state in ('waiting', 'needsYou')`;
const idle = sql<boolean>`(fetch_until is null or fetch_until < now())`;
const shownState = sql<string>`case when ${waits} and ${idle} then 'needsYou' else state end`.as('state');

type Row = Pick<Selectable<Schema['corpus_file']>, (typeof columns)[number] | 'state'>;

function asFile(row: Row): CorpusFileRow {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    itemId: row.item_id,
    driveId: row.drive_id,
    library: row.library,
    name: row.name,
    type: row.type,
    link: row.link,
    size: row.size,
    etag: row.etag,
    modifiedAt: row.modified_at,
    creator: { id: row.creator_id, name: row.creator_name, email: row.creator_email },
    state: row.state as FileState,
    reason: row.reason,
    sha256: row.sha256,
    runId: row.run_id,
    citations: row.citations,
  };
}

function versionValues(file: FileVersion) {
  return {
    name: cleanText(file.name),
    type: file.type,
    link: cleanText(file.link),
    size: file.size,
    etag: cleanText(file.etag),
    modified_at: file.modifiedAt,
  };
}

function creatorValues({ creator }: Pick<CorpusFileRow, 'creator'>) {
  return { creator_id: creator.id, creator_name: cleanText(creator.name), creator_email: cleanText(creator.email) };
}

export function corpusFilesTable(db: Db) {
  const select = () => db.selectFrom('corpus_file').select([...columns, shownState]);

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
      return row && asFile(row);
    },

    async byId(id: string): Promise<CorpusFileRow | undefined> {
      const row = await select().where('id', '=', id).executeTakeFirst();
      return row && asFile(row);
    },

    /** The files of corpora, in the order they came. */
    async list(tenantId: string, siteIds: readonly string[]): Promise<CorpusFileRow[]> {
      if (siteIds.length === 0) return [];
      const of = select()
        .where('tenant_id', '=', tenantId)
        .where('site_id', 'in', [...siteIds]);
      return (await of.orderBy('created_at').orderBy('item_id').execute()).map(asFile);
    },

    /** How many files are on their way into corpora for a person. */
    async countUnder(person: Owner): Promise<number> {
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

    /**
     * Begins a run for a version of a file, in one transaction with the run's row. Asked again for the same version of the
     * same library, it answers the run that is there; another version takes the place of the one before. With `adopts`, a
     * file that had failed belongs to who adds it again.
     */
    async begin(file: NewCorpusFile, owner: Owner, at: Date, adopts: boolean): Promise<Begun> {
      return db.transaction().execute(async (tx) => {
        const before = await locked(tx, file);
        const same = before?.etag === cleanText(file.etag) && before.drive_id === file.driveId;
        if (before && same && before.state !== 'failed') return { name: 'already', runId: before.run_id };
        const id = before?.id ?? file.id;
        const run = { id: file.runId, subjectId: id, sessionId: file.runId, owner };
        await insertRun(tx, { ...run, kind: 'embedding', messageId: null, processId: null, state: 'waiting' }, at);
        const values = {
          ...versionValues(file),
          drive_id: file.driveId,
          library: cleanText(file.library),
          run_id: file.runId,
        };
        const fresh = { state: 'waiting', reason: null, sha256: null, fetch_until: null, attempts: 0 };
        if (before) {
          const creator = adopts && before.state === 'failed' ? creatorValues(file) : {};
          await tx
            .updateTable('corpus_file')
            .set({ ...values, ...fresh, ...creator })
            .where('id', '=', id)
            .execute();
          return { name: 'begun', replaced: before.run_id };
        }
        const key = { id, tenant_id: file.tenantId, site_id: file.siteId, item_id: file.itemId };
        const row = { ...key, ...values, ...fresh, ...creatorValues(file), citations: 0, created_at: at };
        await tx.insertInto('corpus_file').values(row).execute();
        return { name: 'begun', replaced: null };
      });
    },

    /** Takes the fetching of a file's bytes for a while; false where they are here or somebody else is at it. */
    async claimFetch(file: CorpusFileRow, leaseMs: number): Promise<boolean> {
      const row = await db
        .updateTable('corpus_file')
        .set({ state: 'waiting', fetch_until: ago(-leaseMs) })
        .where('id', '=', file.id)
        .where('run_id', '=', file.runId)
        .where(waits)
        .where(idle)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    keepFetch: (file: CorpusFileRow, leaseMs: number) => advance(file, { fetch_until: ago(-leaseMs) }),

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
    arrived: (file: CorpusFileRow, sha256: string, version: FileVersion) =>
      advance(file, { ...versionValues(version), state: 'waiting', sha256, fetch_until: null }),
    embedding: (file: CorpusFileRow) => advance(file, { state: 'embedding' }),
    ready: (file: CorpusFileRow) => advance(file, { state: 'ready', reason: null }),
    failed: (file: CorpusFileRow, reason: string) => advance(file, { state: 'failed', reason }),

    async remove(file: CorpusFileRow): Promise<void> {
      await db.deleteFrom('corpus_file').where('id', '=', file.id).execute();
    },

    /** Counts that files were cited. */
    async cited(tenantId: string, siteId: string, itemIds: readonly string[]): Promise<void> {
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
    async references(sha256: string): Promise<boolean> {
      const row = await db
        .selectFrom('corpus_file')
        .select('id')
        .where('sha256', '=', sha256)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Runs that could be worked on and wait: a process may have died before it put them into the queue. */
    async workable(): Promise<string[]> {
      const rows = await db
        .selectFrom('corpus_file')
        .innerJoin('run', 'run.id', 'corpus_file.run_id')
        .select('run.id')
        .where('run.state', '=', 'waiting')
        .where((where) =>
          where.or([where('corpus_file.sha256', 'is not', null), where('corpus_file.state', '=', 'failed')]),
        )
        .execute();
      return rows.map((row) => row.id);
    },
  };
}

/** The row of a file, held until the transaction ends. Its site is held too: where there is no row yet, two would insert. */
async function locked(tx: Tx, { tenantId, siteId, itemId }: NewCorpusFile) {
  await sql`select 1 from site where tenant_id = ${tenantId} and id = ${siteId} for update`.execute(tx);
  return tx
    .selectFrom('corpus_file')
    .select(['id', 'drive_id', 'etag', 'state', 'run_id'])
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
}
