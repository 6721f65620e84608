import { fileTypeOf, isAcceptedInCorpus } from '../../contract/fileTypes.ts';
import { MAX_FILE_BYTES } from '../../contract/limits.ts';
import type { DriveItem } from '../graph/drives.ts';
import type { FileVersion } from '../storage/tables/corpora/corpusFiles.ts';

/** What the specification says where a file has no etag, or there is nothing to be known of it. */
export const FAILED_TO_UPLOAD = 'Failed to upload file';

type Listed = Pick<DriveItem, 'name' | 'size' | 'isFolder'>;

/** Whether a file can take part in a corpus: of a type that is read, by its extension, and at most 70 MB. */
export function canTakePart({ name, size, isFolder }: Listed): boolean {
  return !isFolder && isAcceptedInCorpus(name) && size <= MAX_FILE_BYTES;
}

/** Why this version of a file cannot be worked on, in a sentence; null where it can. */
export function whyNot(item: DriveItem): string | null {
  if (item.isFolder) return 'A folder cannot be added, only the files in it.';
  if (!isAcceptedInCorpus(item.name)) return 'Only PDF, DOCX, PPTX and TXT files can be added.';
  if (item.size > MAX_FILE_BYTES) return 'The file is larger than 70 MB.';
  if (item.size === 0) return 'The file is empty.';
  return item.etag === null ? FAILED_TO_UPLOAD : null;
}

export function versionOf(item: DriveItem): FileVersion {
  const modified = new Date(item.lastModified);
  return {
    name: item.name,
    type: fileTypeOf('', item.name),
    link: item.webUrl,
    size: item.size,
    etag: item.etag ?? '',
    modifiedAt: Number.isNaN(modified.getTime()) ? new Date(0) : modified,
  };
}
