import { ExtractionError } from '#api/extract/errors.ts';

/** A file of a zip archive, as declared in the directory at the archive's end. */
export interface ZipEntry {
  name: string;
  /** Compression method: 0 is stored, 8 is deflated. */
  method: number;
  encrypted: boolean;
  size: number;
  compressedSize: number;
  /** Offset of its compressed bytes. */
  start: number;
}

// Signatures and field offsets from the specification, APPNOTE.TXT 6.3, sections 4.3 and 4.5.3.
const END = 0x06054b50;
const END_64_LOCATOR = 0x07064b50;
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const EXTRA_64 = 0x0001;
const IN_EXTRA = 0xffffffff;
const MAX_COMMENT_BYTES = 0xffff;

/**
 * Reads the directory of a zip archive without unpacking anything. Parsers use this directory too, so they see the entries
 * that were checked here. The header before each entry tells only where its bytes start.
 * @throws ExtractionError `broken`, or `too_big_inside` for more than `maxEntries`
 */
export function readZipDirectory(bytes: Buffer, maxEntries: number): ZipEntry[] {
  try {
    const { count, offset } = readEnd(bytes);
    if (count > maxEntries) throw new ExtractionError('too_big_inside', { cause: `${count} entries` });
    const entries: ZipEntry[] = [];
    let position = offset;
    for (let index = 0; index < count; index += 1) {
      if (bytes.readUInt32LE(position) !== ENTRY) throw new Error(`no directory entry at ${position}`);
      entries.push(readEntry(bytes, position));
      const lengths = [28, 30, 32].map((field) => bytes.readUInt16LE(position + field));
      position += lengths.reduce((sum, length) => sum + length, 46);
    }
    return entries.filter((entry) => !entry.name.endsWith('/'));
  } catch (error) {
    if (error instanceof ExtractionError) throw error;
    throw new ExtractionError('broken', { cause: error });
  }
}

function readEnd(bytes: Buffer): { count: number; offset: number } {
  const minStart = Math.max(0, bytes.length - 22 - MAX_COMMENT_BYTES);
  for (let start = bytes.length - 22; start >= minStart; start -= 1) {
    if (bytes.readUInt32LE(start) !== END) continue;
    const hasLocator = start >= 20 && bytes.readUInt32LE(start - 20) === END_64_LOCATOR;
    const end64 = hasLocator ? readUInt64(bytes, start - 12) : null;
    if (end64 !== null && bytes.readUInt32LE(end64) === END_64)
      return { count: readUInt64(bytes, end64 + 32), offset: readUInt64(bytes, end64 + 48) };
    return { count: bytes.readUInt16LE(start + 10), offset: bytes.readUInt32LE(start + 16) };
  }
  throw new Error('no end of directory');
}

function readEntry(bytes: Buffer, position: number): ZipEntry {
  const nameEnd = position + 46 + bytes.readUInt16LE(position + 28);
  const extra = bytes.subarray(nameEnd, nameEnd + bytes.readUInt16LE(position + 30));
  const [size, compressedSize, local] = widen(
    extra,
    [24, 20, 42].map((field) => bytes.readUInt32LE(position + field)),
  );
  if (bytes.readUInt32LE(local) !== LOCAL) throw new Error(`no entry at ${local}`);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (start + compressedSize > bytes.length) throw new Error(`an entry ends beyond the file`);
  return {
    name: bytes.toString('utf8', position + 46, nameEnd),
    method: bytes.readUInt16LE(position + 10),
    encrypted: (bytes.readUInt16LE(position + 8) & 1) === 1,
    size,
    compressedSize,
    start,
  };
}

/** Reads fields that do not fit into 32 bits from the entry's extra field, where they are in the same order. */
function widen(extra: Buffer, fields: number[]): [size: number, compressedSize: number, local: number] {
  let position = 0;
  while (position + 4 <= extra.length && extra.readUInt16LE(position) !== EXTRA_64)
    position += 4 + extra.readUInt16LE(position + 2);
  position += 4;
  const values = fields.map((field) => {
    if (field !== IN_EXTRA) return field;
    position += 8;
    return readUInt64(extra, position - 8);
  });
  return values as [number, number, number];
}

function readUInt64(bytes: Buffer, offset: number): number {
  return Number(bytes.readBigUInt64LE(offset));
}
