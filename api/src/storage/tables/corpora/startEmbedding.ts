import { sql } from 'kysely';
import { toStorable } from '#api/storage/json.ts';
import type { Owner, Tx } from '#api/storage/schema.ts';
import { creatorValues, versionValues, type NewCorpusFile } from './corpusFileRow.ts';
import { insertRun } from '#api/storage/tables/runs/runRow.ts';

/** `replaced` is the id of the former run of the file; null if the file is new. */
export type StartedEmbedding = { name: 'started'; replaced: string | null } | { name: 'duplicate'; runId: string };

/**
 * Inserts a run for a version of a file and saves the file's row. If the row already has this version (etag and drive)
 * and did not fail, its run is returned instead. With `takesOwnership`, a failed file belongs to the person who adds it
 * again.
 */
export async function startEmbedding(
  tx: Tx,
  file: NewCorpusFile,
  owner: Owner,
  now: Date,
  takesOwnership: boolean,
): Promise<StartedEmbedding> {
  const existing = await lockFile(tx, file);
  const isSameVersion = existing?.etag === toStorable(file.etag) && existing.drive_id === file.driveId;
  if (existing && isSameVersion && existing.state !== 'failed') return { name: 'duplicate', runId: existing.run_id };
  const id = existing?.id ?? file.id;
  const run = { id: file.runId, subjectId: id, sessionId: file.runId, owner };
  await insertRun(tx, { ...run, kind: 'embedding', messageId: null, processId: null, state: 'waiting' }, now);
  const values = {
    ...versionValues(file),
    drive_id: file.driveId,
    library: toStorable(file.library),
    run_id: file.runId,
  };
  const progress = { state: 'waiting', reason: null, sha256: null, fetch_until: null, attempts: 0 };
  if (existing) {
    const creator = takesOwnership && existing.state === 'failed' ? creatorValues(file) : {};
    await tx
      .updateTable('corpus_file')
      .set({ ...values, ...progress, ...creator })
      .where('id', '=', id)
      .execute();
    return { name: 'started', replaced: existing.run_id };
  }
  const key = { id, tenant_id: file.tenantId, site_id: file.siteId, item_id: file.itemId };
  const row = { ...key, ...values, ...progress, ...creatorValues(file), citations: 0, created_at: now };
  await tx.insertInto('corpus_file').values(row).execute();
  return { name: 'started', replaced: null };
}

/** Finds the row of a file and locks its site, so that two processes do not both insert the file. */
async function lockFile(tx: Tx, { tenantId, siteId, itemId }: NewCorpusFile) {
  await sql`select 1 from site where tenant_id = ${tenantId} and id = ${siteId} for update`.execute(tx);
  return tx
    .selectFrom('corpus_file')
    .select(['id', 'drive_id', 'etag', 'state', 'run_id'])
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
}
