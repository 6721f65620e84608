import type { Db, Owner } from '../schema.ts';
import { cleanText, toJson } from '../json.ts';

export function workspacesTable(db: Db) {
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

    async save(owner: Owner, id: string, content: Record<string, unknown>, now: Date): Promise<void> {
      const text = toJson(content);
      await db
        .insertInto('workspace')
        .values({ tenant_id: owner.tenantId, owner_id: owner.id, id, content: text, updated_at: now })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'owner_id', 'id']).doUpdateSet({ content: text, updated_at: now }),
        )
        .execute();
    },

    /** The documents a person has open, the last used first. */
    async fileViewers(owner: Owner): Promise<{ file_viewer_id: string; document_url: string }[]> {
      return db
        .selectFrom('file_viewer')
        .select(['id as file_viewer_id', 'document_url'])
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .orderBy('updated_at', 'desc')
        .limit(200)
        .execute();
    },

    async saveFileViewer(owner: Owner, id: string, documentUrl: string, now: Date): Promise<void> {
      const opened = { document_url: cleanText(documentUrl), updated_at: now };
      await db
        .insertInto('file_viewer')
        .values({ tenant_id: owner.tenantId, owner_id: owner.id, id, ...opened })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'owner_id', 'id']).doUpdateSet(opened))
        .execute();
    },
  };
}
