import { readDocument } from '#api/extract/childProcess/readDocument.ts';
import { defaultLimits } from '#api/extract/limits.ts';
import type { Extraction, TextPart } from '#contract/files/locations.ts';

/** Reads a file as the API's child process does, but in this process, because starting a child takes time. */
export async function readInProcess(file: { path: string; name: string; claimedType?: string }): Promise<Extraction> {
  const parts: TextPart[] = [];
  const summary = await readDocument(file, defaultLimits, {
    onPart: (part) => parts.push(part),
    onProgress: () => undefined,
  });
  return { ...summary, parts };
}
