import { toStorable } from '#api/storage/json.ts';
import type { Db, Owner } from '#api/storage/schema.ts';

export interface ExportedFileRow {
  id: string;
  owner: Owner;
  name: string;
  /** Mime type. */
  type: string;
  size: number;
  sha256: string;
  /** SHA-256 of the secret in the download's address. */
  ticketHash: string;
  expiresAt: Date;
}

export function exportedFilesTable(db: Db) {
  return {
    async insert({ owner, ticketHash, expiresAt, name, ...columns }: ExportedFileRow): Promise<void> {
      await db
        .insertInto('exported_file')
        .values({
          ...columns,
          name: toStorable(name),
          tenant_id: owner.tenantId,
          owner_id: owner.id,
          ticket_hash: ticketHash,
          expires_at: expiresAt,
        })
        .execute();
    },

    /** Finds a file that has not expired. */
    async find(id: string, now: Date): Promise<ExportedFileRow | undefined> {
      const row = await db
        .selectFrom('exported_file')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (!row) return undefined;
      const {
        tenant_id: tenantId,
        owner_id: ownerId,
        ticket_hash: ticketHash,
        expires_at: expiresAt,
        ...columns
      } = row;
      return { ...columns, owner: { tenantId, id: ownerId }, ticketHash, expiresAt };
    },

    /** Returns the number of deleted files. */
    async deleteExpired(now: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('exported_file').where('expires_at', '<=', now).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
