import { createCanvas, loadImage, type Image } from '@napi-rs/canvas';
import { encodeCanvas } from './encodeCanvas.ts';

/** What was recognized of an image, and how sure tesseract is, in percent. */
export interface Recognized {
  text: string;
  confidence: number;
}

/** A page that is read the right way up has a higher quality than this; one on its side or its head has under 55. */
const GOOD_QUALITY = 65;
/** Tesseract was not trained on letters as small as those of smaller pictures. */
const SMALL_PIXELS = 150_000;
/** Screenshots up to this size have small letters as well; a larger picture is a photo. */
const SCREEN_PIXELS = 2_500_000;
const ENLARGED = 2;
/**
 * Quarter turns, in the order in which they are tried. Upside down comes first, because it is a usual mistake at a
 * scanner.
 */
const TURNS = [2, 1, 3] as const;
/**
 * A word; names of files and addresses are words as well. The counts are bounded, so that no token makes the expression
 * backtrack for long; a longer token is not a word.
 */
const WORD =
  /^["'“‘([]{0,3}(?:\p{L}[\p{L}\p{M}'’-]{2,60}(?:[.@_/]\p{L}{1,30}){0,4}|\p{Nd}[\p{Nd}.,:/-]{1,40})["'”’)\].,;:!?%]{0,4}$/u;

/**
 * The quality of a recognized text, 0 to 100: the confidence, times the share of words and numbers. Noise consists
 * mostly of single characters.
 */
export function getQuality({ text, confidence }: Recognized): number {
  const tokens = text.split(/\s+/).filter(Boolean);
  const length = tokens.reduce((sum, token) => sum + token.length, 0);
  const words = tokens.filter((token) => WORD.test(token)).reduce((sum, token) => sum + token.length, 0);
  return length === 0 ? 0 : (confidence * words) / length;
}

/**
 * Recognizes an image, again twice as large if it is small, and again in its other three orientations if the text makes no
 * sense. Returns the most sensible text.
 * @param hasTime asked before each further attempt
 */
export async function recognizeUpright(
  image: Uint8Array,
  recognize: (image: Uint8Array) => Promise<Recognized>,
  hasTime: () => boolean,
): Promise<Recognized> {
  let best = await recognize(image);
  const isClear = () => best.text.trim() === '' || getQuality(best) >= GOOD_QUALITY;
  // The canvas cannot decode some images, such as a TIFF.
  const picture = await loadImage(Buffer.from(image)).catch(() => null);
  if (!picture) return best;
  const pixels = picture.width * picture.height;
  const scale = pixels < SMALL_PIXELS || (pixels < SCREEN_PIXELS && !isClear()) ? ENLARGED : 1;
  const attempt = async (turns: number, size: number) => {
    const redrawn = await redraw(picture, turns, size);
    const found = redrawn && (await recognize(redrawn));
    if (found && getQuality(found) > getQuality(best)) best = found;
  };
  if (scale > 1 && hasTime()) await attempt(0, scale);
  for (const turns of TURNS) if (!isClear() && hasTime()) await attempt(turns, pixels < SMALL_PIXELS ? scale : 1);
  return best;
}

/** @returns null if the picture is empty */
async function redraw(picture: Image, turns: number, scale: number): Promise<Uint8Array | null> {
  const [across, down] = [picture.width * scale, picture.height * scale].map(Math.round) as [number, number];
  const canvas = turns % 2 === 0 ? createCanvas(across, down) : createCanvas(down, across);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(picture, -across / 2, -down / 2, across, down);
  return encodeCanvas(canvas);
}
