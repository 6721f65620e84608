import { EXTRACTION_TIMEOUT_MS, MAX_FILE_BYTES } from '../../contract/limits.ts';

const MB = 1024 * 1024;

/** What one extraction may cost. */
export interface Limits {
  /** From the start of the child process to the last part of the text. */
  timeMs: number;
  /** Resident memory of the child process; buffers count, which a heap limit does not see. */
  memoryBytes: number;
  /** Everything that comes out, as the child writes it: 20 MB of text, with headings, places and escaped characters. */
  outputBytes: number;
  /** Sections, slides or pages, with text or without. */
  parts: number;
  /** Size of the file itself. */
  fileBytes: number;
  /** Everything inside an archive, inflated: what it declares and what really comes out. */
  inflatedBytes: number;
  entries: number;
  /** Inflated bytes to archive bytes. */
  ratio: number;
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
};

/** A heading stands above every section below it, so a long one is repeated thousands of times. */
export const MAX_HEADING_CHARACTERS = 200;

/**
 * By its default action this signal ends a process at once, however busy it is. A child that finds itself too large
 * ends itself with it; to the parent it says why.
 */
export const MEMORY_SIGNAL = 'SIGUSR2';
