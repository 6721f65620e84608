import { sql } from 'kysely';
import type { Db, Owner, Tx } from '#api/storage/schema.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';
import { canAddCopy } from '#api/storage/tables/chats/copyQuota.ts';
import { canStoreFiles, copyFiles, noFiles } from '#api/storage/tables/people/fileQuota.ts';
import { findTaskRefusal, nothingMore, stepBytes, type TaskRefusal } from './taskQuota.ts';
import type { StepRow, TaskRow } from './taskRow.ts';
import { insertTask, upsertSteps } from './writeTask.ts';

/** `taken`: the id belongs to another task. */
export type CopyRefusal = TaskRefusal | 'files_full' | 'too_many_copies' | 'taken';

type NewTask = Omit<TaskRow, 'bytes'>;

/** A copy of a task to insert. */
export interface TaskCopy {
  id: string;
  /** Whose files are copied, and which. */
  from: Owner;
  fileIds: readonly string[];
  to: Owner;
  /** The person who shares it; null for a person's own copy. */
  sharer: Owner | null;
  now: Date;
  /** Makes the rows from the new id of each file that was copied. */
  toRows(files: ReadonlyMap<string, string>): { task: NewTask; steps: readonly StepRow[] };
}

/** A copy that was refused; thrown to roll back the transaction. */
class Refusal extends Error {
  readonly reason: CopyRefusal;
  constructor(reason: CopyRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Inserts a copy with its files, or nothing. It counts toward the person who shares it, until its receiver opens it. */
export async function insertTaskCopy(db: Db, copy: TaskCopy, quota: Quota): Promise<TaskRow | CopyRefusal> {
  try {
    return await db.transaction().execute((tx) => insert(tx, copy, quota));
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

async function insert(tx: Tx, copy: TaskCopy, quota: Quota): Promise<TaskRow> {
  const { id, from, to, sharer, fileIds, now } = copy;
  const payer = sharer ?? to;
  const existing = await tx.selectFrom('task').select('id').where('id', '=', id).executeTakeFirst();
  if (existing) throw new Refusal('taken');
  if (sharer && !(await canAddCopy(tx, sharer, to, quota))) throw new Refusal('too_many_copies');
  const files = await copyFiles(tx, { from, to, sharer, ids: fileIds, now });
  if (files.size > 0 && !(await canStoreFiles(tx, payer, noFiles, quota))) throw new Refusal('files_full');
  const { task, steps } = copy.toRows(files);
  await insertTask(tx, { ...task, id, owner: to, sharerId: sharer?.id ?? null });
  await upsertSteps(tx, id, steps);
  const { rows } = await sql<{ bytes: number }>`update task set
      bytes = ${stepBytes(id)} + octet_length(settings::text) where id = ${id} returning bytes`.execute(tx);
  const refusal = await findTaskRefusal(tx, payer, nothingMore, quota);
  if (refusal) throw new Refusal(refusal);
  return { ...task, id, owner: to, sharerId: sharer?.id ?? null, bytes: rows[0]?.bytes ?? 0 };
}

/** Checks all copies before the first is made, so that no copy is written that would be refused. */
export async function canShareTask(
  db: Db,
  { task, sharer, receivers }: { task: TaskRow; sharer: Owner; receivers: readonly string[] },
  quota: Quota,
): Promise<CopyRefusal | null> {
  const added = { tasks: receivers.length, bytes: receivers.length * task.bytes };
  const refusal = await findTaskRefusal(db, sharer, added, quota);
  if (refusal) return refusal;
  for (const id of receivers)
    if (!(await canAddCopy(db, sharer, { tenantId: sharer.tenantId, id }, quota))) return 'too_many_copies';
  return null;
}

/** Counts a copy and its files toward its owner. Returns false, and leaves it unopened, if the owner has no room. */
export async function openTaskCopy(db: Db, { id, owner, sharerId }: TaskRow, quota: Quota): Promise<boolean> {
  if (sharerId === null) return true;
  try {
    return await db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('task')
        .set({ sharer_id: null })
        .where('id', '=', id)
        .where('sharer_id', 'is not', null)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      // Another call has just opened or deleted it.
      if (numUpdatedRows === 0n) return true;
      await takeFiles(tx, id, owner);
      const refusal = await findTaskRefusal(tx, owner, nothingMore, quota);
      if (refusal) throw new Refusal(refusal);
      if (!(await canStoreFiles(tx, owner, noFiles, quota))) throw new Refusal('files_full');
      return true;
    });
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Counts the files of a copy toward its owner. */
export async function takeFiles(tx: Tx, taskId: string, owner: Owner): Promise<void> {
  await sql`update file set sharer_id = null
    where tenant_id = ${owner.tenantId} and owner_id = ${owner.id} and sharer_id is not null
      and id::text in (select jsonb_array_elements_text(file_ids) from task where id = ${taskId}
        union select jsonb_array_elements_text(file_ids) from task_step where task_id = ${taskId})`.execute(tx);
}
