import { createCanvas, type Canvas } from '@napi-rs/canvas';

/** A page with less contrast counts as empty: paper, or the noise of a scanner. */
const MIN_CONTRAST = 24;
/** The contrast is measured on a small copy, because the library never frees the pixels that it returns. */
const SMALLER = 8;
/** Keeps the edges of letters sharp. PNG takes ten times as long for a scan with noise. */
const JPEG_QUALITY = 92;

/** The picture on a canvas as an image for the recognizer; `null` if the canvas is empty. */
export async function encodeCanvas(canvas: Canvas): Promise<Buffer | null> {
  return measureContrast(canvas) < MIN_CONTRAST ? null : canvas.encode('jpeg', JPEG_QUALITY);
}

function measureContrast(canvas: Canvas): number {
  const [width, height] = [canvas.width, canvas.height].map((side) => Math.ceil(side / SMALLER)) as [number, number];
  const context = createCanvas(width, height).getContext('2d');
  // Averages the pixels; the other qualities skip most of them.
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  let [darkest, lightest] = [255, 0];
  for (let index = 0; index < data.length; index += 4) {
    const light = (data[index]! + data[index + 1]! + data[index + 2]!) / 3;
    darkest = Math.min(darkest, light);
    lightest = Math.max(lightest, light);
  }
  return lightest - darkest;
}
