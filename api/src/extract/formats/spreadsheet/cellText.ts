import type { CellObject } from '@e965/xlsx';
import { format, isDateFormat } from 'numfmt';

/** For dates in the default format, which Excel shows as is usual in the reader's country. */
const DEFAULT_DATE = 'm/d/yy';
const ISO_DATE = 'yyyy-mm-dd';
/** Days between the epochs of Excel for Windows and of early Excel for Mac (ECMA-376-1, 18.17.4.1). */
const DAYS_TO_1904 = 1_462;
/** A double has at most this number of reliable digits. Excel shows 11, too few for an article number. */
const DIGITS = 15;
const NOT_CALCULATED = '(not calculated)';

/** A currency or language in a format: `[$€-407]`. The language decides on names of months, not on separators. */
const LANGUAGE = /\[\$([^[\]-]{0,20})-[^[\]]{0,20}\]/g;
/** The modern sort order of Spain, which Excel writes and numfmt does not know, is the Spanish of Spain. */
const MODERN_SPANISH = /\[\$-0{0,5}C0A\]/i;
/**
 * Languages that put the name of a month into the genitive after a day, by the last two digits of the format's language code:
 * in Russian, `[$-FC19]d mmmm` shows 31 мая, not 31 май.
 */
const GENITIVE = /\[\$-FC([0-9A-F]{2})\]/i;
const GENITIVE_LANGUAGES: Readonly<Record<string, string>> = {
  '05': 'cs',
  '08': 'el',
  15: 'pl',
  19: 'ru',
  '1A': 'hr',
  '1B': 'sk',
  22: 'uk',
  23: 'be',
};
/** A German pattern of days, months and years, as some programs write it. Excel knows none of the letters T and J. */
const GERMAN_DATE = /^[TMJ./\- ]+$/i;

/** Codes of errors (MS-XLS 2.5.10); a file can have the code without its text. */
const ERRORS: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
]);

/** The text of a cell as Excel shows it, with its comments, in one line. */
export function readCell(cell: CellObject, isFrom1904: boolean): string {
  const comments = (cell.c ?? []).map(({ t }) => ` (comment: ${t ?? ''})`).join('');
  return `${readValue(cell, isFrom1904)}${comments}`.replaceAll(/\s+/g, ' ').trim();
}

/** Whether a cell has a formula whose result the file does not contain. */
export const isNotCalculated = ({ t, f }: CellObject) => t === 'z' && f !== undefined;

function readValue(cell: CellObject, isFrom1904: boolean): string {
  const { t, v, w, z } = cell;
  if (t === 'z') return isNotCalculated(cell) ? NOT_CALCULATED : '';
  if (t === 'b') return v ? 'TRUE' : 'FALSE';
  if (t === 'e') return w ?? ERRORS.get(Number(v)) ?? '#ERROR';
  if (typeof v !== 'number') return w ?? (v === undefined || v === null ? '' : String(v));
  return formatNumber(v, typeof z === 'string' ? z : 'General', isFrom1904);
}

/** Milliseconds of the day that Excel counts as 0, two days early because it counts a February 29 in 1900. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** The time of a cell in ms since 1970, as if its clock were in UTC, to the second. */
export const readTime = (value: number, isFrom1904: boolean): number =>
  EPOCH_MS + Math.round((value + (isFrom1904 ? DAYS_TO_1904 : 0)) * (DAY_MS / 1_000)) * 1_000;

function formatNumber(value: number, pattern: string, isFrom1904: boolean): string {
  if (/^General$/i.test(pattern)) return String(Number(value.toPrecision(DIGITS))).toUpperCase();
  try {
    const known =
      GERMAN_DATE.test(pattern) && /j/i.test(pattern) ? pattern.replaceAll(/t/gi, 'd').replaceAll(/j/gi, 'y') : pattern;
    if (!isDateFormat(known))
      return format(
        known.replaceAll(LANGUAGE, (_, symbol) => symbol && `"${symbol}"`),
        value,
      );
    const days = value + (isFrom1904 ? DAYS_TO_1904 : 0);
    return format(known === DEFAULT_DATE ? ISO_DATE : nameMonths(known, days), days);
  } catch {
    // The pattern is damaged.
    return String(value);
  }
}

/** The pattern with names of months that numfmt does not know. */
function nameMonths(pattern: string, days: number): string {
  const language = GENITIVE_LANGUAGES[GENITIVE.exec(pattern)?.[1]?.toUpperCase() ?? ''];
  if (language === undefined) return pattern.replace(MODERN_SPANISH, '[$-40A]');
  const date = new Date(Date.UTC(1899, 11, 30 + Math.floor(days)));
  const parts = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' }).formatToParts(
    date,
  );
  const month = parts.find(({ type }) => type === 'month')?.value ?? '';
  return pattern.replace(GENITIVE, '').replace(/mmmm/i, `"${month}"`);
}
