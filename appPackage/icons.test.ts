import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { drawColorIcon, drawOutlineIcon } from './icons.ts';

/** Decodes a PNG of `icons.ts`: a header of 33 bytes, one IDAT chunk, unfiltered rows. */
function decodePixels(png: Buffer): number[][] {
  const size = png.readUInt32BE(16);
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const offsetOf = (x: number, y: number) => y * (1 + size * 4) + 1 + x * 4;
  return Array.from({ length: size * size }, (_, index) => {
    const start = offsetOf(index % size, Math.floor(index / size));
    return [...rows.subarray(start, start + 4)];
  });
}

describe('the icons', () => {
  it('are committed as they are drawn', async () => {
    expect(await readFile(join(import.meta.dirname, 'color.png'))).toEqual(drawColorIcon());
    expect(await readFile(join(import.meta.dirname, 'outline.png'))).toEqual(drawOutlineIcon());
  });

  it('include an outline in white and transparent, as Teams requires', () => {
    const pixels = decodePixels(drawOutlineIcon());

    expect(pixels.filter(([red, green, blue]) => red !== 255 || green !== 255 || blue !== 255)).toEqual([]);
    expect(pixels.some((pixel) => pixel[3] === 255)).toBe(true);
    expect(pixels[0]).toEqual([255, 255, 255, 0]);
  });

  it('include a color icon without transparent pixels', () => {
    expect(decodePixels(drawColorIcon()).filter((pixel) => pixel[3] !== 255)).toEqual([]);
  });
});
