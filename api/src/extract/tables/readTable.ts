import { findTable } from './findTable.ts';
import type { Cell, Sheet } from './sheets.ts';
import { typeColumn, type ColumnType } from './typeColumn.ts';

export type Value = string | number | null;

export interface Column {
  name: string;
  type: ColumnType;
  /** Its place in the sheet, from 0. */
  index: number;
  /** One value for each row. */
  values: readonly Value[];
}

/** A table as SQL sees it. */
export interface Table {
  name: string;
  sheet: Pick<Sheet, 'name' | 'isHidden' | 'isCsv'>;
  columns: Column[];
  /** The number of each row in the sheet, from 1. */
  rows: number[];
  /** What a reader of the table has to know. */
  notes: string[];
}

const MAX_EXAMPLES = 3;

/** The tables of a sheet: its data, and its total rows in a table of their own; none if the sheet is empty. */
export function readTables({ language, ...read }: Sheet): Table[] {
  const found = findTable(read);
  if (!found) return [];
  const { name: sheetName, isHidden, isCsv } = read;
  const sheet = { name: sheetName, isHidden, isCsv };
  const { names, rows, body, notes } = found;
  const columns: Column[] = [];
  const remarks = notes.map((note) => `Beside the table: ${note}`);
  for (const [index, name] of names.entries()) {
    const { type, values, others } = typeColumn(
      body.map((row) => rows[row]![index]),
      language,
    );
    columns.push({ name: type === 'hours' ? `${name} (hours)` : name, type, index, values });
    if (others.length === 0) continue;
    const texts = others.filter((other) => other !== null);
    const examples = [...new Set(texts)].slice(0, MAX_EXAMPLES).join(', ');
    columns.push({ name: `${name} (text)`, type: 'text', index, values: others });
    remarks.push(
      `Without a ${type} in "${name}", so see "${name} (text)": ${texts.length} of ${body.length} (${examples})`,
    );
  }
  const labels = body.map((row) => rows[row]!.find((cell) => typeof cell === 'string' && cell.trim() !== ''));
  const totals = findTotals(labels, columns);
  if (totals.size === 0)
    return [{ name: sheet.name, sheet, columns, rows: body.map((row) => row + 1), notes: remarks }];
  const select = (isSelected: (row: number) => boolean) => ({
    sheet,
    columns: columns.map((column) => ({ ...column, values: column.values.filter((_, row) => isSelected(row)) })),
    rows: body.filter((_, row) => isSelected(row)).map((row) => row + 1),
  });
  const name = `${sheet.name} totals`;
  return [
    {
      ...select((row) => !totals.has(row)),
      name: sheet.name,
      notes: [...remarks, `Rows that sum up others are not in this table, but in "${name}".`],
    },
    { ...select((row) => totals.has(row)), name, notes: [] },
  ];
}

/** Labels of a row that sums up others. */
const TOTALS = new Set(
  'total totals subtotal sub-total summe zwischensumme gesamt gesamtsumme insgesamt sous-total somme totale suma totaal итого 合計 总计 合计'
    .split(' ')
    .concat('grand total', 'total général'),
);
const MAX_LABEL_CHARACTERS = 80;

/** The rows that sum up others. They are kept apart, because a sum over all rows would count them twice. */
function findTotals(labels: readonly Cell[], columns: readonly Column[]): Set<number> {
  const totals = new Set<number>();
  const numbers = columns.filter(({ type }) => type === 'number' || type === 'hours');
  const all = numbers.map(() => 0);
  const group = numbers.map(() => 0);
  const isSum = (row: number, sums: readonly number[]) =>
    numbers.some(({ values }, index) => {
      const [value, sum] = [values[row], sums[index]!];
      return typeof value === 'number' && sum !== 0 && Math.abs(sum - value) <= Math.max(0.01, Math.abs(sum) * 1e-6);
    });
  for (const [row, cell] of labels.entries()) {
    const label = typeof cell === 'string' ? cell.trim().slice(0, MAX_LABEL_CHARACTERS).toLowerCase() : '';
    if (TOTALS.has(label.replace(/:$/, '')) || (namesTotal(label) && (isSum(row, group) || isSum(row, all)))) {
      totals.add(row);
      group.fill(0);
      continue;
    }
    for (const [index, { values }] of numbers.entries()) {
      const value = values[row];
      if (typeof value !== 'number') continue;
      all[index]! += value;
      group[index]! += value;
    }
  }
  return totals;
}

/** `Total Marketing`, `Marketing subtotal`. A company can be called Total as well, so the sum decides. */
function namesTotal(label: string): boolean {
  const words = label.split(' ');
  return [words[0], words.at(-1)].some((word) => TOTALS.has(word?.replace(/:$/, '') ?? ''));
}
