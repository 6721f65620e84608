import { createCanvas, loadImage } from '@napi-rs/canvas';
import { encodeCanvas } from './encodeCanvas.ts';

/** What was recognized of an image, and how sure tesseract is, in percent. */
export interface Recognized {
  text: string;
  confidence: number;
}

/** A page that is read the right way up has a higher quality than this; one on its side or its head has under 55. */
const GOOD_QUALITY = 65;
/** Upside down is a usual mistake at a scanner; then to the left and to the right. */
const TURNS = [2, 1, 3] as const;
/** The counts are bounded, so that no token makes the expression backtrack for long; a longer token is no word. */
const WORD = /^["'“‘([]{0,3}(?:\p{L}[\p{L}\p{M}'’-]{2,60}|\p{Nd}[\p{Nd}.,:/-]{1,40})["'”’)\].,;:!?%]{0,4}$/u;

/** The confidence, as far as the text consists of words and numbers: 0 to 100. Noise is mostly single signs. */
export function getQuality({ text, confidence }: Recognized): number {
  const tokens = text.split(/\s+/).filter(Boolean);
  const length = tokens.reduce((sum, token) => sum + token.length, 0);
  const words = tokens.filter((token) => WORD.test(token)).reduce((sum, token) => sum + token.length, 0);
  return length === 0 ? 0 : (confidence * words) / length;
}

/**
 * Recognizes an image, and again in its other three orientations if the text makes no sense. Returns the most sensible text.
 * @param hasTime asked before each further attempt
 */
export async function recognizeUpright(
  image: Uint8Array,
  recognize: (image: Uint8Array) => Promise<Recognized>,
  hasTime: () => boolean,
): Promise<Recognized> {
  let best = await recognize(image);
  for (const turns of TURNS) {
    if (best.text.trim() === '' || getQuality(best) >= GOOD_QUALITY || !hasTime()) break;
    const turned = await turn(image, turns);
    if (turned === null) break;
    const found = await recognize(turned);
    if (getQuality(found) > getQuality(best)) best = found;
  }
  return best;
}

/** @returns null for an image that the canvas cannot decode, such as a TIFF */
async function turn(image: Uint8Array, turns: 1 | 2 | 3): Promise<Uint8Array | null> {
  const picture = await loadImage(Buffer.from(image)).catch(() => null);
  if (!picture) return null;
  const [width, height] = turns === 2 ? [picture.width, picture.height] : [picture.height, picture.width];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.translate(width / 2, height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return encodeCanvas(canvas);
}
