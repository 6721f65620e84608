import type { FileType } from '../../api/contract/fileTypes.ts';

export interface ImageHead {
  type: Extract<FileType, 'PNG' | 'JPG' | 'GIF'>;
  width: number;
  height: number;
}

/** What the first bytes say of an image: its kind and its size in pixels; `null` for anything but PNG, GIF and JPEG. */
export function imageHead(bytes: Buffer): ImageHead | null {
  // Header chunk of the PNG specification: signature, length, 'IHDR', width, height.
  if (bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG' && bytes[0] === 0x89)
    return { type: 'PNG', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 4) === 'GIF8')
    return { type: 'GIF', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8) return jpegHead(bytes);
  return null;
}

/** A JPEG is a row of segments with their lengths; the size stands in the frame header (0xC0 to 0xCF but three). */
function jpegHead(bytes: Buffer): ImageHead | null {
  for (let at = 2; at + 9 <= bytes.length;) {
    const marker = bytes.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { type: 'JPG', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    if (marker < 0xff00) return null;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
