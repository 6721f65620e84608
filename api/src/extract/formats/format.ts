import type { FileType } from '#contract/files/fileTypes.ts';
import type { TextPart } from '#contract/files/locations.ts';
import type { Limits } from '#api/extract/limits.ts';

export interface FormatContext {
  type: FileType;
  limits: Limits;
  /** Reports progress in pages, or in another unit of the format. */
  onProgress: (done: number, total: number | null) => void;
  /** Reads a file within this one, such as an attachment; null if its type or content can't be read, or if it is too deep. */
  readInner?: (bytes: Buffer, name: string) => Promise<TextPart[] | null>;
}

/** Result of a reader that is known only after the last part. */
export interface Summary {
  pages: number | null;
  unreadPages?: number[];
  usedOcr?: boolean;
  /** Sentence that names the pages that were not read. */
  warning?: string;
}

/** Reads one format. Throws ExtractionError for known reasons, and any other error for a damaged file. */
export type ReadFormat = (bytes: Buffer, context: FormatContext) => AsyncGenerator<TextPart, Summary>;
