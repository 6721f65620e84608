import { makeWorkbook } from '#sandbox/documents/workbook.ts';
import type { FileType } from '#contract/files/fileTypes.ts';
import { defaultLimits } from '#api/extract/limits.ts';
import { queryTables, readFileTables } from './queryTables.ts';

const describeFile = (file: Uint8Array | string, type: FileType = typeof file === 'string' ? 'CSV' : 'XLSX') => {
  const reply = queryTables(readFileTables(Buffer.from(file), type, defaultLimits), null);
  return reply.kind === 'described' ? reply.tables : [];
};
const calculate = (file: Uint8Array | string, sql: string) => {
  const type = typeof file === 'string' ? 'CSV' : 'XLSX';
  const reply = queryTables(readFileTables(Buffer.from(file), type, defaultLimits), sql);
  if (reply.kind !== 'calculated') throw new Error(JSON.stringify(reply));
  return reply;
};
const day = (month: number, date: number) => new Date(Date.UTC(2026, month - 1, date));

const travel = makeWorkbook([
  {
    name: 'Travel 2026',
    rows: [
      ['Travel costs of the year', null, null],
      [null, null, null],
      ['Department', 'Day', 'Euros'],
      ['Marketing', day(1, 5), 120.1],
      ['Research', day(1, 31), 80],
      ['Marketing', day(2, 3), 0.2],
      ['Total', null, 200.3],
      [null, null, null],
      ['Source: accounting', null, null],
    ],
  },
]);

it('the table of a sheet is found below its title, with the types of its columns and without total rows and notes', () => {
  expect(describeFile(travel)).toEqual([
    {
      name: 'Travel 2026',
      location: { kind: 'sheet', sheet: 'Travel 2026', range: 'A4:C6' },
      rows: 3,
      columns: [
        { name: 'Department', type: 'text' },
        { name: 'Day', type: 'date' },
        { name: 'Euros', type: 'number' },
      ],
      first: [
        ['Marketing', '2026-01-05', '120.1'],
        ['Research', '2026-01-31', '80'],
        ['Marketing', '2026-02-03', '0.2'],
      ],
      notes: [
        'Beside the table: Travel costs of the year',
        'Beside the table: Source: accounting',
        'Rows that sum up others are not in this table, but in "Travel 2026 totals".',
      ],
    },
    expect.objectContaining({ name: 'Travel 2026 totals', rows: 1, first: [['Total', '', '200.3']] }),
  ]);
});

it('a sum counts each row once, and the range has the columns that were read', () => {
  const sql = `select Department, sum(Euros) as total from "Travel 2026" where Day < '2026-03' group by 1 order by 2 desc`;
  expect(calculate(travel, sql)).toEqual({
    kind: 'calculated',
    columns: ['Department', 'total'],
    rows: [
      ['Marketing', '120.3'],
      ['Research', '80'],
    ],
    total: 2,
    reads: [{ location: { kind: 'sheet', sheet: 'Travel 2026', range: 'A4:C6' }, rows: 3 }],
  });
  expect(calculate(travel, 'select max(Euros) from "Travel 2026"').reads).toMatchObject([
    { location: { range: 'C4:C6' } },
  ]);
  expect(calculate(travel, 'select rowid from "Travel 2026" order by Euros desc limit 1').rows).toEqual([['4']]);
});

it('sums of groups are total rows if they are the sum of the rows above them; a company whose name contains "total" is data', () => {
  const groups = makeWorkbook([
    {
      name: 'Costs',
      rows: [
        ['Item', 'Euros'],
        ['Rent', 10],
        ['Power', 5],
        ['Total offices', 15],
        ['Total Energies SE', 7],
        ['Trains', 3],
        ['Subtotal travel', 10],
        ['Grand total', 25],
      ],
    },
  ]);
  expect(calculate(groups, 'select sum(Euros), count(*) from Costs').rows).toEqual([['25', '4']]);
  expect(calculate(groups, 'select Item from "Costs totals"').rows.flat()).toEqual([
    'Total offices',
    'Subtotal travel',
    'Grand total',
  ]);
});

it('merged header cells name each column below them, and merged texts count for each row', () => {
  const merged = makeWorkbook([
    {
      name: 'Plan',
      rows: [
        ['Region', '2025', null, '2026', null],
        [null, 'Plan', 'Actual', 'Plan', 'Actual'],
        ['North', 1, 2, 3, 4],
        [null, 5, 6, 7, 8],
        ['South', 9, 10, 11, 12],
      ],
      merges: ['A1:A2', 'B1:C1', 'D1:E1', 'A3:A4'],
    },
  ]);
  expect(describeFile(merged)[0]?.columns.map(({ name }) => name)).toEqual([
    'Region',
    '2025 Plan',
    '2025 Actual',
    '2026 Plan',
    '2026 Actual',
  ]);
  expect(calculate(merged, 'select Region, sum("2026 Actual") from Plan group by 1').rows).toEqual([
    ['North', '12'],
    ['South', '12'],
  ]);
});

