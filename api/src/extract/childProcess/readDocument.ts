import { readFile, stat } from 'node:fs/promises';
import { readerOf, type FileType } from '../../../contract/fileTypes.ts';
import type { TextPart } from '../../../contract/locations.ts';
import { toExtractionError, ExtractionError } from '../errors.ts';
import { formats, type Summary } from '../formats/formats.ts';
import type { Limits } from '../limits.ts';
import { detectFileType, type ClaimedFile } from '../formats/detectFileType.ts';

export interface ReadCallbacks {
  /** Throws when more comes out than may. */
  onPart: (part: TextPart) => void;
  onProgress: (done: number, total: number | null) => void;
}

/**
 * Reads one file in this process and hands out its parts as they come.
 * @throws ExtractionError
 */
export async function readDocument(
  file: ClaimedFile & { path: string },
  limits: Limits,
  events: ReadCallbacks,
): Promise<Summary & { type: FileType }> {
  try {
    const { size } = await stat(file.path);
    if (size > limits.fileBytes) throw new ExtractionError('too_big_inside', { cause: `${size} bytes` });
    const bytes = await readFile(file.path);
    const type = await detectFileType(bytes, file, limits);
    return { type, ...(await readParts(bytes, type, limits, events)) };
  } catch (error) {
    throw toExtractionError(error);
  }
}

async function readParts(bytes: Buffer, type: FileType, limits: Limits, events: ReadCallbacks): Promise<Summary> {
  const reader = readerOf(type);
  if (reader === null) throw new ExtractionError('unsupported', { reason: unsupportedReason(type) });
  const read = await formats[reader]();
  const parts = read(bytes, { type, limits, onProgress: events.onProgress });
  for (let count = 0; ; count += 1) {
    const next = await parts.next();
    if (next.done) {
      if (count === 0) throw new ExtractionError('no_text');
      return next.value;
    }
    if (count >= limits.parts) throw new ExtractionError('too_big_inside', { cause: `more than ${count} parts` });
    events.onPart(next.value);
  }
}

function unsupportedReason(type: FileType): string {
  return type === 'Unknown' ? 'The type of this file is not known.' : `Files of type ${type} cannot be read.`;
}
