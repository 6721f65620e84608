import { createCanvas, loadImage } from '@napi-rs/canvas';
import { getQuality, recognizeUpright } from './orientation.ts';

const SENSE = { text: 'The lease ends on 31 May 2027.', confidence: 90 };
const NOISE = { text: 'wn to — S a8 33 oe o 3 oOo', confidence: 60 };

/** A wide page with a dark corner, which is at the upper left when the page is upright. */
async function makePage(turns: number): Promise<Buffer> {
  const [width, height] = turns % 2 === 0 ? [200, 120] : [120, 200];
  const canvas = createCanvas(width!, height!);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width!, height!);
  context.translate(width! / 2, height! / 2);
  context.rotate((turns * Math.PI) / 2);
  context.fillStyle = 'black';
  context.fillRect(-100, -60, 60, 40);
  return canvas.encode('png');
}

/** Reads a page only if its dark corner is at the upper left of a wide page. */
async function recognize(image: Uint8Array) {
  const picture = await loadImage(Buffer.from(image));
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  const [red = 255] = context.getImageData(5, 5, 1, 1).data;
  return picture.width > picture.height && red < 100 ? SENSE : NOISE;
}

it.each([0, 1, 2, 3])('a page that was turned %i times is read upright', async (turns) => {
  expect(await recognizeUpright(await makePage(turns), recognize, () => true)).toEqual(SENSE);
});

it('a page is not turned and read again when there is no time left', async () => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return NOISE;
  };
  expect(await recognizeUpright(await makePage(0), read, () => false)).toEqual(NOISE);
  expect(reads).toBe(1);
});

it.each([
  ['a small picture is read again twice as large', 240, SENSE, [240, 480]],
  [
    'a picture of which no sense can be made is read again twice as large, then turned',
    1_000,
    NOISE,
    [1_000, 2_000, 1_000, 700, 700],
  ],
  ['a large picture of sense is read once', 1_000, SENSE, [1_000]],
  ['a large picture without text is read once', 1_000, { text: ' ', confidence: 95 }, [1_000]],
])('%s', async (_, width, found, expected) => {
  const canvas = createCanvas(width, 700 * (width / 1_000));
  canvas.getContext('2d').fillRect(0, 0, 20, 20);
  const widths: number[] = [];
  const read = async (image: Uint8Array) => {
    widths.push((await loadImage(Buffer.from(image))).width);
    return found;
  };
  await recognizeUpright(await canvas.encode('png'), read, () => true);
  expect(widths).toEqual(expected);
});

it('words and numbers have a high quality, single characters a low one', () => {
  expect(getQuality(SENSE)).toBeGreaterThan(75);
  expect(getQuality({ text: '1,200 640 (1,500)', confidence: 90 })).toBe(90);
  expect(getQuality({ text: 'report.pdf ada@northwind.example', confidence: 80 })).toBe(80);
  expect(getQuality(NOISE)).toBeLessThan(25);
  expect(getQuality({ text: '', confidence: 95 })).toBe(0);
});
