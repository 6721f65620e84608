import { createRequire } from 'node:module';
import { describeUnread, UnreadCounts } from '#contract/files/unread.ts';
import { countXlsObjects } from './xlsObjects.ts';

const xlsx = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx');

it('a workbook of Excel 97 says which charts, text boxes, objects, pictures and macros were left out', () => {
  const record = (type: number, ...values: number[]) => {
    const bytes = Buffer.alloc(4 + 2 * values.length);
    for (const [index, value] of [type, 2 * values.length, ...values].entries()) bytes.writeUInt16LE(value, 2 * index);
    return bytes;
  };
  const object = (kind: number) => record(0x5d, 0x15, 0x12, kind, 1, 0);
  const sheet = [record(0x809, 0x600, 0x10), object(5), record(0x809, 0x600, 0x20), object(6), object(8), object(8)];
  const { utils, write } = xlsx.CFB;
  const file = utils.cfb_new();
  utils.cfb_add(file, '/Workbook', Buffer.concat(sheet));
  utils.cfb_add(file, '/MBD0018D4CE/Package', Buffer.from('x'));
  utils.cfb_add(file, '/_VBA_PROJECT_CUR/PROJECT', Buffer.from('x'));
  const unread = new UnreadCounts();
  countXlsObjects(write(file, { type: 'buffer' }) as Buffer, xlsx.CFB, unread);
  expect(describeUnread(unread.list())).toBe(
    '1 chart, 1 text box, 1 embedded object, 1 picture, and 1 set of macros were not read.',
  );
});
