import type { Table } from 'mdast';
import { getText } from './limitDepth.ts';

/** Characters: a column is never narrower than this share of its text, and never wider because of one long cell. */
const MIN_CHARACTERS = 6;
const MAX_CHARACTERS = 60;
const CELLS_MEASURED = 4_000;

/** Shares of the width for the columns, by the length of their text; together 1. Columns without a header count, too. */
export function measureColumns({ children: rows }: Table): number[] {
  const count = rows.reduce((most, row) => Math.max(most, row.children.length), 1);
  const longest = Array.from({ length: count }, () => MIN_CHARACTERS);
  for (const row of rows.slice(0, Math.ceil(CELLS_MEASURED / count)))
    for (const [column, cell] of row.children.entries()) {
      const length = Math.min(MAX_CHARACTERS, getText(cell).length);
      longest[column] = Math.max(longest[column] ?? 0, length);
    }
  const sum = longest.reduce((total, length) => total + length, 0);
  return longest.map((length) => length / sum);
}
