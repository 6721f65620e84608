import { crc32, deflateSync } from 'node:zlib';

/** How a pixel is stored: one byte of gray, three of color, or four of color and opacity. */
export type PixelFormat = 'gray' | 'rgb' | 'rgba';

const COLOR_TYPES: Record<PixelFormat, number> = { gray: 0, rgb: 2, rgba: 6 };
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Encodes a picture of 8 bits per channel as PNG (ISO/IEC 15948).
 * @param scanlines the rows from top to bottom, each after a byte 0 for "not filtered"
 */
export function encodePng(width: number, height: number, format: PixelFormat, scanlines: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOR_TYPES[format]], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(scanlines)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
