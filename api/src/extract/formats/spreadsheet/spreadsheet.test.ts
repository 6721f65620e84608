import { makeZip } from '#tests/harness/hostile/hostileFiles.ts';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';
import { makeWorkbook } from '#sandbox/documents/workbook.ts';
import { unzipSync } from 'fflate';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

const read = async (bytes: Uint8Array, name = 'Budget.xlsx') => readInProcess({ path: await files.write(bytes), name });

it.each([
  ['xlsb', 'XLSX'],
  ['ods', 'ODS'],
] as const)('a workbook (%s) is read', async (format, type) => {
  const rows = [
    ['Department', 'Million'],
    ['Marketing', 0.9],
  ];
  const extraction = await read(makeWorkbook([{ name: 'Budget', rows }], format), `Budget.${format}`);
  expect(extraction.type).toBe(type);
  expect(extraction.parts).toEqual([
    {
      location: { kind: 'sheet', sheet: 'Budget', range: 'A1:B2' },
      text: '| Department | Million |\n| Marketing | 0.9 |',
    },
  ]);
});

it.each([2, 3, 4])('a workbook of Excel %i, without sheets and container, is read', async (version) => {
  const record = (type: number, body: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(body.length, 2);
    return Buffer.concat([head, body]);
  };
  const older = version === 2;
  const beginning = record(
    { 2: 0x0009, 3: 0x0209, 4: 0x0409 }[version]!,
    Buffer.from(older ? '00001000' : '000010000000', 'hex'),
  );
  const label = (row: number, text: string) => {
    const place = Buffer.from([row, 0, 0, 0, 0, 0]);
    return older
      ? record(0x0004, Buffer.concat([place, Buffer.from([0, text.length]), Buffer.from(text)]))
      : record(0x0204, Buffer.concat([place, Buffer.from([text.length, 0]), Buffer.from(text)]));
  };
  const bytes = Buffer.concat([beginning, label(0, 'Rent'), label(1, 'Heating'), record(0x000a, Buffer.alloc(0))]);
  const { type, parts } = await read(bytes, 'Old.xls');
  expect(type).toBe('XLS');
  expect(parts.map(({ text }) => text)).toEqual(['| Rent |\n| Heating |']);
});

it.each([
  ['little', 'fffe'],
  ['big', 'feff'],
  ['little', ''],
  ['big', ''],
])('a workbook whose parts are in UTF-16 (%s endian, mark "%s") is read', async (order, mark) => {
  const parts = Object.entries(unzipSync(makeWorkbook([{ name: 'Plan', rows: [['Größe', 5]] }])));
  const toWide = (bytes: Uint8Array) => {
    const wide = Buffer.from(Buffer.from(bytes).toString('utf8'), 'utf16le');
    return Buffer.concat([Buffer.from(mark, 'hex'), order === 'big' ? wide.swap16() : wide]);
  };
  const wide = parts.map(([name, bytes]) => [name, name.startsWith('xl/') ? toWide(bytes) : bytes] as const);
  const { parts: found } = await read(makeZip(Object.fromEntries(wide)), 'Wide.xlsx');
  expect(found.map(({ text }) => text)).toEqual(['| Größe | 5 |']);
});

it('a workbook whose list of sheets is binary is read with what is drawn on its sheets', async () => {
  const links = (...targets: string[]) =>
    `<Relationships>${targets.map((target, index) => `<Relationship Id="r${index}" Type="x/${/drawing/.test(target) ? 'drawing' : 'chart'}" Target="${target}"/>`).join('')}</Relationships>`;
  const point = (text: string) => `<c:pt idx="0"><c:v>${text}</c:v></c:pt>`;
  const bytes = makeZip({
    ...unzipSync(
      makeWorkbook(
        [
          { name: 'First', rows: [['x']] },
          { name: 'Second', rows: [['y']] },
        ],
        'xlsb',
      ),
    ),
    'xl/worksheets/_rels/sheet2.bin.rels': links('../drawings/drawing1.xml'),
    'xl/drawings/drawing1.xml':
      '<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>Deadline: 4 May</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>',
    'xl/drawings/_rels/drawing1.xml.rels': links('../charts/chart1.xml'),
    'xl/charts/chart1.xml': `<c:chart><c:ser><c:tx>${point('Rent')}</c:tx><c:cat>${point('July')}</c:cat><c:val>${point('44')}</c:val></c:ser></c:chart>`,
  });
  const { parts } = await read(bytes, 'Plan.xlsb');
  expect(parts.slice(2)).toEqual([
    { location: { kind: 'sheet', sheet: 'Second' }, text: 'Deadline: 4 May' },
    { location: { kind: 'sheet', sheet: 'Second' }, text: 'Chart\n|  | Rent |\n| July | 44 |' },
  ]);
});

