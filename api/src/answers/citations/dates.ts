/** A day, a month, a day of the week or a time that a text names. What the text leaves out is absent. */
export type NamedTime =
  | {
      kind: 'date';
      year?: number;
      /** Both readings of `03/04/2026`; without a day, only the month is named. */ days: {
        month: number;
        day?: number;
      }[];
    }
  | { kind: 'weekday'; weekday: number }
  | { kind: 'time'; minutes: number };

export interface DatedText {
  times: NamedTime[];
  /** The text with blanks where its dates and times were, so that their digits are not read as numbers. */
  rest: string;
}

const LOCALES = 'en de fr es it pt nl sv da nb fi pl cs hu ro tr el ru uk'.split(' ');
/** Short names that are no words of these languages themselves. */
const SHORT_LOCALES = ['en', 'de', 'fr'];
/** Months whose names are other words as well: in an answer, they need a sign of a date. */
const AMBIGUOUS = new Set(['may', 'march', 'august', 'mars', 'mart', 'ekim', 'mai', 'mei', 'maj']);
const CAPITALIZED = new Set(['may', 'march', 'august']);
const BEFORE_MONTH =
  /(?:^|[\s(])(?:in|of|by|until|till|since|from|to|for|during|and|or|end|im|bis|ab|seit|ende|anfang|en|de|fin|nel|em|von|\p{N}{1,4}(?:st|nd|rd|th)?\.?|[-–|])\s{1,2}$/iu;

const monthNames = new Map<string, number>();
const shortMonthNames = new Map<string, number>();
const weekdayNames = new Map<string, number>();
for (const locale of LOCALES) {
  for (let month = 0; month < 12; month += 1) {
    const date = new Date(Date.UTC(2026, month, 15));
    const name = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
        .formatToParts(date)
        .find(({ type }) => type === 'month')!
        .value.toLocaleLowerCase(locale)
        .replace(/\.$/, '');
    for (const long of [name({ month: 'long' }), name({ month: 'long', day: 'numeric' })])
      if (/^\p{L}{3,20}$/u.test(long)) monthNames.set(long, month + 1);
    const short = name({ month: 'short' });
    if (SHORT_LOCALES.includes(locale) && /^\p{L}{3,6}$/u.test(short)) shortMonthNames.set(short, month + 1);
  }
  for (let day = 0; day < 7; day += 1) {
    // 1 February 2026 is a Sunday.
    const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, 1, 1 + day),
    );
    if (/^\p{L}{4,20}$/u.test(name)) weekdayNames.set(name.toLocaleLowerCase(locale), day);
  }
}
shortMonthNames.set('sept', 9);

export const isMonth = (word: string): boolean => monthNames.has(word.toLocaleLowerCase('en'));

const WORD = /\p{L}{3,20}/gu;
const DAY_BEFORE = /(?<![\p{L}\p{N}.,])(\d{1,2})(?:st|nd|rd|th|er|\.|º|ª)?\s{1,3}(?:(?:de|of|do|di)\s{1,2})?$/u;
const DAY_AFTER = /^\.?\s{1,2}(\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\p{N}:]|[.,]\d)/u;
const YEAR_AFTER = /^\.?,?\s{0,2}(?:(?:de|of|del|do)\s{1,2})?((?:19|20)\d\d)(?!\d)/u;

/**
 * Reads the dates, days of the week and times of a text, in the languages of `LOCALES` and in figures.
 * @param isSource whether it is the text of a file, where more words count as months than in an answer that is judged
 */
export function readDates(text: string, isSource = false): DatedText {
  const times: NamedTime[] = [];
  let rest = text;
  const blank = (from: number, to: number) => {
    rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  };
  const take = (pattern: RegExp, read: (groups: (string | undefined)[]) => NamedTime | null) => {
    for (const match of rest.matchAll(pattern)) {
      const time = read(match.slice(1));
      if (time === null) continue;
      times.push(time);
      blank(match.index, match.index + match[0].length);
    }
  };
  for (const [pattern, read] of numericForms) take(pattern, read);
  for (const { 0: word, index } of rest.matchAll(WORD)) {
    const lower = word.toLocaleLowerCase('en');
    const weekday = weekdayNames.get(lower) ?? weekdayNames.get(lower.replace(/s$|en$/, ''));
    if (weekday !== undefined) {
      times.push({ kind: 'weekday', weekday });
      blank(index, index + word.length);
      continue;
    }
    const end = index + word.length;
    const [before, after] = [rest.slice(Math.max(0, index - 16), index), rest.slice(end, end + 24)];
    const dayBefore = DAY_BEFORE.exec(before);
    const dayAfter = dayBefore ? null : DAY_AFTER.exec(after);
    const yearText = YEAR_AFTER.exec(after.slice(dayAfter?.[0].length ?? 0));
    const month = monthNames.get(lower) ?? (dayBefore || dayAfter || yearText ? shortMonthNames.get(lower) : undefined);
    if (month === undefined) continue;
    const isNamed = isSource || dayBefore || dayAfter || yearText || BEFORE_MONTH.test(before);
    if (AMBIGUOUS.has(lower) && !isNamed) continue;
    if (CAPITALIZED.has(lower) && !/^\p{Lu}/u.test(word) && !dayBefore) continue;
    const day = Number((dayBefore ?? dayAfter)?.[1]);
    times.push({
      kind: 'date',
      days: [{ month, ...(day >= 1 && day <= 31 && { day }) }],
      ...(yearText && { year: Number(yearText[1]) }),
    });
    blank(index - (dayBefore?.[0].length ?? 0), end + (dayAfter?.[0].length ?? 0) + (yearText?.[0].length ?? 0));
  }
  return { times, rest };
}

