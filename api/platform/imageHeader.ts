export interface ImageHeader {
  type: 'PNG' | 'JPG' | 'GIF' | 'WEBP' | 'BMP' | 'TIF';
  width: number;
  height: number;
}

/** Reads type and size of one image format. Throws RangeError or returns null if the bytes have another format. */
type ReadHeader = (bytes: Buffer) => ImageHeader | null;

/** Type and size in pixels from the header of an image; `null` for anything else, and for a header that is cut off. */
export function parseImageHeader(bytes: Buffer): ImageHeader | null {
  const read = formats.find(([signature]) => signature.test(bytes.toString('latin1', 0, 12)))?.[1];
  try {
    return read?.(bytes) ?? null;
  } catch {
    return null;
  }
}

const formats: [signature: RegExp, read: ReadHeader][] = [
  // The signature, then the header chunk with its length, 'IHDR', width and height.
  [/^\x89PNG/, (bytes) => ({ type: 'PNG', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) })],
  [/^GIF8/, (bytes) => ({ type: 'GIF', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) })],
  [/^\xff\xd8/, parseJpegHeader],
  [/^RIFF[^]{4}WEBP/, parseWebpHeader],
  // A negative height means that the rows are stored from top to bottom.
  [/^BM/, (bytes) => ({ type: 'BMP', width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) })],
  [/^(II\*\0|MM\0\*)/, parseTiffHeader],
];

/** A JPEG is a list of segments. Its size is in the frame header, whose marker is C0 to CF, but not C4, C8 or CC. */
function parseJpegHeader(bytes: Buffer): ImageHeader | null {
  for (let offset = 2; offset + 9 <= bytes.length;) {
    const marker = bytes.readUInt16BE(offset);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { type: 'JPG', width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) };
    if (marker < 0xff00) return null;
    // A marker can be preceded by any number of bytes FF.
    offset += marker === 0xffff ? 1 : 2 + bytes.readUInt16BE(offset + 2);
  }
  return null;
}

/** Chunk VP8X (canvas), VP8L (lossless) or VP8 (a key frame), each with its size in 14 or 24 bits. */
function parseWebpHeader(bytes: Buffer): ImageHeader | null {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { type: 'WEBP', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { type: 'WEBP', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8 ') return null;
  return { type: 'WEBP', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

const TIFF_WIDTH = 256;
const TIFF_HEIGHT = 257;
const TIFF_SHORT = 3;

/** The first directory is a list of tags, among them width and height. */
function parseTiffHeader(bytes: Buffer): ImageHeader | null {
  const isLittle = bytes[0] === 0x49;
  const short = (offset: number) => (isLittle ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset));
  const long = (offset: number) => (isLittle ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset));
  const directory = long(4);
  const sizes = new Map<number, number>();
  for (let entry = directory + 2; entry < directory + 2 + short(directory) * 12; entry += 12)
    sizes.set(short(entry), short(entry + 2) === TIFF_SHORT ? short(entry + 8) : long(entry + 8));
  const [width, height] = [sizes.get(TIFF_WIDTH), sizes.get(TIFF_HEIGHT)];
  return width === undefined || height === undefined ? null : { type: 'TIF', width, height };
}
