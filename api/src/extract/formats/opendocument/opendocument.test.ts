import { makeZip } from '#tests/harness/hostile/hostileFiles.ts';
import { defaultLimits } from '#api/extract/limits.ts';
import { detectFileType } from '#api/extract/formats/detectFileType.ts';
import { readOpenDocument } from './opendocument.ts';
import { UnreadCounts } from '#contract/files/unread.ts';

const STYLES = `<office:automatic-styles><text:list-style style:name="L1">
  <text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
  <text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:list-style>
  <text:list-style style:name="L2"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style></office:automatic-styles>`;

const toFile = (kind: string, body: string) =>
  Buffer.from(
    makeZip({
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      'content.xml': `<office:document-content>${STYLES}<office:body>${body}</office:body></office:document-content>`,
    }),
  );

async function read(type: 'ODT' | 'ODP', body: string) {
  const found = [];
  const parts = readOpenDocument(toFile('text', body), {
    type,
    limits: defaultLimits,
    unread: new UnreadCounts(),
    onProgress: () => undefined,
  });
  for await (const part of parts) found.push(part);
  return found;
}

const getTexts = async (body: string) => (await read('ODT', body)).map(({ text }) => text);
const p = (text: string) => `<text:p>${text}</text:p>`;
const list = (style: string, ...items: string[]) =>
  `<text:list text:style-name="${style}">${items.map((item) => `<text:list-item>${item}</text:list-item>`).join('')}</text:list>`;

it.each([
  ['text', 'ODT'],
  ['text-template', 'ODT'],
  ['spreadsheet', 'ODS'],
  ['presentation', 'ODP'],
])('an Open Document of the kind %s is known by its content', async (kind, type) => {
  expect(await detectFileType(toFile(kind, ''), { name: 'a.bin' }, defaultLimits)).toBe(type);
});

it('a text has a part for each section', async () => {
  const body = `${p('Before.')}<text:h text:outline-level="1">Budget</text:h>${p('All.')}<text:h text:outline-level="2">Travel</text:h>${p('Trains.')}`;
  expect((await read('ODT', body)).map(({ location }) => location)).toEqual([
    { kind: 'section', path: [] },
    { kind: 'section', path: ['Budget'] },
    { kind: 'section', path: ['Budget', 'Travel'] },
  ]);
});

it('lists have the numbers that a reader sees', async () => {
  const inner = '<text:list><text:list-item><text:p>By card.</text:p></text:list-item></text:list>';
  const body = list('L1', p('Deliver.'), p('Pay.') + inner, p('End.') + p('In writing.')) + list('L2', p('Tea'));
  expect(await getTexts(body)).toEqual(['1. Deliver.\n2. Pay.\n  (a) By card.\n3. End.\n\nIn writing.\n\n- Tea']);
});

it('tables keep their columns, and text has its blanks, notes, comments and pictures', async () => {
  const cell = (text: string, rest = '') => `<table:table-cell ${rest}>${p(text)}</table:table-cell>`;
  const table = `<table:table><table:table-row>${cell('both', 'table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell('Q2')}</table:table-row></table:table>`;
  const note =
    '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Since 1998.</text:p></text:note-body></text:note>';
  const comment =
    '<office:annotation><dc:creator>Ben</dc:creator><dc:date>2026</dc:date><text:p>Really?</text:p></office:annotation>';
  const picture = '<draw:frame><draw:image/><svg:desc>A map</svg:desc></draw:frame>';
  const deleted =
    '<text:tracked-changes><text:changed-region><text:p>old</text:p></text:changed-region></text:tracked-changes>';
  const body = deleted + table + p(`It<text:s text:c="2"/>holds${note}.${comment}`) + p(`Here.${picture}`);
  expect(await getTexts(body)).toEqual([
    '| both |  | Q2 |\n\nIt  holds[1].\n\n[1] Since 1998.\n\nReally?\n\nHere.\n\n[A map]',
  ]);
});

it('a presentation has a part for each slide', async () => {
  const slide = (text: string) =>
    `<draw:page><draw:frame><draw:text-box>${p(text)}</draw:text-box></draw:frame></draw:page>`;
  expect(await read('ODP', slide('Plan') + slide('') + slide('Costs'))).toEqual([
    { location: { kind: 'slide', slide: 1 }, text: 'Plan' },
    { location: { kind: 'slide', slide: 3 }, text: 'Costs' },
  ]);
});

it('a date and an author are read in a text, but not those of a comment', async () => {
  const fields = `Bern, <text:date>24.12.2025</text:date>, <text:creator>Ada</text:creator>`;
  const comment = `<office:annotation><dc:creator>Ben</dc:creator><dc:date>2025</dc:date><meta:creator-initials>BO</meta:creator-initials>${p('Too late.')}</office:annotation>`;
  expect(await getTexts(p(fields) + p(`Signed.${comment}`))).toEqual(['Bern, 24.12.2025, Ada\n\nSigned.\n\nToo late.']);
});

it('no other paragraph gets the number of an empty list item', async () => {
  expect(await getTexts(list('L1', '') + p('after'))).toEqual(['after']);
});
