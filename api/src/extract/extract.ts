import type { Extraction } from '../../contract/locations.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { readInChild } from './childProcess/readInChild.ts';
import { createSlots } from './fairSemaphore.ts';

export { ExtractionError, type ExtractionErrorCode } from './errors.ts';
export type { Limits } from './limits.ts';

export interface ExtractionProgress {
  /** Pages, or whatever the format counts. */
  done: number;
  total: number | null;
  stage: 'waiting' | 'opening' | 'reading';
}

export interface ExtractionOptions {
  /** Whose turn this is; what names nobody is all one person's. */
  owner?: string;
  /** Ends the child at once; the call rejects with `cancelled`. */
  signal?: AbortSignal;
  /** Called at most about ten times a second. */
  onProgress?: (progress: ExtractionProgress) => void;
  limits?: Partial<Limits>;
}

/** Two for one person, as the smallest machine has two cores; the third is for somebody else, who would wait minutes. */
const slots = createSlots(3);

/**
 * Reads the text of a file with its places, in a child process that ends with it.
 * @param file `path` of the bytes; `name` and `claimedType` (a mime type) as the person gave them: the content decides
 * @throws ExtractionError always this, whatever the file does to its reader
 */
export async function extract(
  file: { path: string; name: string; claimedType?: string },
  options: ExtractionOptions = {},
): Promise<Extraction> {
  options.onProgress?.({ done: 0, total: null, stage: 'waiting' });
  const leave = await slots.take(options.owner ?? '', options.signal);
  try {
    return await readInChild({ file, limits: { ...defaultLimits, ...options.limits } }, options);
  } finally {
    leave();
  }
}
