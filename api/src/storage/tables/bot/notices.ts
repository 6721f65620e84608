import { sql } from 'kysely';
import type { Owner, Tx } from '#api/storage/schema.ts';
import { hasNoBytes } from '#api/storage/tables/corpora/corpusFileRow.ts';

export interface FinishedFile {
  name: string;
  siteId: string;
  driveId: string;
  itemId: string;
  state: 'ready' | 'failed';
}

export interface Notice {
  /** The conversation to notify; null if the person does not want notices. */
  reference: string | null;
  /** Number of files that are not embedded yet, without those that wait for a person who can read them. */
  filesInProgress: number;
  /** Files that were finished since the last notice; empty while others are in progress. */
  finishedFiles: FinishedFile[];
}

/** Takes the next notice for a person. The lock on their row makes sure that only one process gets each file. */
export async function takeNotice(tx: Tx, { tenantId, id }: Owner): Promise<Notice> {
  const noticeRow = () => tx.selectFrom('bot_notice').where('tenant_id', '=', tenantId).where('owner_id', '=', id);
  const row = await noticeRow().select('reference').forUpdate().executeTakeFirst();
  if (!row) return { reference: null, filesInProgress: 0, finishedFiles: [] };
  const runs = () =>
    tx
      .selectFrom('run')
      .where('run.tenant_id', '=', tenantId)
      .where('run.owner_id', '=', id)
      .where('run.kind', '=', 'embedding');
  const { count: filesInProgress } = await runs()
    .select(sql<number>`count(*)::int`.as('count'))
    .where('run.state', '<>', 'ended')
    .where(
      sql<boolean>`not exists (select from corpus_file where run_id = run.id and ${hasNoBytes} and fetch_until < now())`,
    )
    .executeTakeFirstOrThrow();
  if (filesInProgress > 0) return { reference: row.reference, filesInProgress, finishedFiles: [] };
  const finished = await runs()
    .innerJoin('corpus_file', 'corpus_file.run_id', 'run.id')
    .select(['corpus_file.name', 'corpus_file.site_id', 'corpus_file.drive_id', 'corpus_file.item_id'])
    .select('corpus_file.state')
    // The time is kept as text, because a Date drops the microseconds, and a file of the same millisecond would be
    // reported twice.
    .select(sql<string>`(max(run.ended_at) over ())::text`.as('latest'))
    .where('corpus_file.state', 'in', ['ready', 'failed'])
    .where('run.ended_at', '>', noticeRow().select('notified_at'))
    .orderBy('run.ended_at')
    .execute();
  const [first] = finished;
  if (first) {
    await tx
      .updateTable('bot_notice')
      .set({ notified_at: sql<Date>`${first.latest}::timestamptz` })
      .where('tenant_id', '=', tenantId)
      .where('owner_id', '=', id)
      .execute();
  }
  const finishedFiles = finished.map(({ name, site_id: siteId, drive_id: driveId, item_id: itemId, state }) => ({
    name,
    siteId,
    driveId,
    itemId,
    state: state as 'ready' | 'failed',
  }));
  return { reference: row.reference, filesInProgress, finishedFiles };
}
