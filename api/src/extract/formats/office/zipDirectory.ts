import { ExtractionError } from '../../errors.ts';

/** One file of a zip archive, as the directory at its end declares it. */
export interface ZipEntry {
  name: string;
  /** 0 stored, 8 deflated. */
  method: number;
  encrypted: boolean;
  size: number;
  compressedSize: number;
  /** Where its packed bytes begin. */
  start: number;
}

// Signatures and field offsets are those of the format's description, APPNOTE.TXT 6.3, sections 4.3 and 4.5.3.
const END = 0x06054b50;
const END_64_LOCATOR = 0x07064b50;
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const EXTRA_64 = 0x0001;
const IN_EXTRA = 0xffffffff;
const LONGEST_COMMENT = 0xffff;

/**
 * Reads the directory of a zip archive without unpacking anything. Parsers read archives by this directory, so what is
 * checked here is what they would see; the copies of it before each entry are not believed.
 * @throws ExtractionError `broken`, or `too_big_inside` for more than `maxEntries`
 */
export function readZipDirectory(bytes: Buffer, maxEntries: number): ZipEntry[] {
  try {
    const { count, offset } = readEnd(bytes);
    if (count > maxEntries) throw new ExtractionError('too_big_inside', { cause: `${count} entries` });
    const entries: ZipEntry[] = [];
    let at = offset;
    for (let index = 0; index < count; index += 1) {
      if (bytes.readUInt32LE(at) !== ENTRY) throw new Error(`no directory entry at ${at}`);
      entries.push(readEntry(bytes, at));
      at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
    return entries.filter((entry) => !entry.name.endsWith('/'));
  } catch (error) {
    if (error instanceof ExtractionError) throw error;
    throw new ExtractionError('broken', { cause: error });
  }
}

function readEnd(bytes: Buffer): { count: number; offset: number } {
  const earliest = Math.max(0, bytes.length - 22 - LONGEST_COMMENT);
  for (let at = bytes.length - 22; at >= earliest; at -= 1) {
    if (bytes.readUInt32LE(at) !== END) continue;
    const wide = at >= 20 && bytes.readUInt32LE(at - 20) === END_64_LOCATOR ? readUInt64(bytes, at - 12) : null;
    if (wide !== null && bytes.readUInt32LE(wide) === END_64)
      return { count: readUInt64(bytes, wide + 32), offset: readUInt64(bytes, wide + 48) };
    return { count: bytes.readUInt16LE(at + 10), offset: bytes.readUInt32LE(at + 16) };
  }
  throw new Error('no end of directory');
}

function readEntry(bytes: Buffer, at: number): ZipEntry {
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
  const extra = bytes.subarray(nameEnd, nameEnd + bytes.readUInt16LE(at + 30));
  const [size, compressedSize, local] = widen(
    extra,
    [24, 20, 42].map((field) => bytes.readUInt32LE(at + field)),
  );
  if (bytes.readUInt32LE(local) !== LOCAL) throw new Error(`no entry at ${local}`);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (start + compressedSize > bytes.length) throw new Error(`an entry ends beyond the file`);
  return {
    name: bytes.toString('utf8', at + 46, nameEnd),
    method: bytes.readUInt16LE(at + 10),
    encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    size,
    compressedSize,
    start,
  };
}

/** Takes the fields that did not fit into 32 bits from the entry's extra field, where they stand in the same order. */
function widen(extra: Buffer, fields: number[]): [size: number, compressedSize: number, local: number] {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== EXTRA_64) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  const wide = fields.map((field) => {
    if (field !== IN_EXTRA) return field;
    at += 8;
    return readUInt64(extra, at - 8);
  });
  return wide as [number, number, number];
}

function readUInt64(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}
