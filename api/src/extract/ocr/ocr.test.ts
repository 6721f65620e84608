import { makeScannedPdf } from '#sandbox/documents/pdf.ts';
import { encodePng } from '#sandbox/documents/encodePng.ts';
import { drawText, makeTextGif } from '#sandbox/documents/textImage.ts';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';
import { extract, type ExtractionProgress } from '#api/extract/extract.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

// A recognition takes a second, so every test that needs one checks several things.
describe('OCR', () => {
  /** @proves threat:ocr-limits */
  it('reads the scanned pages of a PDF up to the limit, and says which it did not read', async () => {
    const path = await files.write(
      await makeScannedPdf([[], ['The harbor master keeps the keys', 'of gate four.'], 'Written.', ['Boats leave.']]),
    );
    const progress: ExtractionProgress[] = [];
    const limits = { ocrPages: 1 };
    expect(await extract({ path, name: 'a.pdf' }, { limits, onProgress: (step) => progress.push(step) })).toEqual({
      type: 'PDF',
      pages: 4,
      usedOcr: true,
      unreadPages: [4],
      unread: [{ kind: 'scannedPage', count: 1 }],
      warning: '1 scanned page was not read.',
      parts: [
        { location: { kind: 'page', page: 2 }, text: 'The harbor master keeps the keys\nof gate four.' },
        { location: { kind: 'page', page: 3 }, text: 'Written.' },
      ],
    });
    expect(progress).toContainEqual({ done: 1, total: 4, stage: 'reading' });
  });

  it('says that it read no scanned page when there is no time', async () => {
    const path = await files.write(await makeScannedPdf([['Boats leave.'], 'Written.']));
    const limits = { ocrMs: 0 };
    expect(await extract({ path, name: 'a.pdf' }, { limits })).toMatchObject({
      unreadPages: [1],
      usedOcr: false,
      warning: '1 scanned page was not read.',
    });
  });

  it('reads the first frame of an animation, whatever the file is called', async () => {
    const path = await files.write(await makeTextGif([['The train leaves at nine.'], ['It is late.']]));
    expect(await extract({ path, name: 'scan.pdf', claimedType: 'application/pdf' })).toEqual({
      type: 'GIF',
      pages: null,
      usedOcr: true,
      parts: [{ location: { kind: 'whole' }, text: 'The train leaves at nine.' }],
    });
  });

  /** @proves threat:images */
  it('fails with a reason for an image that is cut off', async () => {
    const image = await drawText(['The train leaves at nine.']).encode('jpeg', 90);
    const path = await files.write(image.subarray(0, image.length / 2));
    await expect(extract({ path, name: 'a.jpg' })).rejects.toMatchObject({ code: 'broken' });
  });
});

describe('refuses before decoding any pixels:', () => {
  const png = encodePng(30_000, 30_000, 'gray', Buffer.alloc(8));
  const gif = Buffer.from('GIF89a\xff\xff\xff\xff\0\0\0;', 'latin1');
  const bmp = Buffer.alloc(60);
  bmp.write('BM');
  bmp.writeInt32LE(40_000, 18);
  bmp.writeInt32LE(-40_000, 22);

  /** @proves threat:images */
  it.each([
    ['a PNG', png],
    ['a GIF', gif],
    ['a BMP', bmp],
  ])('%s of a billion pixels', async (_, bytes) => {
    await expect(readInProcess({ path: await files.write(bytes), name: 'bomb' })).rejects.toMatchObject({
      code: 'too_big_inside',
      reason: 'The image has more than 40 million pixels, which is too large to be read.',
    });
  });
});
