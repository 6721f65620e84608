import { strToU8, zipSync } from 'fflate';

/** Zip stores local time, so a local date gives the same bytes in every time zone. */
const FIXED_DATE = new Date(2026, 0, 5, 12);
/** The same date as a zip archive stores it. */
const FIXED_DOS_DATE = ((((2026 - 1980) << 9) | (1 << 5) | 5) << 16) | (12 << 11);
const CENTRAL_ENTRY = 0x02_01_4b_50;

/** Zips the parts of an Office document in the given order. */
export function zipParts(parts: Record<string, string | Uint8Array>): Uint8Array {
  const bytes = Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]);
  return zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>, { mtime: FIXED_DATE });
}

/** Sets a fixed date for each part, so that the bytes are reproducible. Works only for an archive without a comment. */
export function setFixedDates(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive);
  let entry = bytes.readUInt32LE(bytes.length - 6);
  while (bytes.readUInt32LE(entry) === CENTRAL_ENTRY) {
    bytes.writeUInt32LE(FIXED_DOS_DATE, entry + 12);
    bytes.writeUInt32LE(FIXED_DOS_DATE, bytes.readUInt32LE(entry + 42) + 10);
    entry += 46 + bytes.readUInt16LE(entry + 28) + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32);
  }
  return new Uint8Array(bytes);
}
