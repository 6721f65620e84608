import { fileTypeOf, isAcceptedInCorpus } from '#contract/files/fileTypes.ts';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import type { DriveItem } from '#api/graph/drives/driveItem.ts';
import type { FileVersion } from '#api/storage/tables/corpora/corpusFiles.ts';

/** Shown for a file without an etag, and if nothing more exact is known (see docs/product.md, Corpora). */
export const FAILED_TO_UPLOAD = 'Failed to upload file';

/** Shown for a file that Microsoft 365 did not send for several attempts. Another one can succeed. */
export const NOT_GIVEN_OUT = 'Microsoft 365 did not give the file out. Please try again later.';

/** Whether a corpus accepts a file, by its extension and its size (at most 70 MB). */
export function isCandidate({ name, size, isFolder }: Pick<DriveItem, 'name' | 'size' | 'isFolder'>): boolean {
  return !isFolder && isAcceptedInCorpus(name) && (size ?? 0) <= MAX_FILE_BYTES;
}

/** Why this version of a file cannot be embedded, as a sentence; null if it can. */
export function findRejectionReason(item: DriveItem): string | null {
  if (item.isFolder) return 'A folder cannot be added, only the files in it.';
  if (!isAcceptedInCorpus(item.name)) return 'Only PDF, DOCX, PPTX and TXT files can be added.';
  if ((item.size ?? 0) > MAX_FILE_BYTES) return 'The file is larger than 70 MB.';
  if (item.size === 0) return 'The file is empty.';
  return item.etag === null ? FAILED_TO_UPLOAD : null;
}

export function toFileVersion(item: DriveItem): FileVersion {
  const modified = new Date(item.lastModified);
  return {
    name: item.name,
    type: fileTypeOf('', item.name),
    link: item.webUrl,
    size: item.size ?? 0,
    etag: item.etag ?? '',
    modifiedAt: Number.isNaN(modified.getTime()) ? new Date(0) : modified,
  };
}
