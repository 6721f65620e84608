import type { TextPart } from '../../../contract/files/locations.ts';
import { cleanText } from './cleanText.ts';
import type { FormatContext, Summary } from './formats.ts';
import { decodeText } from './plainText.ts';

/** As in a workbook: a reader of a citation finds a value in this many rows at a glance. */
const ROWS_PER_PART = 50;
/** A value in quotes has fewer lines. Otherwise its quote is only a character, such as an inch mark. */
const MAX_LINES_PER_ROW = 200;
const VALUE_IN_QUOTES = /(^|[,;\t])"/;

/** Reads comma- or tab-separated values, one part per 50 rows, more in a very long file. The text stays as it is. */
export async function* readCsv(bytes: Buffer, { limits }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const rows = listRows(decodeText(bytes, limits).split(/\r\n|\r|\n/));
  const size = Math.max(ROWS_PER_PART, Math.ceil(rows.length / limits.parts));
  for (let start = 0; start < rows.length; start += size) {
    const part = rows.slice(start, start + size);
    const text = cleanText(part.join('\n'));
    if (text) yield { location: { kind: 'rows', from: start + 1, to: start + part.length }, text };
  }
  return { pages: null };
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
