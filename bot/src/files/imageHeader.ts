import type { FileType } from '../../../api/contract/fileTypes.ts';

interface ImageHeader {
  type: Extract<FileType, 'PNG' | 'JPG' | 'GIF'>;
  width: number;
  height: number;
}

/** Type and size in pixels from the first bytes of an image; `null` for anything but PNG, GIF and JPEG. */
export function parseImageHeader(bytes: Buffer): ImageHeader | null {
  // PNG: signature, then the header chunk with its length, 'IHDR', width and height.
  if (bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG' && bytes[0] === 0x89)
    return { type: 'PNG', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 4) === 'GIF8')
    return { type: 'GIF', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8) return parseJpegHeader(bytes);
  return null;
}

/** A JPEG is a list of segments. Its size is in the frame header, whose marker is C0 to CF, but not C4, C8 or CC. */
function parseJpegHeader(bytes: Buffer): ImageHeader | null {
  for (let offset = 2; offset + 9 <= bytes.length;) {
    const marker = bytes.readUInt16BE(offset);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { type: 'JPG', width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) };
    if (marker < 0xff00) return null;
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return null;
}
