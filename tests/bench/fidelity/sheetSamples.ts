import { makeZip } from '#tests/harness/hostile/hostileFiles.ts';
import { makeText } from '#sandbox/documents/textFile.ts';
import { makeWorkbook } from '#sandbox/documents/workbook.ts';
import { contents, english, german, pickContents, toHtml } from './contents.ts';
import type { Sample } from './sample.ts';

const toCells = (table: readonly (readonly string[])[]) =>
  table.map((row) => row.map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell || null)));
const toWords = (table: readonly (readonly string[])[]) => table.map((row) => row.join(' ')).join('\n');

const books = (['xlsx', 'xls', 'xlsb', 'ods'] as const).flatMap((format) =>
  pickContents('en de ru ar ja').map(({ language, title, table }): Sample => ({
    name: `plan.${language}.${format}`,
    make: () => makeWorkbook([{ name: title.slice(0, 30), rows: toCells(table) }], format),
    text: toWords(table),
    rows: table,
  })),
);

/** How Excel shows 46173.5625 (31 May 2026, 13:30) or a number in a format. */
const formats: readonly [pattern: string, value: number, shown: string][] = [
  ['dd/mm/yyyy', 46173, '31/05/2026'],
  ['d.m.yy', 46173, '31.5.26'],
  ['[$-40C]d mmmm yyyy', 46173, '31 mai 2026'],
  ['[$-C0A]d "de" mmmm "de" yyyy', 46173, '31 de mayo de 2026'],
  ['[$-410]d mmmm yyyy', 46173, '31 maggio 2026'],
  ['[$-FC19]d mmmm yyyy', 46173, '31 мая 2026'],
  ['[$-FC15]d mmmm yyyy', 46173, '31 maja 2026'],
  ['[$-41D]d mmmm yyyy', 46173, '31 maj 2026'],
  ['[$-407]dddd, d. mmmm', 46173, 'Sonntag, 31. Mai'],
  ['yyyy-mm-dd hh:mm', 46173.5625, '2026-05-31 13:30'],
  ['mmm-yy', 46173, 'May-26'],
  ['h:mm AM/PM', 0.5625, '1:30 PM'],
  ['0.00%', 0.125, '12.50%'],
  ['#,##0.00', 1234567.891, '1,234,567.89'],
  ['#,##0 "CHF"', 900, '900 CHF'],
  ['0000', 42, '0042'],
  ['# ?/?', 1.5, '1 1/2'],
  ['0.00E+00', 12345, '1.23E+04'],
  ['"Q"0', 3, 'Q3'],
];

const formatSample = (format: 'xlsx' | 'xls' | 'xlsb'): Sample => ({
  name: `formats.${format}`,
  make: () =>
    makeWorkbook(
      [
        {
          name: 'Formats',
          rows: formats.map(([, value], row) => [`row ${row}`, value]),
          formats: Object.fromEntries(formats.map(([pattern], row) => [`B${row + 1}`, pattern])),
        },
      ],
      format,
    ),
  text: formats.map(([, , shown], row) => `row ${row} ${shown}`).join('\n'),
  rows: formats.map(([, , shown], row) => [`row ${row}`, shown]),
});

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** A workbook as other programs than Excel write it: a sheet and its shared strings as XML. */
const rawBook = (name: string, sheet: string, expected: Pick<Sample, 'text' | 'rows'>, strings = ''): Sample => ({
  name: `${name}.xlsx`,
  make: () =>
    makeZip({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${sheet}</sheetData></worksheet>`,
      'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
    }),
  ...expected,
});

export const sheetSamples: readonly Sample[] = [
  ...books,
  ...(['xlsx', 'xls', 'xlsb'] as const).map(formatSample),
  {
    name: 'two sheets.xlsx',
    make: () =>
      makeWorkbook([
        { name: 'North', rows: toCells(english.table) },
        { name: 'Süd', rows: toCells(german.table), isHidden: true },
      ]),
    text: `${toWords(english.table)} hidden sheet ${toWords(german.table)}`,
    rows: [...english.table, ...german.table],
  },
  {
    name: 'all languages.xlsx',
    make: () => makeWorkbook(contents.map(({ language, table }) => ({ name: language, rows: toCells(table) }))),
    text: contents.map(({ table }) => toWords(table)).join('\n'),
    rows: contents.flatMap(({ table }) => table),
  },
  {
    name: 'values of all kinds.xlsx',
    make: () =>
      makeWorkbook([
        {
          name: 'Data',
          rows: [
            ['00123', 'line one\nline two', 1e21],
            ['=1+1', 'a|b', 0.1 + 0.2],
            [' padded ', -5, 4006381333931],
          ],
        },
      ]),
    text: '00123 line one line two 1E+21 1+1 a b 0.3 padded 5 4006381333931',
    rows: [['00123', 'line one line two', '1E+21']],
  },
  rawBook(
    'shared strings',
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2" t="e"><v>#DIV/0!</v></c><c r="C2" t="str"><f>A1</f><v>text</v></c></row>',
    {
      text: 'Rich text Second TRUE DIV 0 text',
      rows: [
        ['Rich text', '', 'Second'],
        ['TRUE', '#DIV/0!', 'text'],
      ],
    },
    '<si><r><t>Rich </t></r><r><rPr><b/></rPr><t>text</t></r></si><si><t>Second</t><rPh sb="0" eb="1"><t>ルビ</t></rPh></si>',
  ),
  rawBook(
    'cells without addresses',
    '<row><c t="inlineStr"><is><t>Name</t></is></c><c><v>3</v></c></row><row><c t="inlineStr"><is><t>Zoë</t></is></c><c><v>4.5</v></c></row>',
    {
      text: 'Name 3 Zoë 4.5',
      rows: [
        ['Name', '3'],
        ['Zoë', '4.5'],
      ],
    },
  ),
  {
    name: 'web table.xls',
    make: () => makeText(`<html><meta charset="utf-8"><body>${toHtml(german)}</body></html>`),
    text: toWords(german.table),
    rows: german.table,
  },
  {
    name: 'tabs.xls',
    make: () => makeText(english.table.map((row) => row.join('\t')).join('\r\n')),
    text: toWords(english.table),
    rows: english.table,
  },
  {
    name: 'xml of 2003.xls',
    make: () =>
      makeText(
        `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table>${english.table
          .map(
            (row) =>
              `<Row>${row.map((cell, index) => (cell ? `<Cell ss:Index="${index + 1}"><Data ss:Type="${/^\d+$/.test(cell) ? 'Number' : 'String'}">${cell}</Data></Cell>` : '')).join('')}</Row>`,
          )
          .join('')}</Table></Worksheet></Workbook>`,
      ),
    text: toWords(english.table),
    rows: english.table,
  },
];
