import { sql } from 'kysely';
import type { Db, Owner, Tx } from '#api/storage/schema.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';

/** Files about to be stored. */
export interface FileAddition {
  files: number;
  bytes: number;
}

/** Adds nothing: checks only what the transaction has already stored. */
export const noFiles: FileAddition = { files: 0, bytes: 0 };

/** SQL that tells whether a person can store these files (`check_file_quota`). It locks the person. */
export const checkFiles = ({ tenantId, id }: Owner, { files, bytes }: FileAddition, quota: Quota) =>
  sql<boolean>`check_file_quota(${tenantId}, ${id}, ${files}::float8, ${bytes}::float8, ${quota.files}::float8,
    ${quota.uploadBytes}::float8)`;

export async function canStoreFiles(db: Db | Tx, owner: Owner, added: FileAddition, quota: Quota): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`select ${checkFiles(owner, added, quota)} as allowed`.execute(db);
  return rows[0]?.allowed ?? false;
}

/** What a person can still upload: bytes until the quota of stored files and that of the day are used up. */
export interface UploadRoom {
  stored: number;
  today: number;
}

export async function getUploadRoom(db: Db, owner: Owner, day: string, quota: Quota): Promise<UploadRoom> {
  const { rows } = await sql<{ files: number; bytes: number; received: number }>`
    select stored.files, stored.bytes, coalesce((select bytes from received_bytes
      where tenant_id = ${owner.tenantId} and owner_id = ${owner.id} and day = ${day}), 0) as received
    from stored_files(${owner.tenantId}, ${owner.id}) as stored`.execute(db);
  const { files = 0, bytes = 0, received = 0 } = rows[0] ?? {};
  return {
    stored: files < quota.files ? Math.max(0, quota.uploadBytes - bytes) : 0,
    today: Math.max(0, quota.uploadBytes - received),
  };
}

/** Adds to the bytes that arrived from a person on a day, and removes the days before. */
export async function addReceivedBytes(db: Db, owner: Owner, bytes: number, day: string): Promise<void> {
  await sql`with former as (delete from received_bytes
      where tenant_id = ${owner.tenantId} and owner_id = ${owner.id} and day < ${day})
    insert into received_bytes (tenant_id, owner_id, day, bytes)
    values (${owner.tenantId}, ${owner.id}, ${day}, ${bytes})
    on conflict (tenant_id, owner_id, day) do update set bytes = received_bytes.bytes + excluded.bytes`.execute(db);
}

interface FileCopies {
  from: Owner;
  to: Owner;
  /** The person whose quota the copies use until they are opened; null for a person's own copies. */
  sharer: Owner | null;
  ids: readonly string[];
  now: Date;
}

/** Copies files with their texts to another person. Returns the new id of each file that exists. */
export async function copyFiles(tx: Tx, { from, to, sharer, ids, now }: FileCopies): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const copies = [...new Set(ids)].map((id) => ({ id, copy: crypto.randomUUID() }));
  const { rows } = await sql<{ id: string }>`with pairs as (
      select * from unnest(${copies.map(({ id }) => id)}::uuid[], ${copies.map(({ copy }) => copy)}::uuid[])
        as pair (id, copy)),
    files as (insert into file (id, tenant_id, owner_id, name, type, size, sha256, sharer_id, created_at)
      select pairs.copy, ${to.tenantId}, ${to.id}, f.name, f.type, f.size, f.sha256, ${sharer?.id ?? null}, ${now}
      from file f join pairs using (id) where f.tenant_id = ${from.tenantId} and f.owner_id = ${from.id}
      returning id)
    insert into file_text (file_id, extraction, tokens) select pairs.copy, t.extraction, t.tokens
    from file_text t join pairs on pairs.id = t.file_id join files on files.id = pairs.copy
    returning file_id as id`.execute(tx);
  const copied = new Set(rows.map(({ id }) => id));
  return new Map(copies.filter(({ copy }) => copied.has(copy)).map(({ id, copy }) => [id, copy]));
}
