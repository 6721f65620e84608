import { makeWorkbook } from '#sandbox/documents/workbook.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';
import { queryInChild } from './queryInChild.ts';

let files: TempFiles;
let path: string;
let secret: string;
beforeAll(async () => {
  files = await makeTempFiles();
  path = await files.write(Buffer.from('Month,Euros\nMay,10\nJune,20\n'));
  secret = await files.write(Buffer.from('Month,Euros\nMay,4711\n'));
});
afterAll(() => files.remove());

const query = (sql: string | null, limits = {}) =>
  queryInChild({ file: { path, name: 'Costs.csv' }, sql }, { owner: 'ada', limits });

/** @proves threat:table-statements */
it.each([
  'drop table data',
  'delete from data',
  `update data set Euros = 0`,
  `insert into data values ('July', 1)`,
  'create table copy as select * from data',
  `attach database '$SECRET' as other`,
  `vacuum into '$SECRET.copy'`,
  'pragma database_list',
  `select * from pragma_database_list`,
  'select * from sqlite_master',
  'select * from dbstat',
  `select load_extension('$SECRET')`,
  `select fts3_tokenizer('simple')`,
  'begin',
  'select 1; drop table data',
  `select 1; attach database '$SECRET' as other`,
  '-- nothing',
])('a statement that does not only read the tables of the file is refused: %s', async (statement) => {
  expect(await query(statement.replace('$SECRET', secret))).toEqual({
    kind: 'refused',
    problem: 'only one SELECT statement over the tables of this file can be run',
  });
});

/** @proves threat:table-statements */
it.each([
  [`select readfile('$SECRET')`, 'no such function: readfile'],
  [`select * from "$SECRET"`, 'no such table: $SECRET'],
  [`select * from csv('$SECRET')`, 'no such table: csv'],
  ['select * from generate_series(1, 1000000000)', 'no such table: generate_series'],
  ['select Dollars from data', 'no such column: Dollars'],
  ['selec Euros', 'near "selec": syntax error'],
  ['select sum(9223372036854775807 + 0 * length(Month)) from data', 'integer overflow'],
  ['select hex(zeroblob(900000000))', 'string or blob too big'],
])('the model learns why a statement failed: %s', async (statement, problem) => {
  const reply = await query(statement.replace('$SECRET', secret));
  expect(reply).toEqual({ kind: 'refused', problem: problem.replace('$SECRET', secret) });
});

/** @proves threat:table-statements */
it('a statement that never ends is stopped by the limits of its process', async () => {
  const endless = 'with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n';
  await expect(query(endless, { timeMs: 4_000 })).rejects.toMatchObject({
    code: 'too_slow',
    reason: expect.stringContaining('took too long'),
  });
  const growing =
    'with recursive n(x) as (select zeroblob(9000000) union all select zeroblob(9000000) from n) select * from n order by x';
  await expect(query(growing, { memoryBytes: 400 * 1024 * 1024 })).rejects.toMatchObject({ code: 'too_much_memory' });
  expect(await query('select sum(Euros) from data;')).toMatchObject({ rows: [['30']] });
});

it('a long expression without a name, in several lines, names its column in one short line', async () => {
  const reply = await query(`select sum(Euros)\n${' + 1'.repeat(700)}\n+ 1 from data`);
  expect(reply).toMatchObject({ rows: [['731']], columns: [expect.stringMatching(/^sum\(Euros\) \+ 1.{1,300}…$/)] });
});

it('a damaged or locked workbook is refused with the reason', async () => {
  const workbook = makeWorkbook([
    {
      name: 'Costs',
      rows: [
        ['Month', 'Euros'],
        ['May', 1],
      ],
    },
  ]);
  const read = async (bytes: Uint8Array, name: string) =>
    queryInChild({ file: { path: await files.write(bytes), name }, sql: null }, { owner: 'ada' });
  await expect(read(workbook.slice(0, 300), 'Costs.xlsx')).rejects.toMatchObject({ name: 'ExtractionError' });
  await expect(read(Buffer.from('Dear Ada'), 'Letter.txt')).rejects.toMatchObject({
    reason: 'This is neither a workbook nor a CSV file.',
  });
});

it('tables that one process has read are calculated with by another one, which gets no file', async () => {
  let tables: Buffer | undefined;
  const onTables = (read: Buffer) => void (tables = read);
  const claim = { path, name: 'Costs.csv' };
  await queryInChild({ file: claim, sql: 'select 1' }, { owner: 'ada', onTables });
  const repeated = await queryInChild(
    { file: null, sql: 'select sum(Euros) from data', tables: tables ?? null },
    { owner: 'ada' },
  );
  expect(repeated).toMatchObject({
    rows: [['30']],
    reads: [{ location: { kind: 'rows', from: 2, to: 3 }, rows: 2 }],
  });
  await expect(
    queryInChild({ file: null, sql: 'select 1', tables: Buffer.from([0xff, 1, 2]) }, { owner: 'ada' }),
  ).rejects.toMatchObject({
    name: 'ExtractionError',
  });
});
