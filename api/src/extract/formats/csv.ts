import type { TextPart } from '#contract/files/locations.ts';
import { tidyText } from './tidyText.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { FormatContext, Summary } from './format.ts';
import { decodeText } from './plainText.ts';

/** Rows per part, as for a workbook: among this many rows, a reader of a citation finds a value at a glance. */
const ROWS_PER_PART = 50;
/**
 * Maximum number of lines of a value in quotes. If there are more, the quote is an ordinary character, such as an inch
 * mark.
 */
const MAX_LINES_PER_ROW = 200;
const SEPARATOR = /[,;\t]/;
/** Share of the output for the text; the rest is for what is said about it. Each part has bytes beside its text. */
const TEXT_SHARE = 0.9;
const PART_BYTES = 200;
/** A longer first row is text, not the names of columns. */
const MAX_HEADER = 2_000;
const VALUE_IN_QUOTES = /(^|[,;\t])"/;

/**
 * Reads values that are separated by commas, semicolons or tabs, one part per 50 rows, more in a very long file. The text stays
 * as it is; each part begins with the row that names the columns. Rows that are too much text are not read; a calculation
 * over the table still has them (`extract/tables`).
 */
export async function* readCsv(bytes: Buffer, { limits, unread }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const decoded = decodeText(bytes, { outputBytes: limits.fileBytes }, unread);
  const rows = listRows(decoded.split(/\r\n|\r|\n/));
  const header = findHeader(rows);
  const size = Math.max(ROWS_PER_PART, Math.ceil(rows.length / limits.parts));
  let room = limits.outputBytes * TEXT_SHARE;
  for (let start = 0; start < rows.length; start += size) {
    const part = rows.slice(start, start + size);
    const text = tidyText([...(start > 0 ? header : []), ...part].join('\n'));
    room -= Buffer.byteLength(JSON.stringify(text)) + PART_BYTES;
    if (room < 0) {
      if (start === 0) throw new ExtractionError('too_big_inside');
      unread.add('row', rows.length - start);
      break;
    }
    if (text) yield { location: { kind: 'rows', from: start + 1, to: start + part.length }, text };
  }
  return { pages: null };
}

/** The first row, if it has several values and none of them is a number. */
function findHeader([first = '']: readonly string[]): string[] {
  const values = first.split(SEPARATOR).map((value) => value.replaceAll('"', '').trim());
  return values.length > 1 && first.length <= MAX_HEADER && !values.some((value) => /^[-+]?\d[\d.,]*$/.test(value))
    ? [first]
    : [];
}

/** Joins the lines of values in quotes, which can contain line breaks (RFC 4180). */
function listRows(lines: readonly string[]): string[] {
  const isOdd = lines.map((line) => line.split('"').length % 2 === 0);
  const rows: string[] = [];
  for (let start = 0, end = 0; start < lines.length; start = end + 1) {
    end = start;
    if (isOdd[start] && VALUE_IN_QUOTES.test(lines[start]!)) {
      const close = isOdd.slice(start + 1, start + MAX_LINES_PER_ROW).indexOf(true);
      if (close >= 0) end = start + 1 + close;
    }
    rows.push(lines.slice(start, end + 1).join('\n'));
  }
  // A file ends with a line break.
  return rows.at(-1) === '' ? rows.slice(0, -1) : rows;
}
