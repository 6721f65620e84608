/** A value that Excel can compute with, and the number format that shows it as it is written. */
export interface TypedValue {
  value: number | Date;
  format: string;
}

/** A column either has one way to write numbers and dates, or its cells stay text. */
interface Notation {
  decimal: '.' | ',';
  /** Whether the day is before the month in `3/4/2026`; null if the column doesn't show it. */
  isDayFirst: boolean | null;
}

/** Citations at the end of a cell. */
const MARKS = /(?:\s?\[\d{1,5}\]){1,9}$/;
const NUMBER = /^([+\-−]?)(\D{0,5}?)([+\-−]?)(\d[\d.,'’ \u00a0\u202f]{0,24})(\D{0,5})$/;
const SEPARATOR = /[.,'’ \u00a0\u202f]/g;
/** A double has at most this number of reliable digits. Longer numbers are ids, not amounts. */
const MAX_DIGITS = 15;
const currencies = new Set(Intl.supportedValuesOf('currency'));

/**
 * Reads the cells of a column; null for a cell that stays text. If a number or date can be read in several ways, it
 * stays text.
 */
export function readColumn(cells: readonly string[], language: string): (TypedValue | null)[] {
  const parts = cells.map((cell) => {
    const marks = MARKS.exec(cell.slice(-60))?.[0] ?? '';
    return { text: cell.slice(0, cell.length - marks.length).trim(), marks };
  });
  const texts = parts.map(({ text }) => text);
  const notation: Omit<Notation, 'decimal'> = { isDayFirst: findDayFirst(texts) };
  const dates = texts.map((text) => readDate(text, notation));
  const decimal = findDecimal(
    texts.filter((_, index) => !dates[index]),
    language,
  );
  return parts.map(({ text, marks }, index) => {
    const typed = dates[index] ?? (decimal && readNumber(text, decimal));
    return typed && marks !== '' ? { ...typed, format: addMarks(typed.format, marks) } : typed;
  });
}

/** A citation is part of the format, so that the cell shows it and stays a number. */
const addMarks = (format: string, marks: string) =>
  format
    .split(';')
    .map((section) => `${section}"${marks}"`)
    .join(';');

interface WrittenNumber {
  sign: string;
  before: string;
  digits: string;
  after: string;
}

function splitNumber(text: string): WrittenNumber | null {
  const match = NUMBER.exec(text.slice(0, 60));
  if (!match || text.length > 60) return null;
  const [, outer = '', before = '', inner = '', digits = '', after = ''] = match;
  if ((outer !== '' && inner !== '') || !isUnit(before) || !(isUnit(after) || after.trim() === '%')) return null;
  if (before.trim() !== '' && after.trim() !== '') return null;
  const end = digits.trimEnd();
  // A telephone number.
  if ((outer || inner) === '+' && before.trim() === '' && after.trim() === '' && /[ \u00a0\u202f]/.test(end))
    return null;
  return { sign: outer || inner, before, digits: end, after: digits.slice(end.length) + after };
}

const isUnit = (text: string) => /^\p{Sc}?$/u.test(text.trim()) || currencies.has(text.trim());

/** The decimal separator with which all numbers of a column can be read; if both are possible, that of the language. */
function findDecimal(texts: readonly string[], language: string): Notation['decimal'] | null {
  const numbers = texts.flatMap((text) => splitNumber(text) ?? []);
  const possible = (['.', ','] as const).filter((decimal) =>
    numbers.every(({ digits }) => parseDigits(digits, decimal) !== null),
  );
  if (possible.length < 2) return possible[0] ?? null;
  const written = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  return written === ',' ? ',' : '.';
}

function parseDigits(digits: string, decimal: Notation['decimal']): { value: number; format: string } | null {
  const at = digits.lastIndexOf(decimal);
  const [whole, fraction] = at < 0 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)];
  if (at >= 0 && !/^\d{1,15}$/.test(fraction)) return null;
  const separators = new Set(whole.match(SEPARATOR));
  const [first = '', ...groups] = whole.split(SEPARATOR);
  if (separators.size > 1 || separators.has(decimal)) return null;
  if (groups.length > 0 && (first.length > 3 || first === '' || groups.some(({ length }) => length !== 3))) return null;
  const joined = first + groups.join('');
  // Codes such as 007 are not numbers.
  if ((joined.length > 1 && joined.startsWith('0')) || joined.length + fraction.length > MAX_DIGITS) return null;
  const decimals = fraction === '' ? '' : `.${'0'.repeat(fraction.length)}`;
  return { value: Number(`${joined}.${fraction}`), format: `${groups.length > 0 ? '#,##0' : '0'}${decimals}` };
}

function readNumber(text: string, decimal: Notation['decimal']): TypedValue | null {
  const written = splitNumber(text);
  const parsed = written && parseDigits(written.digits, decimal);
  if (!written || !parsed) return null;
  const { sign, before, after } = written;
  const isPercent = after.trim() === '%';
  const [mantissa, exponent = 0] = `${parsed.value}`.split('e');
  const size = isPercent ? Number(`${mantissa}e${Number(exponent) - 2}`) : parsed.value;
  const end = isPercent ? `${quote(after.replace(/%\s{0,5}$/, ''))}%` : quote(after);
  const format = `${quote(before)}${parsed.format}${end}`;
  return {
    value: sign === '' || sign === '+' ? size : -size,
    format: sign === '+' ? `+${format};-${format};${format}` : format,
  };
}

const quote = (text: string) => (text === '' ? '' : `"${text}"`);

const months = 'january february march april may june july august september october november december'.split(' ');
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}))?$/;
const DOTS = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/;
const SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const DAY_MONTH = /^(\d{1,2}) ([a-z]{3,9}) (\d{4})$/i;
const MONTH_DAY = /^([a-z]{3,9}) (\d{1,2}), (\d{4})$/i;
/** Shows English names of months in every Excel. */
const ENGLISH = '[$-409]';

