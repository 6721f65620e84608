import { AvaError, isAvaError } from '#contract/errors.ts';
import type { Extraction } from '#contract/files/locations.ts';
import { FILE_CONTEXT_MAX_BYTES, MAX_FILE_BYTES } from '#contract/limits.ts';
import type { AppContext } from '#api/context.ts';
import { extract, ExtractionError } from '#api/extract/extract.ts';
import type { LocatedItem } from '#api/graph/fileSources.ts';
import type { Person } from '#api/identity/person.ts';
import type { Blobs } from '#api/storage/blobs/blobs.ts';

/**
 * Downloads a file of Microsoft 365 with the person's own rights and reads its text at once, in a child process, under
 * the limits of added files. Throws `file_too_large`, `unreadable_file`, `not_found` or `graph_unavailable`.
 */
export async function readItemText(
  { graph, blobs }: Pick<AppContext, 'graph' | 'blobs'>,
  person: Person,
  item: Pick<LocatedItem, 'driveId' | 'id' | 'name' | 'mimeType' | 'size'>,
  signal: AbortSignal,
): Promise<Extraction> {
  if ((item.size ?? 0) > MAX_FILE_BYTES) throw new AvaError('file_too_large');
  const { sha256 } = await graph.download(
    person,
    { driveId: item.driveId, itemId: item.id },
    (bytes) => blobs.put(bytes, { maxBytes: MAX_FILE_BYTES }),
    signal,
  );
  return readBlobText(blobs, person, { sha256, name: item.name, claimedType: item.mimeType }, signal);
}

/** Reads the text of stored bytes at once, in a child process. Throws `unreadable_file`; its cause is the ExtractionError. */
export async function readBlobText(
  blobs: Blobs,
  person: Person,
  { sha256, ...file }: { sha256: string; name: string; claimedType: string },
  signal: AbortSignal,
): Promise<Extraction> {
  const local = await blobs.openLocalFile(sha256);
  try {
    return await extract(
      { path: local.path, ...file },
      { owner: `${person.tenantId}/${person.id}`, signal, limits: { outputBytes: FILE_CONTEXT_MAX_BYTES } },
    );
  } catch (cause) {
    throw cause instanceof ExtractionError ? new AvaError('unreadable_file', { cause, detail: cause.reason }) : cause;
  } finally {
    await local.release();
  }
}

/** Whether `readBlobText` failed for a reason that stays: the file has no text, or is not what it claims to be. */
export function hasNoReadableText(error: unknown): boolean {
  const cause = isAvaError(error) ? error.cause : undefined;
  return cause instanceof ExtractionError && ['no_text', 'broken'].includes(cause.code) && !cause.retryable;
}
