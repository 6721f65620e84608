import { AvaError } from '#contract/errors.ts';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import type { AppContext } from '#api/context.ts';
import { ExtractionError } from '#api/extract/extract.ts';
import { queryInChild } from '#api/extract/tables/queryInChild.ts';
import type { LocatedItem } from '#api/graph/fileSources.ts';
import type { Person } from '#api/identity/person.ts';

/** A file of Microsoft 365, or bytes that AVA has stored for the person. */
export type QueriedFile =
  Pick<LocatedItem, 'driveId' | 'id' | 'name' | 'mimeType'> | { sha256: string; name: string; mimeType: string };

/**
 * Describes the tables of a workbook or CSV file, or runs a statement over them. A file of Microsoft 365 is downloaded with the
 * person's own rights. Throws `file_too_large`, `unreadable_file`, `not_found` or `graph_unavailable`.
 */
export async function queryFile(
  { graph, blobs }: Pick<AppContext, 'graph' | 'blobs'>,
  person: Person,
  file: QueriedFile,
  sql: string | null,
  signal: AbortSignal,
): ReturnType<typeof queryInChild> {
  const { sha256 } =
    'sha256' in file
      ? file
      : await graph.download(
          person,
          { driveId: file.driveId, itemId: file.id },
          (bytes) => blobs.put(bytes, { maxBytes: MAX_FILE_BYTES }),
          signal,
        );
  const local = await blobs.openLocalFile(sha256);
  try {
    const claim = { path: local.path, name: file.name, claimedType: file.mimeType };
    return await queryInChild({ file: claim, sql }, { owner: `${person.tenantId}/${person.id}`, signal });
  } catch (cause) {
    throw cause instanceof ExtractionError ? new AvaError('unreadable_file', { cause, detail: cause.reason }) : cause;
  } finally {
    await local.release();
  }
}
