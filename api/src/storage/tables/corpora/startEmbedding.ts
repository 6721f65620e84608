import { sql } from 'kysely';
import { cleanText } from '../../json.ts';
import type { Owner, Tx } from '../../schema.ts';
import { creatorValues, versionValues, type NewCorpusFile } from './corpusFileRow.ts';
import { insertRun } from '../runs/runRow.ts';

export type StartedEmbedding = { name: 'begun'; replaced: string | null } | { name: 'already'; runId: string };

/**
 * Begins a run for a version of a file, in one transaction with the run's row. Asked again for the same version of the
 * same library, it answers the run that is there; another version takes the place of the one before. With `adopts`, a
 * file that had failed belongs to who adds it again.
 */
export async function startEmbedding(
  tx: Tx,
  file: NewCorpusFile,
  owner: Owner,
  at: Date,
  adopts: boolean,
): Promise<StartedEmbedding> {
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
