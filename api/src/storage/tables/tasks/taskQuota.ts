import { sql } from 'kysely';
import type { Db, Owner, Tx } from '#api/storage/schema.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';

/** Why something of a task can't be stored. */
export type TaskRefusal = 'too_many_tasks' | 'task_storage_full';

/** What a person is about to store. */
export interface TaskAddition {
  tasks: number;
  bytes: number;
}

/** Adds nothing: checks only what the transaction has already stored. */
export const nothingMore: TaskAddition = { tasks: 0, bytes: 0 };

/**
 * Tells why a person can't store this in addition to their tasks, outputs and items of the library (`check_task_quota`); null
 * if they can. Locks the person until the transaction ends.
 */
export async function findTaskRefusal(
  db: Db | Tx,
  owner: Owner,
  added: TaskAddition,
  quota: Quota,
): Promise<TaskRefusal | null> {
  const { rows } = await sql<{ result: 'yes' | TaskRefusal }>`select check_task_quota(${owner.tenantId}, ${owner.id},
    ${added.tasks}::float8, ${added.bytes}::float8, ${quota.tasks}::float8, ${quota.bytes}::float8) as result`.execute(
    db,
  );
  const result = rows[0]?.result ?? 'task_storage_full';
  return result === 'yes' ? null : result;
}

/** SQL for the bytes of the steps of a task, with their generated prompts. */
export const stepBytes = (taskId: string) =>
  sql<number>`(select coalesce(sum(bytes + octet_length(panels::text) + octet_length(super_prompt)
    + octet_length(super_prompt_source)), 0)::int from task_step where task_id = ${taskId})`;