it('a workbook of many sheets whose list of sheets is binary is read', async () => {
  const sheets = Array.from({ length: 60 }, (_, index) => ({ name: `Sheet ${index}`, rows: [['a', index]] }));
  expect((await read(makeWorkbook(sheets, 'xlsb'), 'Many.xlsb')).parts).toHaveLength(60);
});

describe.each(['xlsx', 'xls'] as const)('a workbook (%s)', (format) => {
  const readSheets = (...sheets: Parameters<typeof makeWorkbook>[0]) =>
    read(makeWorkbook(sheets, format), `Budget.${format}`);

  it('has telephone and article numbers with all their digits', async () => {
    const { parts } = await readSheets({
      name: 'Contacts',
      rows: [
        ['Ada', 41311234567],
        ['Ben', 4930123456789],
        ['Article', 123456789012345],
        ['Sum', 0.1 + 0.2],
      ],
    });
    expect(parts[0]!.text).toBe(
      '| Ada | 41311234567 |\n| Ben | 4930123456789 |\n| Article | 123456789012345 |\n| Sum | 0.3 |',
    );
  });

  it('is read as Excel shows it, with comments', async () => {
    const { type, parts } = await readSheets({
      name: 'Budget',
      rows: [
        ['Department', 'Million', 'Due'],
        ['Marketing', 0.9, new Date(Date.UTC(2026, 0, 5))],
        ['Research', 0.255, null],
      ],
      comments: { B2: 'Approved' },
      formats: { B3: '0.0%' },
    });
    expect(type).toBe(format.toUpperCase());
    expect(parts).toEqual([
      {
        location: { kind: 'sheet', sheet: 'Budget', range: 'A1:C3' },
        text: '| Department | Million | Due |\n| Marketing | 0.9 (comment: Approved) | 2026-01-05 |\n| Research | 25.5% |',
      },
    ]);
  });

  it.each([
    ['DD.MM.YYYY', 46173, '31.05.2026'],
    ['d. mmmm yyyy', 46173, '31. May 2026'],
    ['[$-407]d. mmmm yyyy', 46173, '31. Mai 2026'],
    ['DD.MM.YYYY hh:mm', 46173.5, '31.05.2026 12:00'],
    ['TT.MM.JJJJ', 46173, '31.05.2026'],
    ['yyyy"年"m"月"d"日"', 46173, '2026年5月31日'],
    ['[h]:mm', 1.25, '30:00'],
    ['#,##0.00\\ [$€-407]', 1234.5, '1,234.50 €'],
    ['General "kg"', 1234.5, '1234.5 kg'],
    ['_-* #,##0_-;-* #,##0_-', -5, '-5'],
    ['General', 4006381333931, '4006381333931'],
    ['[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', 5551234567, '(555) 123-4567'],
    ['"+"00\\ 00\\ 0000000', 41311234567, '+41 31 1234567'],
    ['General', 0.1 + 0.2, '0.3'],
    ['0.0 "kg', 3, '3'],
  ])('has the number of the format %s as Excel shows it', async (pattern, value, shown) => {
    const { parts } = await readSheets({ name: 'Data', rows: [[value]], formats: { A1: pattern } });
    expect(parts[0]?.text).toBe(`| ${shown} |`);
  });

  it('repeats the header of its columns in each part', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => [`item ${index}`, index, index]);
    const header = [
      ['Region', '2025', null],
      ['', 'Plan', 'Actual'],
    ];
    const { parts } = await readSheets({ name: 'Plan', rows: [...header, ...rows] });
    expect(parts[1]?.text.split('\n').slice(0, 3)).toEqual([
      '| Region | 2025 |',
      '|  | Plan | Actual |',
      '| item 48 | 48 | 48 |',
    ]);
    expect(parts[1]?.location).toMatchObject({ range: 'A51:C62' });
  });

  it('has a part for every 50 rows, and names the rows that have text', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => (index < 60 || index > 65 ? [`row ${index + 1}`] : []));
    const { parts } = await readSheets({ name: 'Log', rows });
    expect(parts.map(({ location }) => location)).toEqual(
      ['A1:A50', 'A51:A100', 'A101:A120'].map((range) => ({ kind: 'sheet', sheet: 'Log', range })),
    );
    expect(parts[1]!.text.split('\n')).toHaveLength(44);
  });

  it('is read with its hidden sheets, right-to-left and East Asian text, and line breaks in cells', async () => {
    const { parts } = await readSheets(
      { name: '予算', rows: [['来週の会議', 'first\nsecond']] },
      { name: 'ميزانية', rows: [['الميزانية السنوية']], isHidden: true },
      { name: 'Empty', rows: [] },
    );
    expect(parts.map(({ location, text }) => [location, text])).toEqual([
      [{ kind: 'sheet', sheet: '予算', range: 'A1:B1' }, '| 来週の会議 | first second |'],
      [{ kind: 'sheet', sheet: 'ميزانية', range: 'A1' }, '(hidden sheet)\n| الميزانية السنوية |'],
    ]);
  });

  it('is empty if no cell has text', async () => {
    await expect(readSheets({ name: 'Empty', rows: [[], ['', null]] })).rejects.toMatchObject({ code: 'no_text' });
  });
});

