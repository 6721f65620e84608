import { inflateRawSync } from 'node:zlib';
import { ExtractionError } from '#api/extract/errors.ts';
import type { Limits } from '#api/extract/limits.ts';
import { readZipDirectory, type ZipEntry } from './zipDirectory.ts';

/** An archive in memory. Entry names are never used as paths on disk. */
export interface Archive {
  names: string[];
  /** The inflated bytes of an entry; `null` if it does not exist. Throws ExtractionError. */
  read(name: string): Buffer | null;
}

/** First bytes of a zip archive with entries, and of one without. */
const ZIP_HEADERS = ['PK\x03\x04', 'PK\x05\x06'];

export const isZip = (bytes: Buffer) => ZIP_HEADERS.includes(bytes.toString('latin1', 0, 4));

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Whether a file is of the kind that Office had before its zip archives (MS-CFB). */
export const isCompound = (bytes: Buffer) => bytes.subarray(0, COMPOUND.length).equals(COMPOUND);

type ArchiveLimits = Pick<Limits, 'inflatedBytes' | 'entries' | 'ratio'>;

/**
 * Opens a zip archive and rejects zip bombs: first by the declared sizes, then by the inflated bytes, since a header can be
 * wrong. Every read of an entry counts towards the limit.
 */
export function openArchive(bytes: Buffer, limits: ArchiveLimits): Archive {
  const entries = readZipDirectory(bytes, limits.entries);
  const declared = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (declared > limits.inflatedBytes || declared > bytes.length * limits.ratio)
    throw new ExtractionError('too_big_inside', { cause: `${declared} bytes declared inside ${bytes.length}` });

  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  if (byName.size < entries.length) throw toDamaged('two entries of one name');
  let inflated = 0;
  return {
    names: [...byName.keys()],
    read(name) {
      const entry = byName.get(name);
      if (!entry) return null;
      const content = inflate(bytes, entry);
      inflated += content.length;
      if (inflated > limits.inflatedBytes) throw new ExtractionError('too_big_inside');
      return content;
    },
  };
}

function inflate(bytes: Buffer, entry: ZipEntry): Buffer {
  if (entry.encrypted) throw new ExtractionError('locked');
  const compressed = bytes.subarray(entry.start, entry.start + entry.compressedSize);
  const content = entry.method === 0 ? compressed : inflateUpTo(compressed, entry);
  if (content.length !== entry.size) throw toDamaged(`${entry.name} is not as long as declared`);
  return content;
}

function inflateUpTo(compressed: Buffer, entry: ZipEntry): Buffer {
  if (entry.method !== 8) throw toDamaged(`${entry.name} is compressed by method ${entry.method}`);
  try {
    return inflateRawSync(compressed, { maxOutputLength: Math.max(1, entry.size) });
  } catch (cause) {
    const isLonger = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new ExtractionError(isLonger ? 'too_big_inside' : 'broken', { cause });
  }
}

function toDamaged(cause: string): ExtractionError {
  return new ExtractionError('broken', { cause });
}
