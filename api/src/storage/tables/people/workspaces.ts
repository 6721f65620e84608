import { sql } from 'kysely';
import type { Db, Owner } from '../../schema.ts';
import { cleanText, toJson } from '../../json.ts';
import type { Quota } from '../chats/chatQuota.ts';

export function workspacesTable(db: Db, quota: Quota) {
  return {
    async find(owner: Owner, id: string): Promise<Record<string, unknown> | undefined> {
      const row = await db
        .selectFrom('workspace')
        .select('content')
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.content;
    },

    /** Saves a workspace; false if all workspaces of the person together would exceed the quota. */
    async save(owner: Owner, id: string, content: Record<string, unknown>, now: Date): Promise<boolean> {
      const { rows } = await sql`insert into workspace (tenant_id, owner_id, id, content, updated_at)
        select ${owner.tenantId}, ${owner.id}, ${id}, saved.text::json, ${now}
        from (select ${toJson(content)}::text as text) as saved
        where workspace_bytes(${owner.tenantId}, ${owner.id}, ${id}::uuid) + octet_length(saved.text)
          <= ${quota.workspaceBytes}::float8
        on conflict (tenant_id, owner_id, id)
          do update set content = excluded.content, updated_at = excluded.updated_at
        returning id`.execute(db);
      return rows.length > 0;
    },

    /** The documents that a person has open, the last used first. */
    async listFileViewers(owner: Owner): Promise<{ file_viewer_id: string; document_url: string }[]> {
      return db
        .selectFrom('file_viewer')
        .select(['id as file_viewer_id', 'document_url'])
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .orderBy('updated_at', 'desc')
        .limit(quota.fileViewers)
        .execute();
    },

    /** Saves an open document. If there are more than the quota allows, deletes those used longest ago. */
    async saveFileViewer(owner: Owner, id: string, documentUrl: string, now: Date): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const opened = { document_url: cleanText(documentUrl), updated_at: now };
        await tx
          .insertInto('file_viewer')
          .values({ tenant_id: owner.tenantId, owner_id: owner.id, id, ...opened })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'owner_id', 'id']).doUpdateSet(opened))
          .execute();
        await sql`delete from file_viewer where tenant_id = ${owner.tenantId} and owner_id = ${owner.id}
          and id in (select id from file_viewer where tenant_id = ${owner.tenantId} and owner_id = ${owner.id}
            order by updated_at desc, id offset ${quota.fileViewers})`.execute(tx);
      });
    },
  };
}
