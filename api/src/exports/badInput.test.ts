import { MAX_EXPORT_CHARACTERS } from '#contract/limits.ts';
import type { DocumentFormat } from '#contract/exports/exports.ts';
import type { ExportDocument } from './document.ts';
import { readPdfText } from '#tests/harness/readPdfText.ts';
import { topPlace } from './pdf/context.ts';
import { splitByFont } from './pdf/fonts.ts';
import { layoutRightToLeft } from './pdf/rightToLeft.ts';
import { writeDocument } from './writing/writeDocument.ts';
import { writeInChild } from './writing/writeInChild.ts';

const formats = ['txt', 'docx', 'pdf', 'md'] as const;

const toDocument = (text: string, syntax: 'markdown' | 'html' = 'markdown'): ExportDocument => ({
  title: 'Tea',
  parts: [{ heading: '', text, syntax, citations: [] }],
});
const write = async (text: string, format: DocumentFormat, syntax: 'markdown' | 'html' = 'markdown') =>
  (await writeDocument(toDocument(text, syntax), format)).bytes;
const readText = async (text: string, syntax: 'markdown' | 'html' = 'markdown') =>
  Buffer.from(await write(text, 'txt', syntax)).toString('utf8');

it('an empty answer and an answer that is too long are refused with a message', async () => {
  for (const text of ['', ' \n\t'])
    await expect(write(text, 'pdf')).rejects.toMatchObject({ code: 'nothing_to_export' });
  const cell = `| a |\n|---|\n| ${'x'.repeat(MAX_EXPORT_CHARACTERS)} |`;
  await expect(writeInChild(toDocument(cell), 'docx')).rejects.toMatchObject({
    code: 'export_too_large',
    detail: 'This is too large to export. Please export a part of it.',
  });
});

/** @proves threat:export-limits */
it.each([...formats, 'xlsx'] as const)(
  'a document that takes too long, or too much memory, is refused (%s)',
  async (format) => {
    const large = toDocument('| a | b |\n|---|---|\n'.padEnd(400_000, '| **tea** | cake |\n'));
    for (const limits of [{ timeMs: 1 }, { memoryBytes: 20_000_000 }])
      await expect(writeInChild(large, format, { limits })).rejects.toMatchObject({ code: 'export_too_large' });
  },
);

/** @proves threat:export-limits */
it.each(formats)('10,000 nested quotes and unpaired surrogates are written to a file (%s)', async (format) => {
  for (const text of [`${'>'.repeat(10_000)} tea`, 'tea \ud83d and \udc00 \u0000 \u000b cake', '['.repeat(5_000)])
    expect((await write(text, format)).length).toBeGreaterThan(0);
});

it.each([
  ['the first row', '| a |\n|---|\n| TEXT |'],
  ['the header', '| TEXT |\n|---|\n| a |'],
  ['every third row', `| a | b |\n|---|---|\n${'| a | TEXT |\n| a | b |\n| a | b |\n'.repeat(2)}`],
])('a table loses no word in a PDF if %s is higher than a page', async (_, table) => {
  const words = Array.from({ length: 1_500 }, (_word, index) => `w${index}`);
  const text = table.replaceAll('TEXT', words.join(' '));
  const read = await readPdfText(await write(text, 'pdf'));
  const count = (part: string) => (part.match(/\bw\d+\b/g) ?? []).length;
  expect(count(read)).toBe(count(text));
});

it('HTML keeps its structure and loses its scripts', async () => {
  const text = await readText(
    '<h1>Tea</h1><script>alert(1)</script><ul><li>leaves</li></ul><img src=x onerror=y>',
    'html',
  );
  expect(text).toMatch(/Tea\r\n===[^]*- leaves/);
  expect(text).not.toMatch(/alert|onerror/);
});

/** @proves threat:exported-images */
it('an image is never fetched, whatever its address', async () => {
  const addresses = [
    'http://127.0.0.1:1/a.png',
    'file:///etc/passwd',
    '/etc/passwd',
    '\\\\host\\a.png',
    'data:image/svg+xml,x',
  ];
  const images = addresses.map((address) => `![tea](<${address}>)`).join('\n\n');
  for (const format of formats) expect((await write(images, format)).length).toBeGreaterThan(0);
});

it('a PDF shows the number of a character that no font has', async () => {
  expect(await readPdfText(await write('Done \u{1690}', 'pdf'))).toContain('Done [U+1690]');
});

it('a bracket and a period at the end of an Arabic line are on its left', () => {
  const texts = splitByFont('في القاعة (Linden).', 'Sans');
  const [line = []] = layoutRightToLeft(texts, topPlace, true) ?? [];
  expect(line.map(({ text }) => text).join('')).toMatch(/^\.\(Linden\) /);
});
