import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts, type Canvas } from '@napi-rs/canvas';

/** The smallest letters that OCR reads without mistakes are 20 pixels high. */
const TEXT = { font: 'Sandbox Sans', size: 28, leading: 44, margin: 40 };

/** A picture with lines of text, black on white. */
export function drawText(lines: readonly string[], { width = 800, height = 0 } = {}): Canvas {
  loadFont();
  const canvas = createCanvas(width, height || 2 * TEXT.margin + lines.length * TEXT.leading);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = `${TEXT.size}px "${TEXT.font}"`;
  for (const [index, line] of lines.entries())
    context.fillText(line, TEXT.margin, TEXT.margin + (index + 0.7) * TEXT.leading);
  return canvas;
}

/** An animated GIF with a picture of text per frame, all of the same size. */
export async function makeTextGif(frames: readonly string[][]): Promise<Uint8Array> {
  const images = await Promise.all(frames.map((lines) => drawText(lines).encode('gif')));
  // A GIF is a header, frames with their own color tables, and one last byte, so the frames of several files can be
  // joined.
  const headers = images.map((image) => GIF_HEADER_BYTES + getColorTableBytes(image[GIF_FLAGS]!));
  const [first = Buffer.alloc(0)] = images;
  const start = first.subarray(0, headers[0]);
  return Buffer.concat([
    start,
    ...images.map((image, index) => image.subarray(headers[index], -1)),
    first.subarray(-1),
  ]);
}

/** Signature and logical screen descriptor, whose fifth byte has the flags. */
const GIF_HEADER_BYTES = 13;
const GIF_FLAGS = 10;

function getColorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Registers a font of pdf.js: a machine can have none. */
function loadFont(): void {
  if (GlobalFonts.has(TEXT.font)) return;
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  GlobalFonts.registerFromPath(join(folder, 'standard_fonts', 'LiberationSans-Regular.ttf'), TEXT.font);
}
