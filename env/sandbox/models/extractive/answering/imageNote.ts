import type { ImagePart } from '../../openai/apiTypes.ts';

type Size = { width: number; height: number };

/** Says how many images came and how large they are, and that this model cannot look at them; empty without images. */
export function describeImages(images: ImagePart[]): string {
  if (images.length === 0) return '';
  const list = images.map(describeImage).join(', ');
  const them = images.length === 1 ? 'it' : 'them';
  return `I see ${images.length} ${images.length === 1 ? 'image' : 'images'} (${list}), but I cannot look at ${them}: I only read text.`;
}

function describeImage({ image_url: { url } }: ImagePart): string {
  const data = /^data:image\/([\w.+-]+);base64,(.*)$/s.exec(url);
  if (!data) return 'by its address, not fetched';
  const bytes = Buffer.from(data[2] ?? '', 'base64');
  const size = readImageSize(bytes);
  const pixels = size ? `${size.width} × ${size.height} pixels, ` : '';
  return `${(data[1] ?? '').toUpperCase()}, ${pixels}${Math.max(1, Math.round(bytes.length / 1024))} KB`;
}

/** Pixels of a PNG, GIF, JPEG or WebP as its header gives them; undefined for anything else. */
export function readImageSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30) return undefined;
  if (bytes.readUInt32BE(0) === 0x89504e47) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.toString('latin1', 0, 3) === 'GIF') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (bytes.readUInt16BE(0) === 0xffd8) return readJpegSize(bytes);
  if (bytes.toString('latin1', 8, 15) === 'WEBPVP8') return readWebpSize(bytes);
  return undefined;
}

/** Walks the segments to the frame header (SOF0 … SOF15 but for the tables C4, C8 and CC). */
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
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  const bits = bytes.readUInt32LE(21);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
}
