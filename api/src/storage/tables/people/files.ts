import { sql } from 'kysely';
import type { FileType } from '../../../../contract/files/fileTypes.ts';
import type { Extraction } from '../../../../contract/files/locations.ts';
import type { Db, Owner } from '../../schema.ts';
import { cleanText, toJson } from '../../json.ts';

export interface FileRow {
  id: string;
  owner: Owner;
  name: string;
  type: FileType;
  size: number;
  sha256: string;
}

export function filesTable(db: Db) {
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
    async insert(file: FileRow, now: Date): Promise<void> {
      const { owner, name, ...columns } = file;
      await db
        .insertInto('file')
        .values({ ...columns, name: cleanText(name), tenant_id: owner.tenantId, owner_id: owner.id, created_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

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

    /** Copies files with their texts to another person. Returns the new id of each file that exists. */
    async copy(from: Owner, to: Owner, ids: readonly string[], now: Date): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const copies = [...new Set(ids)].map((id) => ({ id, copy: crypto.randomUUID() }));
      const { rows } = await sql<{ id: string }>`with pairs as (
          select * from unnest(${copies.map(({ id }) => id)}::uuid[], ${copies.map(({ copy }) => copy)}::uuid[])
            as pair (id, copy)),
        files as (insert into file (id, tenant_id, owner_id, name, type, size, sha256, created_at)
          select pairs.copy, ${to.tenantId}, ${to.id}, f.name, f.type, f.size, f.sha256, ${now}
          from file f join pairs using (id) where f.tenant_id = ${from.tenantId} and f.owner_id = ${from.id}
          returning id)
        insert into file_text (file_id, extraction, tokens) select pairs.copy, t.extraction, t.tokens
        from file_text t join pairs on pairs.id = t.file_id join files on files.id = pairs.copy
        returning file_id as id`.execute(db);
      const copied = new Set(rows.map(({ id }) => id));
      return new Map(copies.filter(({ copy }) => copied.has(copy)).map(({ id, copy }) => [id, copy]));
    },

    /** Whether any file still needs these bytes. */
    async isReferenced(sha256: string): Promise<boolean> {
      const row = await db.selectFrom('file').select('id').where('sha256', '=', sha256).limit(1).executeTakeFirst();
      return row !== undefined;
    },
  };
}
