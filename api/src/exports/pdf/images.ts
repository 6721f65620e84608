import { inflateSync } from 'node:zlib';
import type { ExportImage, ParsedDocument } from '#api/exports/document.ts';

/** Bytes of the pixels of the largest image. */
const MAX_PIXEL_BYTES = 400_000_000;
const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const CHUNK_FRAME_BYTES = 12;

/**
 * Prepares images for pdfmake, which draws PNG and JPEG only and fails for a damaged PNG. A GIF becomes a PNG of its
 * first frame. A truncated PNG becomes one of the rows that it contains. An image that can't be decoded is left out, so
 * that its description is shown.
 */
export async function prepareImages(document: ParsedDocument): Promise<ParsedDocument> {
  if (document.images.size === 0) return document;
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const images = new Map(document.images);
  for (const [address, image] of document.images) {
    const decoded = await loadImage(image.bytes).catch(() => null);
    if (!decoded) images.delete(address);
    if (!decoded || image.type === 'jpg' || (image.type === 'png' && isWholePng(image))) continue;
    const canvas = createCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(decoded, 0, 0, image.width, image.height);
    images.set(address, { ...image, type: 'png', bytes: canvas.toBuffer('image/png') });
  }
  return { ...document, images };
}

/** Whether all chunks are there and their pixels can be inflated. */
function isWholePng({ bytes }: ExportImage): boolean {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const pixels: Buffer[] = [];
  for (let at = PNG_SIGNATURE_BYTES; at + CHUNK_FRAME_BYTES <= png.length;) {
    const [length, type] = [png.readUInt32BE(at), png.toString('latin1', at + 4, at + 8)];
    if (type === 'IEND') return canInflate(Buffer.concat(pixels));
    if (type === 'IDAT') pixels.push(png.subarray(at + 8, at + 8 + length));
    at += length + CHUNK_FRAME_BYTES;
  }
  return false;
}

function canInflate(bytes: Buffer): boolean {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_PIXEL_BYTES }).length > 0;
  } catch {
    return false;
  }
}
