import { sql } from 'kysely';
import type { Db, Owner } from '#api/storage/schema.ts';
import type { Quota } from './chatQuota.ts';

/** The changes that a person can make to many chats at once. */
export interface ChatMarks {
  pinned?: boolean;
  folderId?: string | null;
  unread?: boolean;
}

/**
 * Runs whose answer is being written. Runs that only have follow-up questions left to write are not included: their
 * answer can already be read to the end.
 */
export const streamingAnswers = sql`select run.subject_id, run.tenant_id, run.owner_id from run
  join message on message.chat_id = run.subject_id and message.id = run.message_id
  where run.state <> 'ended' and message.state->>'name' = 'streaming'`;

/** Marks, deletes and restores chats. A person can only change their own chats; other ids are ignored. */
export function chatMarksTable(db: Db, quota: Quota) {
  const ownedBy = ({ tenantId, id }: Owner, ids: readonly string[]) =>
    sql<boolean>`tenant_id = ${tenantId} and owner_id = ${id} and id = any(${[...ids]}::uuid[])`;

  return {
    /** Ids of the person's chats with an answer in progress. */
    async listAnswering(owner: Owner): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`select distinct subject_id as id from run
        where tenant_id = ${owner.tenantId} and owner_id = ${owner.id} and state <> 'ended' and kind = 'answer'`.execute(
        db,
      );
      return rows.map(({ id }) => id);
    },

    /**
     * Sets marks, and returns the ids of the changed chats. A chat stays unread while an answer is being written. The order
     * of the list does not change.
     */
    async mark(owner: Owner, ids: readonly string[], marks: ChatMarks): Promise<string[]> {
      const unread =
        marks.unread === false
          ? sql<boolean>`unread and exists (select from (${streamingAnswers}) streaming where subject_id = chat.id)`
          : marks.unread;
      const rows = await db
        .updateTable('chat')
        .set({
          id: sql`id`,
          ...(marks.pinned === undefined ? {} : { pinned: marks.pinned }),
          ...(marks.folderId === undefined ? {} : { folder_id: marks.folderId }),
          ...(unread === undefined ? {} : { unread }),
        })
        .where(ownedBy(owner, ids))
        .where('deleted_at', 'is', null)
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Hides chats until they are restored or removed, and returns their ids. Temporary chats can't be restored. */
    async markDeleted(owner: Owner, ids: readonly string[], now: Date): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`with gone as (
          delete from chat where ${ownedBy(owner, ids)} and temporary returning id),
        hidden as (update chat set deleted_at = ${now} where ${ownedBy(owner, ids)} and not temporary
          and deleted_at is null returning id)
        select id from gone union all select id from hidden`.execute(db);
      return rows.map(({ id }) => id);
    },

    /**
     * Restores chats that were deleted after `deletedAfter`, and returns their ids. Restores none if all together
     * exceed the person's quota. A copy that the person has not opened counts toward the person who shared it, as before.
     */
    async restore(owner: Owner, ids: readonly string[], deletedAfter: Date): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        with wanted as (select id, sharer_id, bytes - copied_bytes as bytes from chat
            where ${ownedBy(owner, ids)} and deleted_at > ${deletedAfter}),
          allowed as materialized (select check_chat_quota(${owner.tenantId}, ${owner.id},
            count(*) filter (where sharer_id is null)::float8,
            coalesce(sum(bytes), 0)::float8, ${quota.chats}::float8, ${quota.bytes}::float8) as yes from wanted)
        update chat set deleted_at = null from wanted, allowed where chat.id = wanted.id and allowed.yes
        returning chat.id`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** Removes at most `limit` deleted chats and at most as many unused temporary chats. */
    async removeExpired(deletedBefore: Date, unusedSince: Date, limit: number): Promise<number> {
      const { rows } = await sql`delete from chat where id in (
        (select id from chat where deleted_at <= ${deletedBefore} limit ${limit})
        union (select id from chat where temporary and updated_at <= ${unusedSince} limit ${limit})) returning id`.execute(
        db,
      );
      return rows.length;
    },

    /**
     * Removes at most `limit` chats of a tenant that were last used before `unusedSince` and have no answer in progress, with
     * their notes and kept results.
     */
    async removeUntouched(tenantId: string, unusedSince: Date, limit: number): Promise<number> {
      const { rows } = await sql<{ chats: number }>`
        with removed as (delete from chat where id in (
            select id from chat where tenant_id = ${tenantId} and updated_at < ${unusedSince}
              and not exists (select from run where subject_id = chat.id and state <> 'ended')
            order by updated_at limit ${limit}) returning tenant_id, owner_id, workspace_id),
          notes as (delete from workspace using removed where workspace.tenant_id = removed.tenant_id
            and workspace.owner_id = removed.owner_id and workspace.id = removed.workspace_id)
        select count(*)::int as chats from removed`.execute(db);
      return rows[0]?.chats ?? 0;
    },

    /** How many chats of a tenant were last used before that time. */
    async countUntouched(tenantId: string, unusedSince: Date): Promise<number> {
      const { count } = await db
        .selectFrom('chat')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId)
        .where('updated_at', '<', unusedSince)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
