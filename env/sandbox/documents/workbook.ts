import { createRequire } from 'node:module';

// Not imported, because the package's ES module cannot write the old format of Excel.
const xlsx = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx');

type Cell = string | number | Date | null;

interface Sheet {
  name: string;
  rows: Cell[][];
  isHidden?: boolean;
  /** Comments by the address of their cell, such as `B2`. */
  comments?: Record<string, string>;
  /** Number formats by address. */
  formats?: Record<string, string>;
  /** Ranges whose cells are shown as one, such as `B1:C1`. */
  merges?: string[];
}

const bookTypes = { xlsx: 'xlsx', xls: 'biff8', xlsb: 'xlsb', ods: 'ods', fods: 'fods' } as const;

/** Creates a workbook, as Excel (XLSX, the binary XLSB, the older XLS) or LibreOffice save it. */
export function makeWorkbook(sheets: readonly Sheet[], format: keyof typeof bookTypes = 'xlsx'): Uint8Array {
  const workbook = xlsx.utils.book_new();
  for (const { name, rows, comments = {}, formats = {}, merges = [] } of sheets) {
    const sheet = xlsx.utils.aoa_to_sheet(rows, { UTC: true });
    for (const [address, text] of Object.entries(comments)) sheet[address].c = [{ a: 'Ada Moreau', t: text }];
    for (const [address, code] of Object.entries(formats)) sheet[address].z = code;
    sheet['!merges'] = merges.map((range) => xlsx.utils.decode_range(range));
    xlsx.utils.book_append_sheet(workbook, sheet, name);
  }
  workbook.Workbook = { Sheets: sheets.map(({ isHidden }) => ({ Hidden: isHidden ? 1 : 0 })) };
  return xlsx.write(workbook, { type: 'buffer', bookType: bookTypes[format] }) as Uint8Array;
}
