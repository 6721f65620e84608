import { sql } from 'kysely';
import type { Db, Owner } from '#api/storage/schema.ts';
import { toStorable } from '#api/storage/json.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';

/** The document that is open beside a conversation. */
export interface StoredFileViewer {
  file_viewer_id: string;
  document_url: string;
  version: number;
}

export function fileViewersTable(db: Db, quota: Quota) {
  const select = (executor: Db, owner: Owner) =>
    executor
      .selectFrom('file_viewer')
      .select(['id as file_viewer_id', 'document_url', 'version'])
      .where('tenant_id', '=', owner.tenantId)
      .where('owner_id', '=', owner.id);

  return {
    /** The documents that a person has open, the last used first. */
    list(owner: Owner): Promise<StoredFileViewer[]> {
      return select(db, owner).orderBy('updated_at', 'desc').limit(quota.fileViewers).execute();
    },

    /**
     * Saves an open document if the stored one has the version that the change is based on, or none is stored. If there
     * are more than the quota allows, deletes those used longest ago. Returns what is stored now.
     */
    async save(
      owner: Owner,
      { file_viewer_id: id, document_url, version }: StoredFileViewer,
      now: Date,
    ): Promise<{ isSaved: boolean; stored: StoredFileViewer }> {
      return db.transaction().execute(async (tx) => {
        const opened = { document_url: toStorable(document_url), version: version + 1, updated_at: now };
        const row = await tx
          .insertInto('file_viewer')
          .values({ tenant_id: owner.tenantId, owner_id: owner.id, id, ...opened })
          .onConflict((conflict) =>
            conflict
              .columns(['tenant_id', 'owner_id', 'id'])
              .doUpdateSet(opened)
              .where('file_viewer.version', '=', version),
          )
          .returning(['id as file_viewer_id', 'document_url', 'version'])
          .executeTakeFirst();
        if (!row)
          return { isSaved: false, stored: await select(tx, owner).where('id', '=', id).executeTakeFirstOrThrow() };
        await sql`delete from file_viewer where tenant_id = ${owner.tenantId} and owner_id = ${owner.id}
          and id in (select id from file_viewer where tenant_id = ${owner.tenantId} and owner_id = ${owner.id}
            order by updated_at desc, id offset ${quota.fileViewers})`.execute(tx);
        return { isSaved: true, stored: row };
      });
    },
  };
}
