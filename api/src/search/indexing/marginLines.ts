import type { Extraction, Location } from '#contract/files/locations.ts';

/** Lines at the top and at the bottom of a page that can be a running header or footer. */
const MARGIN_LINES = 2;
const MAX_LENGTH = 120;
/** Odd and even pages can have headers of their own, and the first page of a chapter often has none. */
const MIN_SHARE = 0.3;
const MIN_PAGES = 3;
/** A line that is only a page number, which can differ from the page's position in the file. */
const PAGE_NUMBER =
  /^[-–—| ]{0,3}(?:page|seite|p\.)? ?(\d{1,4}|[xivl]{1,7})(?: ?(?:of|von|\/) ?\d{1,4})?[-–—| ]{0,3}$/i;

interface Line {
  start: number;
  end: number;
  /**
   * A key that is the same for this line on all pages, whatever their page number; `null` if the line is not a header
   * or footer.
   */
  key: string | null;
}

/**
 * The range of each part's text without the headers, footers and page numbers that repeat on its pages. A page with nothing
 * else keeps them, and so does a table, whose header repeats as well.
 */
export function findBodies({ parts }: Pick<Extraction, 'parts'>): { start: number; end: number }[] {
  const pages = parts.map(({ location, text }) => (location.kind === 'page' ? listLines(text, location) : null));
  const counts = new Map<string, number>();
  const firstPages = new Map<string, number>();
  for (const [page, lines] of pages.entries())
    for (const key of new Set([...takeTop(lines ?? []), ...takeBottom(lines ?? [])])) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (!firstPages.has(key)) firstPages.set(key, page);
    }
  const needed = Math.max(MIN_PAGES, MIN_SHARE * pages.filter((lines) => lines !== null).length);
  // The first page keeps its header, because nothing else might contain its text, such as the number of a policy or
  // "Confidential".
  const isRunning = (key: string | null | undefined, page: number) =>
    typeof key === 'string' && (counts.get(key) ?? 0) >= needed && (key.includes('#') || firstPages.get(key) !== page);
  return parts.map(({ text }, index) => {
    const lines = pages[index];
    if (!lines) return { start: 0, end: text.length };
    let [first, last] = [0, lines.length - 1];
    while (first < MARGIN_LINES && isRunning(toTopKey(lines[first]), index)) first += 1;
    while (last > lines.length - 1 - MARGIN_LINES && isRunning(toBottomKey(lines[last]), index)) last -= 1;
    return first > last ? { start: 0, end: text.length } : { start: lines[first]!.start, end: lines[last]!.end };
  });
}

const toTopKey = (line: Line | undefined) => line?.key && `top ${line.key}`;
const toBottomKey = (line: Line | undefined) => line?.key && `bottom ${line.key}`;

const takeTop = (lines: readonly Line[]): string[] =>
  lines.slice(0, MARGIN_LINES).flatMap((line) => toTopKey(line) ?? []);
const takeBottom = (lines: readonly Line[]): string[] =>
  lines.slice(-MARGIN_LINES).flatMap((line) => toBottomKey(line) ?? []);

/** The outermost nonempty lines of a page, and one more line at each end, with which the body begins or ends. */
function listLines(text: string, location: Extract<Location, { kind: 'page' }>): Line[] {
  const top: Line[] = [];
  const bottom: Line[] = [];
  const add = (lines: Line[], start: number, end: number) => {
    const line = text.slice(start, end).trim();
    if (line !== '') lines.push({ start, end, key: toKey(line, location) });
  };
  let start = 0;
  while (start <= text.length && top.length <= MARGIN_LINES) {
    const end = text.indexOf('\n', start);
    add(top, start, end < 0 ? text.length : end);
    start = (end < 0 ? text.length : end) + 1;
  }
  for (let end = text.length; end >= start && bottom.length <= MARGIN_LINES;) {
    const before = text.lastIndexOf('\n', end - 1);
    add(bottom, before + 1, end);
    end = before;
  }
  return [...top, ...bottom.toReversed()];
}

function toKey(line: string, { page, label }: Extract<Location, { kind: 'page' }>): string | null {
  if (line.length > MAX_LENGTH || line.startsWith('|')) return null;
  const [, number] = PAGE_NUMBER.exec(line) ?? [];
  // Page numbers must increase by one per page, so that another number is not taken for a page number.
  if (number !== undefined) return `#${/\d/.test(number) ? Number(number) - page : ''}`;
  const own = new Set([String(page), label]);
  return line.toLowerCase().replace(/[\p{L}\p{N}]{1,200}/gu, (word) => (own.has(word) ? '#' : word));
}
