import type { TextRun } from './textRun.ts';

/** Characters that are written from top to bottom: East Asian letters, and punctuation with its vertical forms. */
const VERTICAL =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fc\ufe10-\ufe19\ufe30-\ufe4f\uff01-\uff65]{1,2}$/u;
/**
 * Blanks that pdf.js finds between the letters of a vertical font, because it takes the widths of the letters for their
 * heights.
 */
const SPACED = /^(?:\S ){1,400}\S$/u;
/** A shorter column is a list with numbers in Chinese. */
const MIN_SIGNS = 3;
/** Distances between two characters of a column, in sizes of the text. */
const MAX_SHIFT = 0.6;
const MAX_GAP = 0.5;
/** The distance before and after a character of a vertical font that fills only half of its place, such as a comma. */
const MAX_FONT_GAP = 1.2;

/** A run with the box around its characters, in points. */
interface Sign {
  run: TextRun;
  middle: number;
  top: number;
  bottom: number;
}

/**
 * Joins the characters of columns that are written from top to bottom, because files draw them one by one. Each column
 * becomes one line, in the order in which the file draws the columns.
 */
export function joinVerticalText(runs: readonly TextRun[]): TextRun[] {
  const joined: TextRun[] = [];
  let column: Sign[] = [];
  /** The runs of the column, with the blanks between them. */
  let drawn: TextRun[] = [];
  const flush = () => {
    joined.push(...(joinSigns(column) ?? drawn));
    column = [];
    drawn = [];
  };
  for (const run of runs) {
    const sign = toSign(run);
    // pdf.js writes an empty run where it sees a new line.
    const isBlank = !sign && run.text.trim() === '' && column.length > 0;
    if (!isBlank && !(sign && isNext(column.at(-1), sign))) flush();
    if (sign) column.push(sign);
    if (sign || isBlank) drawn.push(run);
    else joined.push(run);
  }
  flush();
  return joined;
}

function toSign(run: TextRun): Sign | null {
  const { x, y, height, columnHeight, text } = run;
  if (columnHeight !== undefined) return { run, middle: x, top: y, bottom: y + columnHeight };
  if (!run.upright || !VERTICAL.test(text.trim())) return null;
  return { run, middle: x + height / 2, top: y - height, bottom: y };
}

function isNext(last: Sign | undefined, sign: Sign): boolean {
  if (!last) return true;
  const size = Math.max(last.run.height, sign.run.height);
  const isOfVerticalFont = [last.run, sign.run].some(({ columnHeight }) => columnHeight !== undefined);
  const maxGap = isOfVerticalFont ? MAX_FONT_GAP : MAX_GAP;
  const gap = (sign.top - last.bottom) / size;
  return Math.abs(sign.middle - last.middle) < MAX_SHIFT * size && gap > -MAX_SHIFT && gap < maxGap;
}

/** @returns null if these characters are not a column */
function joinSigns(column: readonly Sign[]): TextRun[] | null {
  const first = column[0];
  const runs = column.map(({ run }) => run);
  if (!first || (column.length < MIN_SIGNS && runs.every(({ columnHeight }) => columnHeight === undefined)))
    return null;
  const text = runs.map((run) => (SPACED.test(run.text) ? run.text.replaceAll(' ', '') : run.text)).join('');
  const { height, x } = first.run;
  return [{ text, x, y: first.top + height, width: height, height, upright: false, endsLine: true }];
}
