import { deflateSync } from 'node:zlib';
import type { Canvas } from '@napi-rs/canvas';
import { drawText } from '#sandbox/documents/textImage.ts';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

/** Codes of TIFF for how a picture is compressed. */
const NONE = 1;
const DEFLATE = 8;

/** Makes a TIFF with several pages, like a fax. Each page is a gray picture followed by its list of tags. */
function makeTiff(pages: readonly Canvas[], compression = NONE): Buffer {
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  const parts = [header];
  let length = header.length;
  // The header, or the list of the page before, ends with where the next list starts.
  let last = header;
  for (const page of pages) {
    const { data } = page.getContext('2d').getImageData(0, 0, page.width, page.height);
    const pixels = Buffer.from(data.filter((_, index) => index % 4 === 0));
    const bytes = compression === DEFLATE ? deflateSync(pixels) : pixels;
    const tags = [
      [256, page.width],
      [257, page.height],
      [258, 8],
      [259, compression],
      [262, 1],
      [273, length],
      [278, page.height],
      [279, bytes.length],
    ] as const;
    const directory = Buffer.alloc(2 + 12 * tags.length + 4);
    directory.writeUInt16LE(tags.length);
    for (const [index, [tag, value]] of tags.entries()) {
      directory.writeUInt16LE(tag, 2 + 12 * index);
      directory.writeUInt16LE(4, 4 + 12 * index);
      directory.writeUInt32LE(1, 6 + 12 * index);
      directory.writeUInt32LE(value, 10 + 12 * index);
    }
    parts.push(bytes, directory);
    const start = length + bytes.length;
    last.writeUInt32LE(start, last.length - 4);
    last = directory;
    length = start + directory.length;
  }
  return Buffer.concat(parts);
}

it('a fax is read up to its first page, and the number of unread pages is counted', async () => {
  const pages = ['The train leaves at nine.', 'It is late.', 'It is very late.'].map((line) => drawText([line]));
  const { parts, warning } = await readInProcess({ path: await files.write(makeTiff(pages)), name: 'fax.tif' });
  expect(parts[0]?.text).toBe('The train leaves at nine.');
  expect(warning).toBe('2 scanned pages were not read.');
});

it('a TIFF whose compression cannot be decoded is not called damaged', async () => {
  const tiff = makeTiff([drawText(['The train leaves at nine.'])], DEFLATE);
  await expect(readInProcess({ path: await files.write(tiff), name: 'scan.tif' })).rejects.toMatchObject({
    code: 'unsupported',
    reason: 'The picture is compressed in a way that cannot be read. Save it as PNG or JPEG, and add that file.',
  });
});
