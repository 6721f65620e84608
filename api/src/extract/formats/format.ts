import type { FileType } from '#contract/files/fileTypes.ts';
import type { TextPart } from '#contract/files/locations.ts';
import type { UnreadCounts } from '#contract/files/unread.ts';
import type { Limits } from '#api/extract/limits.ts';

export interface FormatContext {
  type: FileType;
  limits: Limits;
  /** Counts what the reader leaves out. */
  unread: UnreadCounts;
  /** Reports progress in pages, or in another unit of the format. */
  onProgress: (done: number, total: number | null) => void;
  /**
   * Reads a file within this one, such as an attachment, and counts what is unread in it: the file itself if it has no parts then.
   * Missing in a file that is within another one itself.
   */
  readInner?: (bytes: Buffer, name: string) => Promise<TextPart[]>;
}

/** Result of a reader that is known only after the last part. */
export interface Summary {
  pages: number | null;
  unreadPages?: number[];
  usedOcr?: boolean;
}

/** Reads one format. Throws ExtractionError for known reasons, and any other error for a damaged file. */
export type ReadFormat = (bytes: Buffer, context: FormatContext) => AsyncGenerator<TextPart, Summary>;
