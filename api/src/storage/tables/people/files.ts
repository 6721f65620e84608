import { sql } from 'kysely';
import type { FileType } from '#contract/files/fileTypes.ts';
import type { Extraction } from '#contract/files/locations.ts';
import type { Db, Owner } from '#api/storage/schema.ts';
import { toStorable, toJson } from '#api/storage/json.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';
import { addReceivedBytes, checkFiles, getUploadRoom, type UploadRoom } from './fileQuota.ts';

export interface FileRow {
  id: string;
  owner: Owner;
  name: string;
  type: FileType;
  size: number;
  sha256: string;
}

export function filesTable(db: Db, quota: Quota) {
  const toFile = (row: {
    id: string;
    tenant_id: string;
    owner_id: string;
    name: string;
    type: string;
    size: number;
    sha256: string;
  }): FileRow => ({
    id: row.id,
    owner: { tenantId: row.tenant_id, id: row.owner_id },
    name: row.name,
    type: row.type as FileType,
    size: row.size,
    sha256: row.sha256,
  });

  return {
    /** Inserts a file unless its id is taken. Returns false if the person has no room for it. */
    async insert({ id, owner, name, type, size, sha256 }: FileRow, now: Date): Promise<boolean> {
      const { rows } = await sql<{ allowed: boolean }>`
        with checked as materialized (select ${checkFiles(owner, { files: 1, bytes: size }, quota)} as allowed),
          inserted as (insert into file (id, tenant_id, owner_id, name, type, size, sha256, created_at)
            select ${id}, ${owner.tenantId}, ${owner.id}, ${toStorable(name)}, ${type}, ${size}, ${sha256}, ${now}
            from checked where allowed on conflict (id) do nothing)
        select allowed from checked`.execute(db);
      return rows[0]?.allowed ?? false;
    },

    /** What a person can still upload. `day` is today's date in UTC. */
    getUploadRoom: (owner: Owner, day: string): Promise<UploadRoom> => getUploadRoom(db, owner, day, quota),

    addReceivedBytes: (owner: Owner, bytes: number, day: string): Promise<void> =>
      addReceivedBytes(db, owner, bytes, day),

    async find(id: string): Promise<FileRow | undefined> {
      const row = await db
        .selectFrom('file')
        .select(['id', 'tenant_id', 'owner_id', 'name', 'type', 'size', 'sha256'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toFile(row);
    },

    /** The files with these ids that belong to the person. */
    async listOwned(owner: Owner, ids: readonly string[]): Promise<FileRow[]> {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('file')
        .select(['id', 'tenant_id', 'owner_id', 'name', 'type', 'size', 'sha256'])
        .where('id', 'in', [...ids])
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .execute();
      return rows.map(toFile);
    },

    async saveText(fileId: string, type: string, extraction: Extraction, tokens: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('file').set({ type }).where('id', '=', fileId).execute();
        await tx
          .insertInto('file_text')
          .values({ file_id: fileId, extraction: toJson(extraction), tokens })
          // `excluded` instead of the values, because a text of megabytes would be sent twice.
          .onConflict((conflict) =>
            conflict.column('file_id').doUpdateSet(({ ref }) => ({
              extraction: ref('excluded.extraction'),
              tokens: ref('excluded.tokens'),
            })),
          )
          .execute();
      });
    },

    /** The text of files, by file id. */
    async findTexts(ids: readonly string[]): Promise<Map<string, { extraction: Extraction; tokens: number }>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('file_text')
        .selectAll()
        .where('file_id', 'in', [...ids])
        .execute();
      return new Map(
        rows.map((row) => [row.file_id, { extraction: row.extraction as unknown as Extraction, tokens: row.tokens }]),
      );
    },

    /**
     * Deletes at most `limit` files that were uploaded before a time and that no message and no task contains: they were
     * never sent, or their chat or task was deleted. Shared copies of a chat contain no files. Returns the number of deleted files.
     */
    async deleteUnused(before: Date, limit: number): Promise<number> {
      const { rows } = await sql<{ id: string }>`delete from file where id in (
        select f.id from file f where f.created_at < ${before} and not exists (
          select 1 from message m where m.files <> '[]'
            and m.files @> jsonb_build_array(jsonb_build_object('scrapedFileId', f.id::text)))
          and not exists (select 1 from task t where t.file_ids <> '[]' and t.file_ids @> to_jsonb(f.id::text))
          and not exists (select 1 from task_step s where s.file_ids <> '[]' and s.file_ids @> to_jsonb(f.id::text))
          and not exists (select 1 from library_task l where l.file_ids <> '[]' and l.file_ids @> to_jsonb(f.id::text))
        limit ${limit}) returning id`.execute(db);
      return rows.length;
    },

    /** Whether any file still needs these bytes. */
    async isReferenced(sha256: string): Promise<boolean> {
      const row = await db.selectFrom('file').select('id').where('sha256', '=', sha256).limit(1).executeTakeFirst();
      return row !== undefined;
    },
  };
}
