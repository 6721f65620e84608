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
export async function* readImage(bytes: Buffer, { limits }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const header = parseImageHeader(bytes);
  if (!header || header.width === 0 || header.height === 0) throw new ExtractionError('broken');
  if (header.width * header.height > limits.imagePixels)
    throw new ExtractionError('too_big_inside', {
      reason: `The image has more than ${limits.imagePixels / 1_000_000} million pixels, which is too large to be read.`,
    });
  const recognizer = createRecognizer(limits);
  const text = tidyText((await recognizer.recognize(() => toReadableImage(bytes, header))) ?? '');
  await recognizer.close();
  if (text) yield { location: { kind: 'whole' }, text };
  return { pages: null, usedOcr: true };
}

/**
 * tesseract.js decodes the other formats in WebAssembly. It would decode every frame of a GIF, and turn a BMP into an
 * array with one number per byte.
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
