import type { TextPart } from '#contract/files/locations.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';

/** Rows per part: few enough to find a cited cell at a glance. */
const ROWS_PER_PART = 50;
/** The first line of a part of a sheet that its program does not show. */
const HIDDEN = '(hidden sheet)';
const LETTERS = 26;

interface Sheet {
  name: string;
  isHidden: boolean;
  rowCount: number;
  /** The cells of a row without the empty ones at its end, each in one line. */
  getRow: (index: number) => string[];
}

/**
 * The parts of a sheet, one per 50 rows. Each part repeats the header of the sheet. The parts of a hidden sheet say
 * that it is hidden.
 */
export function* listSheetParts({ name, isHidden, rowCount, getRow }: Sheet): Generator<TextPart> {
  let header: string[] | undefined;
  for (let start = 0; start < rowCount; start += ROWS_PER_PART) {
    const read: { index: number; cells: string[] }[] = [];
    for (let index = start; index < Math.min(start + ROWS_PER_PART, rowCount); index += 1) {
      const cells = getRow(index);
      if (cells.length > 0) read.push({ index, cells });
    }
    const [first] = read;
    if (!first) continue;
    const rows = read.map(({ cells }) => cells);
    const text = tidyText([...(header ?? []), ...rows.map(toLine)].join('\n'));
    if (text === '') continue;
    header ??= findHeader(rows).map(toLine);
    const width = Math.max(...rows.map((cells) => cells.length));
    const from = `A${first.index + 1}`;
    const to = `${toColumn(width - 1)}${read.at(-1)!.index + 1}`;
    yield {
      location: { kind: 'sheet', sheet: name, range: from === to ? from : `${from}:${to}` },
      text: isHidden ? `${HIDDEN}\n${text}` : text,
    };
  }
}

/** The letters of a column, 0 for A. */
function toColumn(index: number): string {
  const rest = Math.floor(index / LETTERS) - 1;
  return (rest < 0 ? '' : toColumn(rest)) + String.fromCodePoint(65 + (index % LETTERS));
}

const toLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/**
 * The rows that name the columns: the first one, if it has several cells, and a second one below it that begins with an
 * empty cell.
 */
function findHeader([first = [], second = []]: readonly string[][]): string[][] {
  if (first.filter(Boolean).length < 2) return [];
  return second[0] === '' && first[0] !== '' ? [first, second] : [first];
}