/** The order of days and months that a number above 12 shows. */
function findDayFirst(texts: readonly string[]): boolean | null {
  const dates = texts.flatMap((text) => [SLASHES.exec(text) ?? []]).filter(({ length }) => length > 0);
  const isDayFirst = dates.some(([, first]) => Number(first) > 12);
  const isMonthFirst = dates.some(([, , second]) => Number(second) > 12);
  return isDayFirst === isMonthFirst ? null : isDayFirst;
}

function readDate(text: string, { isDayFirst }: Omit<Notation, 'decimal'>): TypedValue | null {
  const iso = ISO.exec(text);
  if (iso) {
    const [, year, month, day, hour, minute] = iso;
    const format = hour === undefined ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm';
    return toDate([year, month, day, hour ?? 0, minute ?? 0], format);
  }
  const dots = DOTS.exec(text);
  if (dots) {
    const [, day = '', month = '', year] = dots;
    return toDate([year, month, day], `${'d'.repeat(day.length)}.${'m'.repeat(month.length)}.yyyy`);
  }
  const slashes = SLASHES.exec(text);
  if (slashes && isDayFirst !== null) {
    const [, first = '', second = '', year] = slashes;
    const [one, two] = isDayFirst ? ['d', 'm'] : ['m', 'd'];
    const format = `${one.repeat(first.length)}/${two.repeat(second.length)}/yyyy`;
    return toDate(isDayFirst ? [year, second, first] : [year, first, second], format);
  }
  const named = DAY_MONTH.exec(text) ?? MONTH_DAY.exec(text);
  if (!named) return null;
  const [, first = '', second = '', year] = named;
  const [day, name] = /^\d/.test(first) ? [first, second] : [second, first];
  const month = months.findIndex((known) => known === name.toLowerCase() || known.slice(0, 3) === name.toLowerCase());
  const code = name.length > 3 ? 'mmmm' : 'mmm';
  return toDate([year, month + 1, day], `${ENGLISH}${day === first ? `d ${code} yyyy` : `${code} d, yyyy`}`);
}

/** Returns null for a date that does not exist, and before 1901: Excel counts a February 29, 1900, which never was. */
function toDate(parts: readonly (string | number | undefined)[], format: string): TypedValue | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number);
  const value = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const isReal = value.getUTCMonth() === month - 1 && value.getUTCDate() === day && value.getUTCHours() === hour;
  return isReal && year > 1900 ? { value, format } : null;
}
