/** A file made by code, with what a person reads in it. */
export interface Sample {
  /** File name; its ending names the format. Unique, because it is the title of a test. */
  name: string;
  make: () => Uint8Array | Promise<Uint8Array>;
  /** In reading order. */
  text: string;
  /** Cells of the tables; an empty cell keeps its column. */
  rows?: readonly (readonly string[])[];
  /** Words that no reader of the file sees. */
  hidden?: string;
}

export interface Fidelity {
  /** Share of the words that were read, 0 to 1. */
  words: number;
  /** Share of these words that are in their order. */
  order: number;
  /** Share of the rows of tables that have the same cells; `null` without a table. */
  rows: number | null;
}

/** East Asian and Thai text has no blanks between its words, so that each character counts. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Hangul}\p{M}\p{N}]+/gu;

export const listWords = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];

/** Compares what was read with what a person reads in the file. */
export function judge({ text, rows }: Sample, read: string): Fidelity {
  const expected = listWords(text);
  const found = listWords(read);
  const matched = countCommon(expected, found);
  return {
    words: matched / Math.max(1, expected.length),
    order: countInOrder(expected, found) / Math.max(1, matched),
    rows: rows ? judgeRows(rows, read) : null,
  };
}

function countCommon(expected: readonly string[], found: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  return expected.filter((word) => {
    const count = counts.get(word) ?? 0;
    counts.set(word, count - 1);
    return count > 0;
  }).length;
}

/** Length of the longest common subsequence. */
function countInOrder(expected: readonly string[], found: readonly string[]): number {
  let before = new Uint32Array(found.length + 1);
  for (const word of expected) {
    const line = new Uint32Array(found.length + 1);
    for (let index = 0; index < found.length; index += 1)
      line[index + 1] = word === found[index] ? before[index]! + 1 : Math.max(line[index]!, before[index + 1]!);
    before = line;
  }
  return before.at(-1) ?? 0;
}

function judgeRows(rows: readonly (readonly string[])[], read: string): number {
  const lines = new Set(read.split('\n').map((line) => toKey(toCells(line))));
  return rows.filter((row) => lines.has(toKey(row))).length / rows.length;
}

/** The cells of a line of Markdown, tab-separated values, or columns of blanks. */
function toCells(line: string): string[] {
  if (line.startsWith('|')) return line.replace(/^\|/, '').replace(/\|$/, '').split('|');
  return line.includes('\t') ? line.split('\t') : line.trim().split(/ {2,}|;/);
}

/** Cells as a line; empty cells at the end of a row make no difference. */
function toKey(cells: readonly string[]): string {
  const key = cells.map((cell) => cell.normalize('NFKC').replace(/\s+/g, ' ').trim()).join('|');
  return key.replace(/\|+$/, '');
}
