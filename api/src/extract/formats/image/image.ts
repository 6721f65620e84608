import { createCanvas, loadImage } from '@napi-rs/canvas';
import { parseImageHeader, type ImageHeader } from '#platform/imageHeader.ts';
import type { TextPart } from '#contract/files/locations.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import { encodeCanvas } from '#api/extract/ocr/encodeCanvas.ts';
import { createRecognizer } from '#api/extract/ocr/recognizer.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';
import type { FormatContext, Summary } from '#api/extract/formats/format.ts';

/**
 * Reads the text in an image by OCR, as one part. Of an animation the first frame is read, of a TIFF the first page.
 * Throws ExtractionError `too_big_inside` before the pixels are decoded.
 */
export async function* readImage(bytes: Buffer, { limits, unread }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const header = parseImageHeader(bytes);
  if (!header || header.width === 0 || header.height === 0) throw new ExtractionError('broken');
  if (header.width * header.height > limits.imagePixels)
    throw new ExtractionError('too_big_inside', {
      reason: `The image has more than ${limits.imagePixels / 1_000_000} million pixels, which is too large to be read.`,
    });
  if (header.type === 'TIF' && !DECODED.has(findCompression(bytes)))
    throw new ExtractionError('unsupported', {
      reason: 'The picture is compressed in a way that cannot be read. Save it as PNG or JPEG, and add that file.',
    });
  const recognizer = createRecognizer(limits, unread);
  const text = tidyText((await recognizer.recognize(() => toReadableImage(bytes, header))) ?? '');
  await recognizer.close();
  if (header.type === 'TIF') unread.add('scannedPage', countTiffPages(bytes) - 1);
  if (text) yield { location: { kind: 'whole' }, text };
  return { pages: null, usedOcr: true };
}

/**
 * Draws a GIF or BMP on a canvas, because tesseract.js would decode every frame of a GIF and turn a BMP into an array with one
 * number per byte. It decodes all other formats itself, in WebAssembly.
 */
async function toReadableImage(bytes: Buffer, { type, width, height }: ImageHeader): Promise<Uint8Array | null> {
  if (type !== 'GIF' && type !== 'BMP') return bytes;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(await loadImage(bytes), 0, 0);
  return encodeCanvas(canvas);
}

/** A fax of more pages is hostile. */
const MAX_TIFF_PAGES = 10_000;
/** The tag that tells a page from a smaller copy of it (TIFF 6.0, section 8). */
const SUBFILE_TYPE = 254;

/** How a TIFF can be compressed so that tesseract.js decodes it: not at all, as a fax, with LZW or with PackBits. */
const DECODED: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 32_773]);
const COMPRESSION = 259;

/** How the first page of a TIFF is compressed; 1 means not at all (TIFF 6.0, section 8). */
function findCompression(bytes: Buffer): number {
  const isLittle = bytes[0] === 0x49;
  const short = (offset: number) => (isLittle ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset));
  try {
    const start = isLittle ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4);
    const tags = Array.from({ length: short(start) }, (_, index) => start + 2 + index * 12);
    const tag = tags.find((offset) => short(offset) === COMPRESSION);
    return tag === undefined ? 1 : short(tag + 8);
  } catch {
    return 1;
  }
}

/** The directories of a TIFF: each has a list of tags, then the offset of the next one. */
function countTiffPages(bytes: Buffer): number {
  const isLittle = bytes[0] === 0x49;
  const short = (offset: number) => (isLittle ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset));
  const long = (offset: number) => (isLittle ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset));
  const seen = new Set<number>();
  let pages = 0;
  try {
    for (let offset = long(4); offset > 0 && !seen.has(offset) && seen.size < MAX_TIFF_PAGES;) {
      seen.add(offset);
      const end = offset + 2 + short(offset) * 12;
      const isCopy = short(offset + 2) === SUBFILE_TYPE && (long(offset + 10) & 1) === 1;
      if (!isCopy) pages += 1;
      offset = long(end);
    }
  } catch {
    // The list is cut off.
  }
  return Math.max(1, pages);
}
