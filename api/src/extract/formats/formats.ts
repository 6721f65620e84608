import type { FileReader, FileType } from '../../../contract/files/fileTypes.ts';
import type { TextPart } from '../../../contract/files/locations.ts';
import type { Limits } from '../limits.ts';

export interface FormatContext {
  type: FileType;
  limits: Limits;
  /** Reports progress in pages, or in another unit of the format. */
  onProgress: (done: number, total: number | null) => void;
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
type ReadFormat = (bytes: Buffer, context: FormatContext) => AsyncGenerator<TextPart, Summary>;

/** One module per format, loaded when a file needs it. */
export const formats: Record<FileReader, () => Promise<ReadFormat>> = {
  image: async () => (await import('./image/image.ts')).readImage,
  pdf: async () => (await import('./pdf/pdf.ts')).readPdf,
  docx: async () => (await import('./docx/docx.ts')).readDocx,
  pptx: async () => (await import('./pptx/pptx.ts')).readPptx,
  spreadsheet: async () => (await import('./spreadsheet/spreadsheet.ts')).readSpreadsheet,
  csv: async () => (await import('./csv.ts')).readCsv,
  mail: async () => (await import('./mail/mail.ts')).readMail,
  transcript: async () => (await import('./transcript.ts')).readTranscript,
  text: async () => (await import('./plainText.ts')).readText,
};
