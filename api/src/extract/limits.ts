import { EXTRACTION_TIMEOUT_MS, MAX_FILE_BYTES } from '../../contract/limits.ts';

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

/** A heading is repeated in the location of every section below it, and there can be thousands of sections. */
export const MAX_HEADING_CHARACTERS = 200;

/**
 * A child process that exceeds its memory limit kills itself with this signal, which tells the parent the reason. Its
 * default action also ends a busy process.
 */
export const MEMORY_SIGNAL = 'SIGUSR2';
