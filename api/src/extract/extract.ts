import type { Extraction } from '#contract/files/locations.ts';
import { ExtractionError } from './errors.ts';
import type { ExtractionOptions } from './extractionOptions.ts';
import { defaultLimits } from './limits.ts';
import { getOcrLanguages } from './ocr/languages.ts';
import { readInChild } from './childProcess/readInChild.ts';
import { createFairSemaphore } from '#platform/fairSemaphore.ts';

export { ExtractionError } from './errors.ts';
export type { ExtractionProgress } from './extractionOptions.ts';
export type { Limits } from './limits.ts';

/** One person's files use at most two, because the smallest machine has two cores; the third is for other people. */
const MAX_CONCURRENT_FILES = 3;

const slots = createFairSemaphore(MAX_CONCURRENT_FILES);

/**
 * Reads the text of a file with its locations, in a child process that ends afterwards.
 * @param file `path` of the bytes; `name` and `claimedType` (a mime type) come from the person, but the content decides
 * @throws ExtractionError and no other error, whatever the file does to the child process
 */
export async function extract(
  file: { path: string; name: string; claimedType?: string },
  options: ExtractionOptions = {},
): Promise<Extraction> {
  options.onProgress?.({ done: 0, total: null, stage: 'waiting' });
  const release = await slots.acquire(options.owner ?? '', options.signal).catch((cause: unknown) => {
    throw new ExtractionError('canceled', { cause });
  });
  try {
    return await readInChild(
      { file, limits: { ...defaultLimits, ocr: getOcrLanguages(), ...options.limits } },
      options,
    );
  } finally {
    release();
  }
}
