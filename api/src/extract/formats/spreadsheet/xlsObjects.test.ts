import { createRequire } from 'node:module';
import { describeUnread, UnreadCounts } from '#contract/files/unread.ts';
import { readXlsObjects } from './xlsObjects.ts';

const xlsx = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx');

const record = (type: number, body: Uint8Array | number[] = []) => {
  const bytes = Array.isArray(body) ? Buffer.from(Uint16Array.from(body).buffer) : body;
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(bytes.length, 2);
  return Buffer.concat([head, bytes]);
};
const begin = (kind: number, version = 0x600) => record(0x809, [version, kind]);
const end = record(0x0a);
const object = (kind: number) => record(0x5d, [0x15, 0x12, kind, 1, 0]);
const latin = (text: string) => Buffer.concat([Buffer.from([0]), Buffer.from(text, 'latin1')]);
const wide = (text: string) => Buffer.concat([Buffer.from([1]), Buffer.from(text, 'utf16le')]);
const box = (kind: number, ...pieces: string[]) =>
  Buffer.concat([
    object(kind),
    record(0x1b6, [0, 0, 0, 0, 0, pieces.join('').length, 0, 0, 0]),
    ...pieces.map((piece, index) => record(0x3c, index === 0 ? latin(piece) : wide(piece))),
    record(0x3c, [0, 0]),
  ]);

/** Reads a workbook with one sheet for each content. */
function read(sheets: Record<string, Buffer[]>, more: Record<string, string> = {}) {
  const lists = Object.entries(sheets);
  const toSheetRecord = (name: string, offset: number) => {
    const start = Buffer.alloc(6);
    start.writeUInt32LE(offset);
    return record(0x85, Buffer.concat([start, Buffer.from([name.length]), latin(name)]));
  };
  const length = Buffer.concat([begin(5), ...lists.map(([name]) => toSheetRecord(name, 0)), end]).length;
  const contents = lists.map(([, records]) => Buffer.concat([begin(0x10), ...records, end]));
  const offsets = contents.map((_, index) => length + Buffer.concat(contents.slice(0, index)).length);
  const list = lists.map(([name], index) => toSheetRecord(name, offsets[index]!));
  const { utils, write } = xlsx.CFB;
  const file = utils.cfb_new();
  utils.cfb_add(file, '/Workbook', Buffer.concat([begin(5), ...list, end, ...contents]));
  for (const [path, content] of Object.entries(more)) utils.cfb_add(file, path, Buffer.from(content));
  const unread = new UnreadCounts();
  return { parts: readXlsObjects(write(file, { type: 'buffer' }) as Buffer, xlsx.CFB, unread), unread };
}

it('a workbook of Excel 97 says which objects, pictures, macros and charts without values were left out', () => {
  const { parts, unread } = read(
    { Data: [object(5), begin(0x20), end, object(8), object(8)] },
    { '/MBD0018D4CE/Package': 'x', '/_VBA_PROJECT_CUR/PROJECT': 'x' },
  );
  expect(parts).toEqual([]);
  expect(describeUnread(unread.list())).toBe(
    '1 chart, 1 embedded object, 1 picture, and 1 set of macros were not read.',
  );
});

it('text boxes of a workbook of Excel 97 are read with their sheet, even if their text is in several records; comments are not read twice', () => {
  const { parts, unread } = read({
    Plan: [box(6, 'Deadline: 4 May'), box(25, 'a comment'), box(6, 'Fees ', '予算')],
    Other: [box(2, 'Draft')],
  });
  expect(parts).toEqual([
    { location: { kind: 'sheet', sheet: 'Plan' }, text: 'Deadline: 4 May\n\nFees 予算' },
    { location: { kind: 'sheet', sheet: 'Other' }, text: 'Draft' },
  ]);
  expect(unread.list()).toEqual([]);
});

it('charts of a workbook of Excel 97 are read with title, axes, names of series and their saved values', () => {
  const text = (value: string) => record(0x100d, Buffer.concat([Buffer.from([0, 0, value.length]), latin(value)]));
  const inBlock = (...records: Buffer[]) => [record(0x1033), ...records, record(0x1034)];
  const label = (target: number, value: string) => [record(0x1025), ...inBlock(text(value), record(0x1027, [target]))];
  const series = (name: string) => [record(0x1003), ...inBlock(record(0x1051), text(name), ...inBlock(record(0x1007)))];
  const at = (row: number, column: number) => Buffer.from([row, 0, column, 0, 0, 0]);
  const number = (row: number, column: number, value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    return record(0x203, Buffer.concat([at(row, column), bytes]));
  };
  const category = (row: number, column: number, value: string) =>
    record(0x204, Buffer.concat([at(row, column), Buffer.from([value.length, 0]), latin(value)]));
  const { parts, unread } = read({
    Data: [
      begin(0x20),
      ...inBlock(
        ...series('Plan'),
        ...series('Actual'),
        ...label(1, 'Rent'),
        ...label(2, 'Million'),
        ...label(4, 'a point'),
      ),
      record(0x1065, [1]),
      number(0, 0, 44),
      number(1, 0, 0.1 + 0.2),
      number(1, 1, -5),
      record(0x1065, [2]),
      category(0, 0, 'July'),
      category(1, 0, 'August'),
      end,
    ],
  });
  expect(parts).toEqual([
    {
      location: { kind: 'sheet', sheet: 'Data' },
      text: 'Chart: Rent\nAxis: Million\n|  | Plan | Actual |\n| July | 44 |  |\n| August | 0.3 | -5 |',
    },
  ]);
  expect(unread.list()).toEqual([]);
});
