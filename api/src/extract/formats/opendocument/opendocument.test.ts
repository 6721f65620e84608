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

it('the fields for date and author in a text are read, but not the date and author of a comment', async () => {
  const fields = `Bern, <text:date>24.12.2025</text:date>, <text:creator>Ada</text:creator>`;
  const comment = `<office:annotation><dc:creator>Ben</dc:creator><dc:date>2025</dc:date><meta:creator-initials>BO</meta:creator-initials>${p('Too late.')}</office:annotation>`;
  expect(await getTexts(p(fields) + p(`Signed.${comment}`))).toEqual(['Bern, 24.12.2025, Ada\n\nSigned.\n\nToo late.']);
});

it('the number of an empty list item is not given to another paragraph', async () => {
  expect(await getTexts(list('L1', '') + p('after'))).toEqual(['after']);
});

describe('a workbook', () => {
  const HIDDEN = `<office:automatic-styles><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>`;
  const cell = (text: string, attributes = '', inside = '') =>
    `<table:table-cell ${attributes}>${text === '' ? '' : p(text)}${inside}</table:table-cell>`;
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
  const sheet = (name: string, rows: string, style = '') =>
    `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;

  async function readBook(sheets: string, unread = new UnreadCounts()) {
    const found = [];
    const content = `<?xml version="1.0"?><office:document-content>${HIDDEN}<office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`;
    const file = Buffer.from(
      makeZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content }),
    );
    const context = { type: 'ODS' as const, limits: defaultLimits, unread, onProgress: () => undefined };
    for await (const part of readOpenDocument(file, context)) found.push(part);
    return found;
  }

  it('has the text of its cells as it is shown, in the columns and rows where it is', async () => {
    const rows = [
      row(cell('Article') + cell('Price') + cell('From')),
      row('<table:table-cell table:number-columns-repeated="3"/>', 'table:number-rows-repeated="2"'),
      row(
        cell('00042', 'office:value-type="float" office:value="42"') +
          cell('1.234,50 €', 'office:value-type="currency" office:value="1234.5"') +
          cell('5. Januar 2026', 'office:value-type="date" office:date-value="2026-01-05"'),
      ),
      row(
        cell('', 'office:value-type="float" office:value="7"') +
          cell('', 'office:value-type="boolean" office:boolean-value="true"'),
      ),
      row(
        cell('both', 'table:number-columns-spanned="2"') +
          '<table:covered-table-cell/>' +
          cell('x', 'table:number-columns-repeated="2"'),
      ),
      row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="1048570"'),
    ].join('');
    expect(await readBook(sheet('Stock', rows))).toEqual([
      {
        location: { kind: 'sheet', sheet: 'Stock', range: 'A1:D6' },
        text: '| Article | Price | From |\n| 00042 | 1.234,50 € | 5. Januar 2026 |\n| 7 | TRUE |\n| both |  | x | x |',
      },
    ]);
  });

  it('has comments, several paragraphs of a cell, text boxes and hidden sheets, but no copy of a sheet in another file', async () => {
    const comment = `<office:annotation><dc:creator>Ben</dc:creator><dc:date>2026</dc:date><text:p>Ask<text:s/>Ada</text:p><text:p>first</text:p></office:annotation>`;
    const box = `<draw:frame><draw:text-box>${p('A note on the sheet')}</draw:text-box></draw:frame>`;
    const sheets =
      sheet('Plan', `<table:shapes>${box}</table:shapes>${row(cell('Bern', '', p('Thun') + comment))}`) +
      sheet('Base', row(cell('secret rate')), 'ta2') +
      sheet('file:///a.ods#B', `<table:table-source/>${row(cell('copied'))}`);
    expect(await readBook(sheets)).toEqual([
      { location: { kind: 'sheet', sheet: 'Plan', range: 'A1' }, text: '| Bern Thun (comment: Ask Ada first) |' },
      { location: { kind: 'sheet', sheet: 'Plan' }, text: 'A note on the sheet' },
      { location: { kind: 'sheet', sheet: 'Base', range: 'A1' }, text: '(hidden sheet)\n| secret rate |' },
    ]);
  });

  it('counts the formulas without a saved result, and the equal rows that are left out at the end of the sheet', async () => {
    const unread = new UnreadCounts();
    const rows = row(cell('', 'table:formula="of:=1+1"')) + row(cell('again'), 'table:number-rows-repeated="1048575"');
    const [part] = await readBook(sheet('Sums', rows), unread);
    expect(part?.text.split('\n')[0]).toBe('| (not calculated) |');
    expect(unread.list()).toEqual([
      { kind: 'row', count: 1_047_575 },
      { kind: 'formula', count: 1 },
    ]);
  });

  it('ends at its last possible row, and rows that a file claims below it are counted', async () => {
    const unread = new UnreadCounts();
    const rows =
      row(cell('first')) + row('<table:table-cell/>', 'table:number-rows-repeated="2000000"') + row(cell('x'));
    expect(await readBook(sheet('Long', rows), unread)).toEqual([
      { location: { kind: 'sheet', sheet: 'Long', range: 'A1' }, text: '| first |' },
    ]);
    expect(unread.list()).toEqual([{ kind: 'row', count: 1 }]);
  });
});

it.each([
  ['text', 'fodt', 'ODT', `<office:text>${p('Dear Ada,')}</office:text>`],
  [
    'spreadsheet',
    'fods',
    'ODS',
    '<office:spreadsheet><table:table table:name="A"><table:table-row><table:table-cell><text:p>Dear Ada,</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
  ],
  [
    'presentation',
    'fodp',
    'ODP',
    `<office:presentation><draw:page><draw:frame><draw:text-box>${p('Dear Ada,')}</draw:text-box></draw:frame></draw:page></office:presentation>`,
  ],
] as const)(
  'a %s that is one file of XML is read without its pictures and settings',
  async (kind, ending, type, body) => {
    const picture = `<draw:frame><draw:image><office:binary-data>iVBORw0KGgo=</office:binary-data></draw:image></draw:frame>`;
    const header = `<office:master-styles><style:master-page><style:header>${p('Page header')}</style:header></style:master-page></office:master-styles>`;
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<office:document office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:settings>x</office:settings>${header}<office:body>${body.replace('Ada,', `Ada,${picture}`)}</office:body></office:document>`;
    const bytes = Buffer.from(xml);
    expect(await detectFileType(bytes, { name: `letter.${ending}` }, defaultLimits)).toBe(type);
    const unread = new UnreadCounts();
    const texts = [];
    const context = { type, limits: defaultLimits, unread, onProgress: () => undefined };
    for await (const { text } of readOpenDocument(bytes, context)) texts.push(text.replace(/[| ]+/g, ' ').trim());
    expect(texts).toEqual(type === 'ODT' ? ['Dear Ada,', 'Page header'] : ['Dear Ada,']);
    expect(unread.list()).toEqual([{ kind: 'picture', count: 1 }]);
  },
);

it('a document that names its type only in the list of its files, and has an older document type declaration, is read', async () => {
  const file = Buffer.from(
    makeZip({
      'content.xml': `<!DOCTYPE office:document-content PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "office.dtd"><office:document-content><office:body><office:text>${p('Old text')}</office:text></office:body></office:document-content>`,
      'META-INF/manifest.xml':
        '<manifest:manifest><manifest:file-entry manifest:media-type="application/vnd.oasis.opendocument.text" manifest:full-path="/"/></manifest:manifest>',
    }),
  );
  expect(await detectFileType(file, { name: 'old.odt' }, defaultLimits)).toBe('ODT');
  const context = {
    type: 'ODT' as const,
    limits: defaultLimits,
    unread: new UnreadCounts(),
    onProgress: () => undefined,
  };
  expect((await readOpenDocument(file, context).next()).value).toMatchObject({ text: 'Old text' });
});
