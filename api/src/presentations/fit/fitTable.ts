import { textOf, type Run, type Table } from '#api/presentations/content/blocks.ts';
import { longestWord, textWidth } from '#api/exports/textWidth.ts';
import { BOLD, breakLines, LINE_HEIGHT, splitAfterLines } from './measureText.ts';

/** Space above and below the text of a cell, and at its sides, in points: 0.05 and 0.1 inches. */
const CELL_HEIGHT = 7.2;
const CELL_WIDTH = 14.4;
const SIZES: [columns: number, size: number][] = [
  [3, 18],
  [4, 16],
  [6, 14],
  [9, 12],
];
const SMALLEST = 10;
/** Characters of a cell that decide about the width of its column. */
const MEASURED = 200;

export interface TableArea {
  /** Points. */
  widths: number[];
  size: number;
}

/** Size of the text and widths of the columns, which follow what is in them. */
export function fitColumns({ rows }: Table, width: number, scale: number): TableArea {
  const count = rows[0]?.length ?? 1;
  const size = Math.max(SMALLEST, (SIZES.find(([columns]) => count <= columns)?.[1] ?? SMALLEST) * scale);
  const wanted = Array.from({ length: count }, (_, column) => {
    let [longest, word] = [0, 0];
    for (const [index, row] of rows.entries()) {
      const text = textOf(row[column] ?? []).slice(0, MEASURED);
      const bold = index === 0 ? BOLD : 1;
      longest = Math.max(longest, textWidth(text, size * bold));
      word = Math.max(word, Math.min(longestWord(text, size * bold), width / 3));
    }
    return { word: word + CELL_WIDTH, text: Math.min(longest + CELL_WIDTH, width / 2) + size };
  });
  const words = wanted.reduce((sum, column) => sum + column.word, 0);
  const texts = wanted.reduce((sum, column) => sum + Math.max(column.text, column.word), 0);
  if (words >= width) return { size, widths: wanted.map(({ word }) => (word / words) * width) };
  const spare = width - words;
  const extra = texts - words || 1;
  return {
    size,
    widths: wanted.map(({ word, text }) => word + (Math.max(text, word) - word) * (spare / extra)),
  };
}

function lookOf({ widths, size }: TableArea, column: number, bold: boolean) {
  return { size, width: Math.max(size, widths[column]! - CELL_WIDTH), bold };
}

export function rowHeight(row: readonly Run[][], area: TableArea, { bold = false, limit = Infinity } = {}): number {
  const maxLines = Math.ceil(limit / (area.size * LINE_HEIGHT)) + 1;
  const lines = row.map((cell, column) => breakLines(cell, lookOf(area, column, bold), maxLines).lines.length);
  return Math.max(1, ...lines) * area.size * LINE_HEIGHT + CELL_HEIGHT;
}

/** Takes as many rows as fit into `height` points; a row that is too high for itself is continued in another one. */
export function takeRows(
  rows: readonly Run[][][],
  area: TableArea,
  height: number,
  mustTake: boolean,
): { taken: Run[][][]; rest: Run[][][]; height: number } {
  const taken: Run[][][] = [];
  let used = 0;
  for (const [index, row] of rows.entries()) {
    const needed = rowHeight(row, area, { limit: height });
    if (used + needed <= height) {
      taken.push(row);
      used += needed;
      continue;
    }
    if (taken.length > 0 || !mustTake) return { taken, rest: rows.slice(index), height: used };
    const [first, next] = splitRow(row, area, height);
    const rest = next.some((cell) => cell.length > 0) ? [next, ...rows.slice(index + 1)] : rows.slice(index + 1);
    return { taken: [first], rest, height: rowHeight(first, area) };
  }
  return { taken, rest: [], height: used };
}

function splitRow(row: readonly Run[][], area: TableArea, height: number): [Run[][], Run[][]] {
  const lines = Math.max(1, Math.floor((height - CELL_HEIGHT) / (area.size * LINE_HEIGHT)));
  const cells = row.map((cell, column) => splitAfterLines(cell, lookOf(area, column, false), lines));
  return [cells.map(([first]) => first), cells.map(([, rest]) => rest)];
}
