import type { ImagePart } from '#sandbox/models/openai/apiTypes.ts';

type Size = { width: number; height: number };

/** Describes the number and size of the images, and says that this model cannot see them; empty without images. */
export function describeImages(images: ImagePart[]): string {
  if (images.length === 0) return '';
  const list = images.map(describeImage).join(', ');
  const isSingle = images.length === 1;
  const noun = isSingle ? 'image' : 'images';
  return `I see ${images.length} ${noun} (${list}), but I cannot look at ${isSingle ? 'it' : 'them'}: I only read text.`;
}

function describeImage({ image_url: { url } }: ImagePart): string {
  const data = /^data:image\/([\w.+-]+);base64,(.*)$/s.exec(url);
  if (!data) return 'by its address, not fetched';
  const bytes = Buffer.from(data[2] ?? '', 'base64');
  const size = readImageSize(bytes);
  const pixels = size ? `${size.width} × ${size.height} pixels, ` : '';
  return `${(data[1] ?? '').toUpperCase()}, ${pixels}${Math.max(1, Math.round(bytes.length / 1024))} KB`;
}

/** Reads the size of a PNG, GIF, JPEG or WebP from its header; undefined for other formats. */
function readImageSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  if (bytes.readUInt32BE(0) === 0x89504e47) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.toString('latin1', 0, 3) === 'GIF') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (bytes.readUInt16BE(0) === 0xffd8) return readJpegSize(bytes);
  if (bytes.toString('latin1', 8, 15) === 'WEBPVP8') return readWebpSize(bytes);
  return undefined;
}

/** Finds the frame header among the segments: marker C0 … CF except C4, C8 and CC, which are no frames. */
function readJpegSize(bytes: Buffer): Size | undefined {
  let index = 2;
  while (index + 9 < bytes.length && bytes[index] === 0xff) {
    const marker = bytes[index + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(index + 7), height: bytes.readUInt16BE(index + 5) };
    index += 2 + bytes.readUInt16BE(index + 2);
  }
  return undefined;
}

function readWebpSize(bytes: Buffer): Size | undefined {
  const chunkType = bytes.toString('latin1', 12, 16);
  if (chunkType === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (chunkType === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  const bits = bytes.readUInt32LE(21);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
}
