import type { CellObject } from '@e965/xlsx';
import { format, isDateFormat } from 'numfmt';

/** For dates in the default format, which Excel shows as is usual in the reader's country. */
const DEFAULT_DATE = 'm/d/yy';
const ISO_DATE = 'yyyy-mm-dd';
/** Days between the epochs of Excel for Windows and of early Excel for Mac (ECMA-376-1, 18.17.4.1). */
const DAYS_TO_1904 = 1_462;
/** A double has no more digits that are sure. Excel shows 11, too few for an article number. */
const DIGITS = 15;
const NOT_CALCULATED = '(not calculated)';

/** A currency or language in a format: `[$€-407]`. The language decides on names of months, not on separators. */
const LANGUAGE = /\[\$([^[\]-]{0,20})-[^[\]]{0,20}\]/g;
/** A German pattern of days, months and years, as some programs write it. Excel knows none of the letters T and J. */
const GERMAN_DATE = /^[TMJ./\- ]+$/i;

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
  if (typeof v !== 'number' || t === 'e') return w ?? (v === undefined || v === null ? '' : String(v));
  return formatNumber(v, typeof z === 'string' ? z : 'General', isFrom1904);
}

function formatNumber(value: number, pattern: string, isFrom1904: boolean): string {
  if (/^General$/i.test(pattern)) return String(Number(value.toPrecision(DIGITS)));
  try {
    const known =
      GERMAN_DATE.test(pattern) && /j/i.test(pattern) ? pattern.replaceAll(/t/gi, 'd').replaceAll(/j/gi, 'y') : pattern;
    if (!isDateFormat(known))
      return format(
        known.replaceAll(LANGUAGE, (_, symbol) => symbol && `"${symbol}"`),
        value,
      );
    return format(known === DEFAULT_DATE ? ISO_DATE : known, value + (isFrom1904 ? DAYS_TO_1904 : 0));
  } catch {
    // A damaged pattern.
    return String(value);
  }
}
