import type { Table } from 'mdast';
import { longestWord, textWidth } from '#api/exports/textWidth.ts';
import { getText } from './limitDepth.ts';

const CELLS_MEASURED = 4_000;
/** Characters of a cell that decide about the width of its column. */
const MEASURED = 200;
/** Allowance for fonts that are wider than the estimate, and for the header, which is bold. */
const MARGIN = 1.12;
const HEADER_MARGIN = 1.25;
/** A word that is wider than this share of the table is broken. */
const MAX_WORD_SHARE = 0.3;
/** Characters of a short text, such as a telephone number or a date. */
const SHORT_TEXT = 16;
/** Short texts stay on one line if all of them take at most this share of the table. */
const WHOLE_TEXT_SHARE = 0.8;

export interface TableSize {
  /** Widths of the columns without their padding, in points. */
  widths: number[];
  /** Size of the text in points. */
  size: number;
}

/** The space that a table has to fit into, in points. */
export interface TablePlace {
  width: number;
  /** Space to the left and right of the text of a cell, together with the width of the cell's line. */
  padding: number;
  size: number;
  smallest: number;
}

/**
 * Widths of the columns by their text. A column is as wide as its longest word; if the words do not fit next to each
 * other, the text is smaller. Columns without a header are included.
 */
export function fitColumns({ children: rows }: Table, { width, padding, size, smallest }: TablePlace): TableSize {
  const count = rows.reduce((most, row) => Math.max(most, row.children.length), 1);
  const available = Math.max(count, width - count * padding);
  // Text is measured at a size of one point, and the widths are scaled below.
  const columns = Array.from({ length: count }, () => ({ word: 1, short: 1, text: 1 }));
  for (const [line, row] of rows.slice(0, Math.ceil(CELLS_MEASURED / count)).entries()) {
    const margin = line === 0 ? HEADER_MARGIN : MARGIN;
    for (const [index, cell] of row.children.entries()) {
      const text = getText(cell).slice(0, MEASURED);
      const column = columns[index];
      if (!column) continue;
      column.word = Math.max(column.word, longestWord(text, margin));
      if (text.length <= SHORT_TEXT) column.short = Math.max(column.short, textWidth(text, margin));
      column.text = Math.max(column.text, textWidth(text, margin));
    }
  }
  const longestWords = columns.map(({ word }) => Math.min(word * size, available * MAX_WORD_SHARE));
  const wholeTexts = columns.map(({ short }, index) => Math.max(short * size, longestWords[index] ?? 0));
  const words = add(wholeTexts) <= available * WHOLE_TEXT_SHARE ? wholeTexts : longestWords;
  const sum = add(words);
  if (sum >= available) {
    const scale = available / sum;
    return { widths: words.map((word) => word * scale), size: Math.max(smallest, size * scale) };
  }
  const extra = columns.map(
    ({ text }, index) => Math.max(0, Math.min(text * size, available) - (words[index] ?? 0)) + 0.1,
  );
  const spare = (available - sum) / add(extra);
  return { widths: words.map((word, index) => word + (extra[index] ?? 0) * spare), size };
}

const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
