import { sql } from 'kysely';
import type { Db, Owner } from '#api/storage/schema.ts';
import { toStorable } from '#api/storage/json.ts';

export interface FolderRow {
  id: string;
  name: string;
}

/** Folders of chats. Their ids are unique per person. */
export function foldersTable(db: Db) {
  return {
    /** The person's folders, in the order of their creation; people see them sorted by name. */
    async list(owner: Owner): Promise<FolderRow[]> {
      return db
        .selectFrom('chat_folder')
        .select(['id', 'name'])
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    },

    async has(owner: Owner, id: string): Promise<boolean> {
      const row = await db
        .selectFrom('chat_folder')
        .select('id')
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('id', '=', id)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Creates a folder, or renames it. Returns false, and creates nothing, if the person has `max` folders. */
    async save(owner: Owner, { id, name }: FolderRow, max: number, now: Date): Promise<boolean> {
      const { rows } = await sql`
        with locked as (select pg_advisory_xact_lock(hashtextextended(${`${owner.tenantId}/${owner.id}`}, 0))),
          renamed as (update chat_folder set name = ${toStorable(name)} from locked
            where tenant_id = ${owner.tenantId} and owner_id = ${owner.id} and chat_folder.id = ${id} returning chat_folder.id),
          created as (insert into chat_folder (tenant_id, owner_id, id, name, created_at)
            select ${owner.tenantId}, ${owner.id}, ${id}, ${toStorable(name)}, ${now} from locked
            where not exists (select from renamed) and (select count(*) from chat_folder
              where tenant_id = ${owner.tenantId} and owner_id = ${owner.id}) < ${max}
            on conflict (tenant_id, owner_id, id) do update set name = excluded.name returning id)
        select id from renamed union all select id from created`.execute(db);
      return rows.length > 0;
    },

    /** Deletes a folder. Its chats stay, outside of folders. */
    async delete(owner: Owner, id: string): Promise<boolean> {
      const { rows } = await sql`
        with emptied as (update chat set folder_id = null
          where tenant_id = ${owner.tenantId} and owner_id = ${owner.id} and folder_id = ${id})
        delete from chat_folder where tenant_id = ${owner.tenantId} and owner_id = ${owner.id} and id = ${id}
        returning id`.execute(db);
      return rows.length > 0;
    },
  };
}
