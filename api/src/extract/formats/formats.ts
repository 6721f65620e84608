import type { FileReader } from '#contract/files/fileTypes.ts';
import type { ReadFormat } from './format.ts';

/** One module per format, loaded when a file needs it. */
export const formats: Record<FileReader, () => Promise<ReadFormat>> = {
  image: async () => (await import('./image/image.ts')).readImage,
  pdf: async () => (await import('./pdf/pdf.ts')).readPdf,
  docx: async () => (await import('./docx/docx.ts')).readDocx,
  pptx: async () => (await import('./pptx/pptx.ts')).readPptx,
  spreadsheet: async () => (await import('./spreadsheet/spreadsheet.ts')).readSpreadsheet,
  opendocument: async () => (await import('./opendocument/opendocument.ts')).readOpenDocument,
  csv: async () => (await import('./csv.ts')).readCsv,
  mail: async () => (await import('./mail/mail.ts')).readMail,
  transcript: async () => (await import('./transcript.ts')).readTranscript,
  rtf: async () => (await import('./rtf.ts')).readRtfFile,
  html: async () => (await import('./html.ts')).readPage,
  text: async () => (await import('./plainText.ts')).readText,
};
