import { isSameLine } from './columns.ts';
import type { TextRun } from './textRun.ts';

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/gu;
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu;
const NUMBER = /\p{Nd}/u;
/** Characters that are mirrored in a right-to-left line, such as brackets. */
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};
/** Widest gap within a line, in heights of the text; a wider one separates columns. */
const WIDE_GAP = 1.5;
/** Overlap of two neighbors, in points: fonts round their widths. */
const OVERLAP = 3;
/**
 * Characters between words that run from left to right. A bracket is not among them, because it belongs to the line
 * around these words.
 */
const BETWEEN_WORDS = /^[\s.,:;/&+-]*$/;

/**
 * Puts lines that run from right to left into the order in which they are read. Browsers and other programs draw them
 * from left to right, as they are seen, with one piece for each letter or each change of direction. A line that is
 * drawn from right to left stays as it is.
 */
export function toLogicalOrder(runs: readonly TextRun[]): TextRun[] {
  const ordered: TextRun[] = [];
  let line: TextRun[] = [];
  const flush = () => {
    ordered.push(...joinLine(line));
    line = [];
  };
  for (const run of runs) {
    const last = line.at(-1);
    if (last && !isNext(last, run)) flush();
    if (run.text === '' || !run.upright) {
      flush();
      ordered.push(run);
    } else line.push(run);
    if (run.endsLine) flush();
  }
  flush();
  return ordered;
}

function isNext(last: TextRun, run: TextRun): boolean {
  const gap = run.x - (last.x + last.width);
  return run.upright && isSameLine(last, run) && gap > -OVERLAP && gap < WIDE_GAP * last.height;
}

function joinLine(line: TextRun[]): TextRun[] {
  if (line.length === 1 || !runsFromRightToLeft(line.map((run) => run.text).join(''))) return line;
  const cells: TextRun[][] = [[]];
  for (const run of line) {
    if (run.text.trim() === '' && run.width > WIDE_GAP * run.height) cells.push([]);
    else cells.at(-1)!.push(run);
  }
  const joined = cells.toReversed().flatMap(joinCell);
  return joined.map((run, index) => ({ ...run, endsLine: index === joined.length - 1 && line.at(-1)!.endsLine }));
}

function joinCell(cell: readonly TextRun[]): TextRun[] {
  const [first] = cell;
  const last = cell.at(-1);
  if (!first || !last) return [];
  const [start = '', ...rest] = orderPieces(cell.map((run) => run.text).toReversed());
  // The label of a list is printed with its point on the left.
  const text = start.replace(/^\.(\p{Nd}{1,3})$/u, '$1.') + rest.join('');
  return [{ ...first, text, width: last.x + last.width - first.x }];
}

/** Whether most letters of a text are of a script from right to left: then its line is, too (Unicode UAX #9, P2, simplified). */
export function runsFromRightToLeft(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(RIGHT_TO_LEFT) > count(LEFT_TO_RIGHT);
}

/** @param pieces from right to left; words from left to right are put back together */
function orderPieces(pieces: readonly string[]): string[] {
  const ordered: string[] = [];
  for (let start = 0; start < pieces.length;) {
    const end = isLeftToRight(pieces[start]!) ? findEnd(pieces, start) : start + 1;
    const slice = pieces.slice(start, end);
    ordered.push(...(slice.length > 1 ? slice.toReversed() : slice.map(mirror)));
    start = end;
  }
  return ordered;
}

/** The index after the left-to-right words that start here, including the pieces between them. */
function findEnd(pieces: readonly string[], start: number): number {
  let end = start + 1;
  for (let index = start + 1; index < pieces.length; index += 1) {
    const piece = pieces[index]!;
    if (isLeftToRight(piece)) end = index + 1;
    else if (!BETWEEN_WORDS.test(piece) && !NUMBER.test(piece)) break;
  }
  return end;
}

const isRightToLeft = (text: string) => text.match(RIGHT_TO_LEFT) !== null;
const isLeftToRight = (text: string) => !isRightToLeft(text) && text.match(LEFT_TO_RIGHT) !== null;

/** Brackets and the like are mirrored if they are separate pieces, but not if they are part of a number or a word. */
function mirror(text: string): string {
  if (isRightToLeft(text) || isLeftToRight(text)) return text;
  return [...text].map((sign) => MIRRORED[sign] ?? sign).join('');
}
