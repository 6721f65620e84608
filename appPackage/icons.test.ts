import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { colourIcon, outlineIcon } from './icons.ts';

/** The pixels of one of our own PNGs: header 33 bytes, one IDAT, and every row unfiltered. */
function pixels(png: Buffer): number[][] {
  const size = png.readUInt32BE(16);
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const at = (x: number, y: number) => y * (1 + size * 4) + 1 + x * 4;
  return Array.from({ length: size * size }, (_, index) => {
    const start = at(index % size, Math.floor(index / size));
    return [...rows.subarray(start, start + 4)];
  });
}

describe('the icons', () => {
  it('committed are the ones that are drawn', async () => {
    expect(await readFile(join(__dirname, 'color.png'))).toEqual(colourIcon());
    expect(await readFile(join(__dirname, 'outline.png'))).toEqual(outlineIcon());
  });

  it('have an outline that is white or transparent, as Teams asks', () => {
    const all = pixels(outlineIcon());

    expect(all.filter(([red, green, blue]) => red !== 255 || green !== 255 || blue !== 255)).toEqual([]);
    expect(all.some((pixel) => pixel[3] === 255)).toBe(true);
    expect(all[0]).toEqual([255, 255, 255, 0]);
  });

  it('have a colour icon that leaves no transparent pixel', () => {
    expect(pixels(colourIcon()).filter((pixel) => pixel[3] !== 255)).toEqual([]);
  });
});
