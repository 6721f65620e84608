import { assemblePdf } from '#sandbox/documents/rawPdf.ts';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

/** Draws glyphs from left to right, as they are seen on the page. A glyph stands for one or several letters. */
function makePdf(signs: readonly string[]): Uint8Array {
  const distinct = [...new Set(signs)];
  const toHex = (text: string) =>
    [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  const toCode = (sign: string) => (0x41 + distinct.indexOf(sign)).toString(16);
  const map = distinct.map((sign) => `<${toCode(sign)}> <${toHex(sign)}>`).join('\n');
  const cmap = `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange
${distinct.length} beginbfchar\n${map}\nendbfchar endcmap end`;
  const content = `BT /F 12 Tf 72 700 Td <${signs.map(toCode).join('')}> Tj ET`;
  const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  return assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 4 0 R >> >> /Contents 6 0 R >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 5 0 R >>',
      stream(cmap),
      stream(content),
    ],
    '/Root 1 0 R',
  );
}

it('a lam-alef glyph that stands for two letters is read in order, and the Arabic article stays as it is', async () => {
  const words = [
    ['ة', 'و', 'لا', 'ع'],
    ['ت', 'لا', 'ك', 'ش', 'م', 'ل', 'ا'],
    ['ة', 'ي', 'ج', 'ا', 'ت', 'ن', 'لإ', 'ا'],
    ['لا'],
  ];
  const signs = words.flatMap((word) => [...word, ' ']);
  const { parts } = await readInProcess({ path: await files.write(makePdf(signs)), name: 'a.pdf' });
  expect(parts.map(({ text }) => text)).toEqual(['لا الإنتاجية المشكلات علاوة']);
});