const sheetXml = (body: string, dimension = 'A1') =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="${dimension}"/><sheetData>${body}</sheetData></worksheet>`;
const withSheet = (xml: string) =>
  makeZip({
    ...unzipSync(makeWorkbook([{ name: 'Data', rows: [['x']] }])),
    'xl/worksheets/sheet1.xml': xml,
  });

it('the cell of a formula that was never calculated says that it has no result', async () => {
  const row = '<row r="1"><c r="A1"><f>SUM(B1:C1)</f></c><c r="B1"><f>1+1</f><v>2</v></c></row>';
  expect((await read(withSheet(sheetXml(row)))).parts[0]?.text).toBe('| (not calculated) | 2 |');
});

describe('a table that a program saved as .xls', () => {
  it.each([
    [
      'HTML',
      '<html><body><table><tr><th>Ticket</th></tr><tr><td>01.02</td></tr></table></body></html>',
      '| Ticket |\n| 01.02 |',
    ],
    [
      'XML of 2003',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table><Row><Cell><Data ss:Type="String">Ticket</Data></Cell><Cell><Data ss:Type="Number">4711</Data></Cell></Row></Table></Worksheet></Workbook>',
      '| Ticket | 4711 |',
    ],
    ['tab-separated', 'Ticket\tOwner\r\n4711\tZoë\r\n', 'Ticket\tOwner\n4711\tZoë'],
  ])('is read (%s)', async (_, text, shown) => {
    const { parts } = await read(Buffer.from(text), 'Tickets.xls');
    expect(parts.map((part) => part.text)).toEqual([shown]);
  });
});

describe('a hostile workbook', () => {
  it('with a cell in the last column and a huge declared range is read', async () => {
    const row = '<row r="7"><c r="XFD7" t="inlineStr"><is><t>far away</t></is></c></row>';
    const { parts } = await read(withSheet(sheetXml(row, 'A1:XFD1048576')));
    expect(parts[0]).toMatchObject({ location: { range: 'A7:XFD7' } });
    expect(parts[0]!.text).toContain('far away');
  });

  it('with more rows than can be read is read up to the limit, and the rows that are left out are counted', async () => {
    const row = '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>x</t></is></c></row>';
    const many = Array.from({ length: 100_001 }, (_, index) => `<row r="${index + 1}"><c><v>1</v></c></row>`).join('');
    const { parts, warning } = await read(withSheet(sheetXml(many)));
    expect(parts.at(-1)?.location).toMatchObject({ range: 'A99951:A100000' });
    expect(warning).toBe('1 row was not read.');
    await expect(read(withSheet(sheetXml(row)))).rejects.toMatchObject({ name: 'ExtractionError' });
  });

  it.each([
    ['defines entities', sheetXml('').replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'), 'broken'],
    ['has no cells', sheetXml(''), 'no_text'],
    ['is cut', sheetXml('<row r="1"><c r="A1"><v>1').slice(0, -40), 'no_text'],
  ])('that %s is rejected with the reason', async (_, xml, code) => {
    await expect(read(withSheet(xml))).rejects.toMatchObject({ code });
  });
});
