import { DEFAULT_LANGUAGE, type OcrLanguages } from './ocr/languages.ts';
import { EXTRACTION_TIMEOUT_MS, MAX_FILE_BYTES } from '#contract/limits.ts';

/**
 * How many scanned pages of a file are read. One takes about 1.7 seconds, and EXTRACTION_TIMEOUT_MS limits all of them
 * together.
 */
const MAX_OCR_PAGES = 60;
const MB = 1024 * 1024;

/** Limits of one extraction. */
export interface Limits {
  /** Time of the child process, from its start to its last message. */
  timeMs: number;
  /** Resident memory of the child process. Includes buffers, which a heap limit does not. */
  memoryBytes: number;
  /** Output of the child process: 20 MB of text, with headings, locations and escape sequences. */
  outputBytes: number;
  /** Sections, slides or pages, with text or without. */
  parts: number;
  /** Size of the file itself. */
  fileBytes: number;
  /** Total size of the files in an archive. Limits both the declared size and the real one. */
  inflatedBytes: number;
  entries: number;
  /** Inflated bytes per byte of the archive. */
  ratio: number;
  /** Pages of a file that are read by OCR, and the CPU time for them, which leaves a third for the rest of the file. */
  ocrPages: number;
  ocrMs: number;
  /** The languages of OCR: it reads no others. */
  ocr: OcrLanguages;
  /** Pixels of an image: a page of A4 at 600 dpi has 35 million. Each takes up to 9 bytes while it is read. */
  imagePixels: number;
}

export const defaultLimits: Limits = {
  timeMs: EXTRACTION_TIMEOUT_MS,
  memoryBytes: 1024 * MB,
  outputBytes: 24 * MB,
  parts: 20_000,
  fileBytes: MAX_FILE_BYTES,
  inflatedBytes: 100 * MB,
  entries: 10_000,
  ratio: 200,
  ocrPages: MAX_OCR_PAGES,
  ocrMs: (EXTRACTION_TIMEOUT_MS * 2) / 3,
  ocr: { languages: [DEFAULT_LANGUAGE], folder: null },
  imagePixels: 40_000_000,
};

/**
 * Headings are cut because a heading is repeated in the location of every section below it, and there can be thousands
 * of sections.
 */
export const MAX_HEADING_CHARACTERS = 200;
