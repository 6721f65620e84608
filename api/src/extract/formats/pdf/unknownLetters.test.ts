import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

/** A page whose font maps its glyphs to letters, but those of `meanings` to the given characters. */
async function makePdf(text: string, meanings: Record<string, string>): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage().drawText(text, { font, size: 12, x: 50, y: 700 });
  await font.embed();
  const lines = Object.entries(meanings).map(([letter, hex]) => `<${letter.charCodeAt(0).toString(16)}> <${hex}>`);
  const map = `1 begincodespacerange <00> <FF> endcodespacerange ${lines.length} beginbfchar ${lines.join(' ')} endbfchar`;
  (pdf.context.lookup(font.ref) as { set?: (key: PDFName, value: unknown) => void }).set?.(
    PDFName.of('ToUnicode'),
    pdf.context.register(pdf.context.stream(map)),
  );
  return pdf.save();
}

const read = async (bytes: Uint8Array) => readInProcess({ path: await files.write(bytes), name: 'leaflet.pdf' });

it('glyphs that a font does not map to letters are counted', async () => {
  const { parts, warning } = await read(
    await makePdf('The dose is 6 mg, at most 9 mg a day.', { 6: '0011', 9: 'E0C2' }),
  );
  expect(parts.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^The dose is .{0,2}mg, at most .{0,2}mg a day\.$/),
  ]);
  expect(warning).toBe('2 unreadable characters were not read.');
});

it('the symbols of Symbol and Wingdings are read as the characters that they show, and a blank that has only a glyph number as a blank', async () => {
  const { parts, unread } = await read(await makePdf('*Keep the~receipts.', { '*': 'F0B7', '~': '0003' }));
  expect(parts[0]?.text).toMatch(/^•Keep the.?receipts\.$/);
  expect(unread).toBeUndefined();
});