it('headers that are missing or repeated get names, each once', () => {
  const [table] = describeFile('Name,,Name,rowid\na,1,b,2\nc,3,d,4\n');
  expect(table?.columns.map(({ name }) => name)).toEqual(['Name', 'Column 2', 'Name 2', 'rowid 2']);
  expect(calculate('Name,,Name,rowid\na,1,b,2\nc,3,d,4\n', 'select "Column 2", rowid from data').rows).toEqual([
    ['1', '2'],
    ['3', '3'],
  ]);
  expect(describeFile('1,2\n3,4\n')[0]).toMatchObject({
    rows: 2,
    columns: [{ name: 'Column 1' }, { name: 'Column 2' }],
  });
});

it.each([
  ['German', 'Datum;Betrag\n31.01.2026;1.234,50 €\n01.02.2026;-2,25 €\n'],
  ['French', 'Datum;Betrag\n31/01/2026;1 234,50\n01/02/2026;-2,25\n'],
  ['American', 'Datum,Betrag\n1/31/2026,"$1,234.50"\n2/1/2026,-$2.25\n'],
  ['international', 'Datum\tBetrag\n2026-01-31\t1234.50\n2026-02-01\t-2.25\n'],
])('numbers and dates are understood as they are written (%s)', (_, text) => {
  const sql = `select strftime('%m', Datum) as month, sum(Betrag) from data group by 1`;
  expect(calculate(text, sql).rows).toEqual([
    ['01', '1234.5'],
    ['02', '-2.25'],
  ]);
});

it('a cell that is no number is left out of averages, and is not lost', () => {
  const text = 'Month,Euros\nMay,10\nJune,n/a\nJuly,20\n';
  expect(calculate(text, 'select avg(Euros), count(Euros), max(Euros) from data').rows).toEqual([['15', '2', '20']]);
  expect(calculate(text, 'select Month from data where "Euros (text)" is not null').rows).toEqual([['June']]);
  expect(describeFile(text)[0]?.notes).toEqual(['Without a number in "Euros", so see "Euros (text)": 1 of 3 (n/a)']);
});

it('codes such as 007 stay texts, and durations are numbers of hours', () => {
  expect(calculate('Code,N\n007,1\n123,2\n', `select N from data where Code = '007'`).rows).toEqual([['1']]);
  const times = makeWorkbook([
    {
      name: 'Time',
      rows: [
        ['Who', 'Worked'],
        ['Ada', 0.5],
        ['Ben', 1.25],
      ],
      formats: { B2: '[h]:mm', B3: '[h]:mm' },
    },
  ]);
  expect(calculate(times, 'select sum("Worked (hours)") from Time').rows).toEqual([['42']]);
});

it('a statement can join sheets, and the description of a hidden sheet says that it is hidden', () => {
  const workbook = makeWorkbook([
    {
      name: 'Sales',
      rows: [
        ['Id', 'Euros'],
        [1, 5],
        [2, 7],
        [1, 1],
      ],
    },
    {
      name: 'Shops',
      rows: [
        ['Id', 'City'],
        [1, 'Oslo'],
        [2, 'Rome'],
      ],
      isHidden: true,
    },
    { name: 'Empty', rows: [] },
  ]);
  const sql = 'select City, sum(Euros) from Sales join Shops using (Id) group by 1';
  const { rows, reads } = calculate(workbook, sql);
  expect(rows).toEqual([
    ['Oslo', '6'],
    ['Rome', '7'],
  ]);
  expect(reads.map(({ location }) => location)).toMatchObject([{ sheet: 'Sales' }, { sheet: 'Shops' }]);
  expect(describeFile(workbook)[1]?.notes).toEqual(['The sheet is hidden.']);
});

it.each(['xls', 'xlsb', 'ods', 'fods'] as const)('an older or other workbook is calculated with (%s)', (format) => {
  const rows = [
    ['Month', 'Day', 'Euros'],
    ['May', day(5, 1), 1.5],
    ['June', day(6, 1), 2],
  ];
  const tables = readFileTables(
    Buffer.from(makeWorkbook([{ name: 'Costs', rows }], format)),
    format === 'xls' ? 'XLS' : format === 'xlsb' ? 'XLSX' : 'ODS',
    defaultLimits,
  );
  expect(queryTables(tables, `select sum(Euros), max(Day) from Costs`)).toMatchObject({
    rows: [['3.5', '2026-06-01']],
  });
});

it('a result contains a limited number of rows, and the count of all rows', () => {
  const text = `N,Text\n${Array.from({ length: 3_000 }, (_, n) => `${n},${'x'.repeat(500)}`).join('\n')}`;
  const { rows, total } = calculate(text, 'select * from data');
  expect([rows.length, total, rows[0]?.[1]?.length]).toEqual([200, 3_000, 301]);
});

it.each([
  ['more columns than SQLite has', `${'a,'.repeat(2_100)}\n1,2`, 'CSV', 'more than 2000 columns'],
  ['no table', ' \n\n', 'CSV', 'The file has no table.'],
  ['another type', 'Dear Ada', 'TXT', 'neither a workbook nor a CSV file'],
] as const)('a file with %s is refused with a sentence', (_, text, type, sentence) => {
  expect(() => describeFile(text, type)).toThrow(sentence);
});

it('a statement runs over a table of 2,000 columns, whose description is limited', () => {
  const header = Array.from({ length: 2_000 }, (_, n) => `c${n}`).join(',');
  const values = Array.from({ length: 2_000 }, (_, n) => n).join(',');
  expect(calculate(`${header}\n${values}\n${values}`, 'select sum(c1999) from data').rows).toEqual([['3998']]);
});
