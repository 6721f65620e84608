import { parseImageHeader } from '../../../platform/imageHeader.ts';

const DATA_URL = /^data:image\/(png|jpe?g|gif);base64,/i;

/** Pictures that PowerPoint shows, with the extension and media type of their part. */
const types = {
  PNG: { extension: 'png', type: 'image/png' },
  JPG: { extension: 'jpg', type: 'image/jpeg' },
  GIF: { extension: 'gif', type: 'image/gif' },
} as const;

export interface PictureFormat {
  extension: string;
  type: string;
  width: number;
  height: number;
}

/** Bytes of a picture in an address; null for an address elsewhere, which is never fetched. */
export function decodeDataUrl(url: string): Uint8Array | null {
  const start = DATA_URL.exec(url.slice(0, 40))?.[0].length;
  return start === undefined ? null : Buffer.from(url.slice(start), 'base64');
}

/** Format and size in pixels; null for anything but PNG, JPEG and GIF. */
export function readPicture(bytes: Uint8Array): PictureFormat | null {
  const header = parseImageHeader(Buffer.from(bytes));
  if (!header || !(header.type in types) || header.width < 1 || header.height < 1) return null;
  return { ...types[header.type as keyof typeof types], width: header.width, height: header.height };
}
