import type { Nodes } from 'mdast';
import type { ExportImage } from '../document.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const DATA_ADDRESS = /^data:image\/(?:png|jpe?g|gif);base64,/i;
/** Pixels. A larger picture costs more memory than it shows on a page. */
const MAX_PIXELS = 40_000_000;

/** Finds the bytes of all images below these nodes, by their address. Nothing is fetched. */
export function readImages(nodes: readonly Nodes[], named: Readonly<Record<string, string>>): Map<string, ExportImage> {
  const images = new Map<string, ExportImage>();
  const visit = (node: Nodes) => {
    if (node.type === 'image' && !images.has(node.url)) {
      const image = findImage(node.url, named);
      if (image) images.set(node.url, image);
    }
    if ('children' in node) node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return images;
}

function findImage(address: string, named: Readonly<Record<string, string>>): ExportImage | null {
  if (DATA_ADDRESS.test(address)) return readImage(address.slice(address.indexOf(',') + 1));
  const name = [address, address.replace(/^cid:/i, ''), decode(address)].find((key) => Object.hasOwn(named, key));
  return name === undefined ? null : readImage((named[name] ?? '').replace(/^data:[^,]{0,100},/, ''));
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Reads type and size of a PNG, JPEG or GIF image; null for anything else. */
export function readImage(base64: string): ExportImage | null {
  const bytes = Buffer.from(base64, 'base64');
  const size = readPngSize(bytes) ?? readGifSize(bytes) ?? readJpegSize(bytes);
  if (!size || size.width < 1 || size.height < 1 || size.width * size.height > MAX_PIXELS) return null;
  return { bytes, ...size };
}

type Size = Omit<ExportImage, 'bytes'>;

function readPngSize(bytes: Buffer): Size | null {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG)) return null;
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readGifSize(bytes: Buffer): Size | null {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  return { type: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** The size is in the first frame header (SOF0 to SOF15, without tables DHT, JPG and DAC). */
function readJpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return null;
  for (let offset = 2; offset + 9 < bytes.length;) {
    if (bytes[offset] !== 0xff) return null;
    const marker = bytes[offset + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'jpg', width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) };
    offset += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(offset + 2);
  }
  return null;
}
