import { createRequire } from 'node:module';

// The ESM build cannot write the old format of Excel.
const xlsx = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx');

type Cell = string | number | Date | null;

interface Sheet {
  name: string;
  rows: Cell[][];
  isHidden?: boolean;
  /** By address: `B2`. */
  comments?: Record<string, string>;
  /** Number formats by address. */
  formats?: Record<string, string>;
}

/** Creates an Excel workbook, as XLSX or as the older XLS. */
export function makeWorkbook(sheets: readonly Sheet[], format: 'xlsx' | 'xls' = 'xlsx'): Uint8Array {
  const workbook = xlsx.utils.book_new();
  for (const { name, rows, comments = {}, formats = {} } of sheets) {
    const sheet = xlsx.utils.aoa_to_sheet(rows, { UTC: true });
    for (const [address, text] of Object.entries(comments)) sheet[address].c = [{ a: 'Ada Moreau', t: text }];
    for (const [address, code] of Object.entries(formats)) sheet[address].z = code;
    xlsx.utils.book_append_sheet(workbook, sheet, name);
  }
  workbook.Workbook = { Sheets: sheets.map(({ isHidden }) => ({ Hidden: isHidden ? 1 : 0 })) };
  return xlsx.write(workbook, { type: 'buffer', bookType: format === 'xls' ? 'biff8' : 'xlsx' }) as Uint8Array;
}
