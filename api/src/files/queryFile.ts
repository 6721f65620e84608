import { LRUCache } from 'lru-cache';
import { AvaError } from '#contract/errors.ts';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import type { AppContext } from '#api/context.ts';
import { ExtractionError } from '#api/extract/extract.ts';
import { queryInChild } from '#api/extract/tables/queryInChild.ts';
import type { LocatedItem } from '#api/graph/fileSources.ts';
import type { Person } from '#api/identity/person.ts';

/** A version of a file of Microsoft 365, or bytes that AVA has stored for the person. */
export type QueriedFile =
  | (Pick<LocatedItem, 'driveId' | 'id' | 'name' | 'mimeType'> & { etag: string | null })
  | { sha256: string; name: string; mimeType: string };

/** Tables that are kept, their bytes, and how long: an answer often calculates several times over one file. */
const MAX_KEPT_TABLES = 500;
const MAX_KEPT_BYTES = 128 * 1024 * 1024;
const KEPT_MS = 5 * 60_000;

/** Tables that a child process has read, by person and version of a file. Only child processes look into them. */
const keptTables = new LRUCache<string, Buffer>({
  max: MAX_KEPT_TABLES,
  maxSize: MAX_KEPT_BYTES,
  sizeCalculation: ({ length }) => length,
  ttl: KEPT_MS,
});

/**
 * Describes the tables of a workbook or CSV file, or runs a statement over them. A file of Microsoft 365 is downloaded with the
 * person's own rights. The caller has checked that the person can read this version now. Throws `file_too_large`,
 * `unreadable_file`, `not_found` or `graph_unavailable`.
 */
export async function queryFile(
  ctx: Pick<AppContext, 'graph' | 'blobs'>,
  person: Person,
  file: QueriedFile,
  sql: string | null,
  signal: AbortSignal,
): ReturnType<typeof queryInChild> {
  const owner = `${person.tenantId}/${person.id}`;
  const key = toKey(owner, file);
  const tables = key === null ? undefined : keptTables.get(key);
  const local = tables ? null : await openFile(ctx, person, file, signal);
  try {
    const claim = local && { path: local.path, name: file.name, claimedType: file.mimeType };
    const onTables = (read: Buffer) => void (key !== null && keptTables.set(key, read));
    return await queryInChild({ file: claim, sql, tables: tables ?? null }, { owner, signal, onTables });
  } catch (cause) {
    throw cause instanceof ExtractionError ? new AvaError('unreadable_file', { cause, detail: cause.reason }) : cause;
  } finally {
    await local?.release();
  }
}

/** Null for a file whose version is not known. */
function toKey(owner: string, file: QueriedFile): string | null {
  if ('sha256' in file) return JSON.stringify([owner, file.sha256, file.name]);
  return file.etag === null ? null : JSON.stringify([owner, file.driveId, file.id, file.etag, file.name]);
}

async function openFile(
  { graph, blobs }: Pick<AppContext, 'graph' | 'blobs'>,
  person: Person,
  file: QueriedFile,
  signal: AbortSignal,
) {
  const { sha256 } =
    'sha256' in file
      ? file
      : await graph.download(
          person,
          { driveId: file.driveId, itemId: file.id },
          (bytes) => blobs.put(bytes, { maxBytes: MAX_FILE_BYTES }),
          signal,
        );
  return blobs.openLocalFile(sha256);
}
