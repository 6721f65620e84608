import { EXTRACTION_TIMEOUT_MS, MAX_FILE_BYTES } from '../../contract/limits.ts';

const MB = 1024 * 1024;

/** What one extraction may cost. */
export interface Limits {
  /** From the start of the child process to the last part of the text. */
  timeMs: number;
  /** Resident memory of the child process; buffers count, which a heap limit does not see. */
  memoryBytes: number;
  /** Text that comes out, as UTF-8. */
  textBytes: number;
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
  textBytes: 20 * MB,
  fileBytes: MAX_FILE_BYTES,
  inflatedBytes: 100 * MB,
  entries: 10_000,
  ratio: 200,
};

/**
 * By its default action this signal ends a process at once, however busy it is. A child that finds itself too large
 * ends itself with it; to the parent it says why.
 */
export const MEMORY_SIGNAL = 'SIGUSR2';