function toDate(year: string | undefined, ...days: { month: number; day?: number }[]): NamedTime | null {
  const possible = days.filter(({ month, day = 1 }) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
  if (possible.length === 0) return null;
  const full = year?.length === 2 ? `20${year}` : year;
  return { kind: 'date', days: possible, ...(full !== undefined && { year: Number(full) }) };
}

function toTime(hour: number, minute: number, half: string | undefined): NamedTime | null {
  const isLate = /^p/i.test(half ?? '');
  const hours = half === undefined || hour > 12 ? hour : (hour % 12) + (isLate ? 12 : 0);
  return hours > 24 || minute > 59 ? null : { kind: 'time', minutes: 60 * hours + minute };
}

const numericForms: readonly [RegExp, (groups: (string | undefined)[]) => NamedTime | null][] = [
  [/(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g, ([y, m, d]) => toDate(y, { month: Number(m), day: Number(d) })],
  [
    /(\d{4})[年년] ?(\d{1,2})[月월](?: ?(\d{1,2})[日일])?/g,
    ([y, m, d]) => toDate(y, { month: Number(m), ...(d !== undefined && { day: Number(d) }) }),
  ],
  [/(?<!\d)(\d{1,2})[月월] ?(\d{1,2})[日일]/g, ([m, d]) => toDate(undefined, { month: Number(m), day: Number(d) })],
  [
    /(?<![\d/.])(\d{1,2})\/(\d{1,2})\/((?:19|20)?\d\d)(?![\d/])/g,
    ([a, b, y]) => toDate(y, { month: Number(b), day: Number(a) }, { month: Number(a), day: Number(b) }),
  ],
  // Without a year, only what can't be a fraction or a score.
  [
    /(?<![\d/.])(\d{1,2})\/(\d{1,2})(?![\d/])/g,
    ([a, b]) =>
      Math.max(Number(a), Number(b)) > 12
        ? toDate(undefined, { month: Number(b), day: Number(a) }, { month: Number(a), day: Number(b) })
        : null,
  ],
  [
    /(?<![\d.,])(\d{1,2})\. ?(\d{1,2})\. ?((?:19|20)\d\d)(?!\d)/g,
    ([d, m, y]) => toDate(y, { month: Number(m), day: Number(d) }),
  ],
  [/(?<![\d.,])(\d{1,2})\.(\d{1,2})\.(?!\d)/g, ([d, m]) => toDate(undefined, { month: Number(m), day: Number(d) })],
  [
    /(?<![\d:.])(\d{1,2}):(\d\d)(?![\d:])(?: ?([ap])\.? ?m\b\.?)?(?: ?Uhr\b)?/gi,
    ([h, m, half]) => toTime(Number(h), Number(m), half),
  ],
  [
    /(?<![\d.,])(\d{1,2})[.h](\d\d)(?: ?([ap])\.? ?m\b\.?| ?Uhr\b| ?heures\b)/gi,
    ([h, m, half]) => toTime(Number(h), Number(m), half),
  ],
  [
    /(?<![\d.,:])(\d{1,2}) ?(?:([ap])\.? ?m\b\.?|Uhr\b|heures\b|o['’]clock\b)/gi,
    ([h, half]) => toTime(Number(h), 0, half),
  ],
];

/** Whether a text that names some times and years says this one, too. */
export function isNamedTime(
  claim: NamedTime,
  times: readonly NamedTime[],
  hasYear: (year: number) => boolean,
): boolean {
  return times.some((time) => {
    if (claim.kind === 'weekday') return time.kind === 'weekday' && time.weekday === claim.weekday;
    if (claim.kind === 'time') return time.kind === 'time' && time.minutes === claim.minutes;
    if (time.kind !== 'date') return false;
    const isSameDay = claim.days.some((day) =>
      time.days.some((other) => other.month === day.month && (day.day === undefined || other.day === day.day)),
    );
    const isSameYear =
      claim.year === undefined || (time.year === undefined ? hasYear(claim.year) : time.year === claim.year);
    return isSameDay && isSameYear;
  });
}
