import { sql } from 'kysely';
import type { Owner, Tx } from '../../schema.ts';
import { hasNoBytes } from '../corpora/corpusFileRow.ts';

export interface FinishedFile {
  name: string;
  siteId: string;
  driveId: string;
  itemId: string;
  state: 'ready' | 'failed';
}

/** What a person has told to be told of; `reference` is null where they do not want to be told. */
export interface Notice {
  reference: string | null;
  /** Files on their way into corpora; those that wait for the person are not among them. */
  underWay: number;
  /** What has ended since they were told last; none while something is under way. */
  done: FinishedFile[];
}

/**
 * Takes what a person is to be told of: what is given here is given once, in whichever process. Their row is held until
 * the transaction ends.
 */
export async function takeNotice(tx: Tx, { tenantId, id }: Owner): Promise<Notice> {
  const mine = () => tx.selectFrom('bot_notice').where('tenant_id', '=', tenantId).where('owner_id', '=', id);
  const row = await mine().select('reference').forUpdate().executeTakeFirst();
  if (!row) return { reference: null, underWay: 0, done: [] };
  const runs = () =>
    tx
      .selectFrom('run')
      .where('run.tenant_id', '=', tenantId)
      .where('run.owner_id', '=', id)
      .where('run.kind', '=', 'embedding');
  const { count: underWay } = await runs()
    .select(sql<number>`count(*)::int`.as('count'))
    .where('run.state', '<>', 'ended')
    .where(
      sql<boolean>`not exists (select from corpus_file where run_id = run.id and ${hasNoBytes} and fetch_until < now())`,
    )
    .executeTakeFirstOrThrow();
  if (underWay > 0) return { reference: row.reference, underWay, done: [] };
  const done = await runs()
    .innerJoin('corpus_file', 'corpus_file.run_id', 'run.id')
    .select(['corpus_file.name', 'corpus_file.site_id', 'corpus_file.drive_id', 'corpus_file.item_id'])
    .select('corpus_file.state')
    // As text: a Date knows no microseconds, and what ended within the same millisecond would be told again.
    .select(sql<string>`(max(run.ended_at) over ())::text`.as('latest'))
    .where('corpus_file.state', 'in', ['ready', 'failed'])
    .where('run.ended_at', '>', mine().select('notified_at'))
    .orderBy('run.ended_at')
    .execute();
  const [first] = done;
  if (first) {
    const told = { notified_at: sql<Date>`${first.latest}::timestamptz` };
    const of = tx.updateTable('bot_notice').set(told).where('tenant_id', '=', tenantId);
    await of.where('owner_id', '=', id).execute();
  }
  const files = done.map(({ name, site_id: siteId, drive_id: driveId, item_id: itemId, state }) => ({
    name,
    siteId,
    driveId,
    itemId,
    state: state as 'ready' | 'failed',
  }));
  return { reference: row.reference, underWay, done: files };
}
