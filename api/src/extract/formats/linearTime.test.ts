import { expectLinear } from '#tests/harness/hostile/linearTime.ts';
import { splitIntoChunks } from '#api/search/indexing/chunking.ts';
import { tidyText } from './tidyText.ts';
import { DocumentReader } from './docx/documentReader.ts';
import { readNumbering } from './docx/numbering.ts';
import { SectionWriter } from './docx/sectionWriter.ts';
import { readStyles } from './docx/wordStyles.ts';
import { toOrderedText } from './pdf/readingOrder.ts';
import type { TextRun } from './pdf/textRun.ts';
import { readSlideText } from './pptx/slideText.ts';
import { readElements } from './office/xml.ts';

const countEvents = (xml: string) => {
  let count = 0;
  try {
    readElements(xml, { open: () => (count += 1), close: () => (count += 1), text: () => (count += 1) });
  } catch {
    // This file is rejected because of its errors.
  }
  return count;
};
const readBody = (xml: string) => {
  const styles = readStyles('');
  const writer = new SectionWriter();
  const numbering = readNumbering('', styles);
  new DocumentReader(writer, {
    styles,
    numbering,
    readLinked: () => '',
    numberNote: () => 1,
    countUnread: () => undefined,
  }).read(xml);
  return writer.finish();
};
const wordCell = (paragraph: string) => (size: number) =>
  `<w:tbl><w:tr><w:tc>${paragraph.repeat(size)}</w:tc></w:tr></w:tbl>`;
const slideCell = (paragraph: string) => (size: number) =>
  `<a:tbl><a:tr><a:tc>${paragraph.repeat(size)}</a:tc></a:tr></a:tbl>`;

it.each<[string, number, (size: number) => string, (text: string) => unknown]>([
  ['blanks within a line', 8_000, (size) => `a${' '.repeat(size)}b`, tidyText],
  ['blanks and tabs within many lines', 8_000, (size) => ' \t'.repeat(size) + '|\n', tidyText],
  ['a tag with only a name', 8_000, (size) => `<${'a'.repeat(size)}`, countEvents],
  ['comments that never end', 8_000, (size) => '<!--'.repeat(size), countEvents],
  ['data that never ends', 8_000, (size) => '<![CDATA[>'.repeat(size), countEvents],
  ['declarations that never end', 8_000, (size) => '<!'.repeat(size), countEvents],
  ['quotes that never end', 8_000, (size) => '<a b="'.repeat(size), countEvents],
  ['entities that never end', 8_000, (size) => '&a'.repeat(size), countEvents],
  ['a name without a value', 8_000, (size) => `<a ${'a'.repeat(size)}`, countEvents],
  ['names without values', 8_000, (size) => `<a ${'a '.repeat(size)}`, countEvents],
  [
    'a table cell of many paragraphs',
    2_000,
    wordCell('<w:p><w:r><w:t>Some words of a paragraph.</w:t></w:r></w:p>'),
    readBody,
  ],
  [
    'tables in tables',
    300,
    (size) =>
      '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>deep</w:t></w:r></w:p>'.repeat(size) + '</w:tc></w:tr></w:tbl>'.repeat(size),
    readBody,
  ],
  [
    'fields that never end',
    4_000,
    (size) => `<w:p>${'<w:fldChar w:fldCharType="begin"/><w:t>a</w:t>'.repeat(size)}</w:p>`,
    readBody,
  ],
  ['a few errors among many tags', 8_000, (size) => `<a><b c=d/>${'<b/>'.repeat(size)}</a>`, countEvents],
  [
    'a cell of many paragraphs on a slide',
    2_000,
    slideCell('<a:p><a:r><a:t>Some words of a paragraph.</a:t></a:r></a:p>'),
    readSlideText,
  ],
  [
    'blanks in a cell on a slide',
    8_000,
    (size) => `<a:tbl><a:tr><a:tc><a:p><a:t>a${' '.repeat(size)}b</a:t></a:p></a:tc></a:tr></a:tbl>`,
    readSlideText,
  ],
  [
    'text without a blank in chunks',
    250_000,
    (size) => 'x'.repeat(size),
    (text) => [...splitIntoChunks({ parts: [{ location: { kind: 'whole' }, text }] })],
  ],
])('reads %s in linear time', async (_, smallest, make, work) => {
  await expectLinear(smallest, make, work);
});

/** @proves threat:extraction-cost */
it('sorts columns that are split off one at a time in linear time', async () => {
  const words = 'a line of prose that is long enough';
  const page = (size: number): TextRun[] =>
    Array.from({ length: size }, (_, index) => index).flatMap((row) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((column) => ({
        text: words,
        x: column * 200,
        y: (row % 120) * 14 + Math.floor(row / 120) * 2_000,
        width: 170,
        height: 10,
        upright: true,
        endsLine: false,
      })),
    );
  await expectLinear(25, page, toOrderedText);
});

/** @proves threat:extraction-cost */
it('looks for a table in linear time where each row begins new columns', async () => {
  const page = (size: number): TextRun[] =>
    Array.from({ length: size * 3 }, (_, index) => ({
      text: 'w',
      x: Math.floor(index / 3) * 200 + (index % 3) * 60,
      y: Math.floor(index / 3) * 12,
      width: 5,
      height: 10,
      upright: true,
      endsLine: index % 3 === 2,
    }));
  await expectLinear(75, page, toOrderedText);
});

/** @proves threat:extraction-cost */
it('cuts a long heading above many sections', () => {
  const title = 'A heading '.repeat(20_000);
  const paragraph = (style: string, text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const section = paragraph('Heading2', 'Sub') + paragraph('Normal', 'Text.');
  const parts = readBody(`<w:body>${paragraph('Heading1', title)}${section.repeat(1_000)}</w:body>`);
  expect(parts).toHaveLength(1_001);
  expect(parts[0]?.text.length).toBeGreaterThan(100_000);
  for (const { location } of parts)
    for (const heading of location.kind === 'section' ? location.path : [])
      expect(heading.length).toBeLessThanOrEqual(200);
});
