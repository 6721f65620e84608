import { sql } from 'kysely';
import type { Db, Owner } from '#api/storage/schema.ts';
import { toJson } from '#api/storage/json.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';

export interface StoredWorkspace {
  content: Record<string, unknown>;
  version: number;
}

/** Result of a save: the new version, the newer content that is stored, or no more space. */
export type SavedWorkspace =
  { name: 'saved'; version: number } | ({ name: 'outdated' } & StoredWorkspace) | { name: 'full' };

export function workspacesTable(db: Db, quota: Quota) {
  async function find(owner: Owner, id: string): Promise<StoredWorkspace | undefined> {
    return db
      .selectFrom('workspace')
      .select(['content', 'version'])
      .where('tenant_id', '=', owner.tenantId)
      .where('owner_id', '=', owner.id)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  return {
    find,

    /**
     * Saves a workspace if the stored one has the version that the change is based on, or none is stored. Checks the
     * person's quota for all workspaces together.
     */
    async save(owner: Owner, id: string, { content, version }: StoredWorkspace, now: Date): Promise<SavedWorkspace> {
      const { rows } = await sql<{ version: number }>`insert into workspace
          (tenant_id, owner_id, id, content, version, updated_at)
        select ${owner.tenantId}, ${owner.id}, ${id}, saved.text::json, ${version}::integer + 1, ${now}
        from (select ${toJson(content)}::text as text) as saved
        where workspace_bytes(${owner.tenantId}, ${owner.id}, ${id}::uuid) + octet_length(saved.text)
          <= ${quota.workspaceBytes}::float8
          and count_workspaces(${owner.tenantId}, ${owner.id}, ${id}::uuid) < ${quota.workspaces}::float8
        on conflict (tenant_id, owner_id, id)
          do update set content = excluded.content, version = excluded.version, updated_at = excluded.updated_at
          where workspace.version = ${version}
        returning version`.execute(db);
      if (rows[0]) return { name: 'saved', version: rows[0].version };
      const stored = await find(owner, id);
      return stored && stored.version !== version ? { name: 'outdated', ...stored } : { name: 'full' };
    },
  };
}
