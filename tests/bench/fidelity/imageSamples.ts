import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { drawText } from '#sandbox/documents/textImage.ts';
import { makeScannedPdf } from '#sandbox/documents/pdf.ts';
import type { Sample } from './sample.ts';

const lines = [
  'The harbor master keeps the keys',
  'of gate four until 17 October 2026.',
  'Boats leave from the north pier.',
];
const text = lines.join('\n');

/** Draws a picture scaled and turned by an angle in degrees. */
function redraw(picture: Canvas, scale: number, angle = 0): Canvas {
  const isSideways = Math.abs(angle) === 90;
  const [width, height] = isSideways ? [picture.height, picture.width] : [picture.width, picture.height];
  const canvas = createCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((angle * Math.PI) / 180);
  context.scale(scale, scale);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return canvas;
}

const image = (name: string, make: () => Promise<Uint8Array>): Sample => ({ name, make, text });

export const imageSamples: readonly Sample[] = [
  image('photo.jpg', () => drawText(lines).encode('jpeg', 70)),
  image('screen.webp', () => drawText(lines).encode('webp')),
  image('small.png', () => redraw(drawText(lines), 0.4).encode('png')),
  image('half size.png', () => redraw(drawText(lines), 0.5).encode('png')),
  image('sideways.png', () => redraw(drawText(lines), 1, 90).encode('png')),
  image('askew.png', () => redraw(drawText(lines), 1, 1.5).encode('png')),
  image('scan.pdf', () => makeScannedPdf([lines])),
];
