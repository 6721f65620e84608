import type { Extraction } from '../../contract/locations.ts';
import type { ExtractionOptions } from './extractionOptions.ts';
import { defaultLimits } from './limits.ts';
import { readInChild } from './childProcess/readInChild.ts';
import { createFairSemaphore } from '../../platform/fairSemaphore.ts';

export { ExtractionError, type ExtractionErrorCode } from './errors.ts';
export type { ExtractionOptions, ExtractionProgress } from './extractionOptions.ts';
export type { Limits } from './limits.ts';

/** Two for one person, as the smallest machine has two cores; the third is for somebody else, who would wait minutes. */
const slots = createFairSemaphore(3);

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
  const leave = await slots.acquire(options.owner ?? '', options.signal);
  try {
    return await readInChild({ file, limits: { ...defaultLimits, ...options.limits } }, options);
  } finally {
    leave();
  }
}
