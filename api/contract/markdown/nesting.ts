/** How deep a line of Markdown is nested in quotes, lists and footnotes, without parsing it. The tab and the API share it. */
export interface Nesting {
  /** Text columns of the open list items. */
  items: readonly number[];
  /** Containers around the last line. */
  depth: number;
  /** Whether the last line starts with a marker. */
  hasMarker: boolean;
  /** Position of the line's first marker beyond the maximum depth; null if there is none. */
  excess: number | null;
}

export const emptyNesting: Nesting = { items: [], depth: 0, hasMarker: false, excess: null };

/**
 * Levels that a parser gets. micromark is quadratic in the markers of a line: 10,000 of them cost 5 seconds. A document
 * shows fewer levels.
 */
const MAX_LEVELS = 50;
const TAB = 4;
const MARKER = /(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)|\[\^[^\]\s]{1,999}\]:/y;
/** A line across the page, such as `- - -`, has no list items. */
const RULE = /(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$/y;

/** Columns of leading white space. */
export function getIndent(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === ' ') column += 1;
    else if (character === '\t') column += TAB - (column % TAB);
    else break;
  }
  return column;
}

/** Tracks the nesting of the next line. The cost is bounded by the length of the line. */
export function updateNesting({ items }: Pick<Nesting, 'items'>, line: string, maxDepth: number): Nesting {
  const prefix = /^[ \t>]*/.exec(line)?.[0] ?? '';
  let quotes = prefix.split('>').length - 1;
  const start = getIndent(prefix.replaceAll('>', ' '));
  const open = items.filter((column) => column <= start);
  let excess = quotes + open.length > maxDepth && quotes > 0 ? findQuote(prefix, maxDepth - open.length) : null;
  let position = prefix.length;
  while (position < line.length && quotes + open.length <= maxDepth) {
    MARKER.lastIndex = position;
    const marker = MARKER.exec(line)?.[0];
    if (marker === undefined && line[position] !== '>') break;
    if (quotes + open.length === maxDepth) excess = position;
    if (marker === undefined) quotes += 1;
    else open.push(position + marker.length + 1);
    position += marker?.length ?? 1;
    while (line[position] === ' ' || line[position] === '\t') position += 1;
  }
  const hasMarker = quotes > 0 || position > prefix.length;
  return { items: open, depth: quotes + open.length, hasMarker, excess };
}

/** Position of the quote marker with this index, which counts from 0. */
function findQuote(prefix: string, index: number): number {
  let position = prefix.indexOf('>');
  for (let count = 0; count < index; count += 1) position = prefix.indexOf('>', position + 1);
  return position;
}

/** Makes markers that are nested too deeply part of the text, with a backslash. Takes linear time; no text is lost. */
export function limitNesting(markdown: string): string {
  let items: readonly number[] = [];
  return markdown.replace(/[^\r\n]+/g, (line) => {
    const nesting = updateNesting({ items }, line, MAX_LEVELS);
    // A line without markers can continue a paragraph, and its list items stay open.
    if (nesting.hasMarker) items = nesting.items.slice(0, MAX_LEVELS);
    const { excess } = nesting;
    if (excess === null || isRuleAt(line, excess)) return line;
    const digits = /\d*/y;
    digits.lastIndex = excess;
    const at = excess + (digits.exec(line)?.[0].length ?? 0);
    return `${line.slice(0, at)}\\${line.slice(at)}`;
  });
}

/** Whether the text from a line's first bullet is a line across the page, and its markers are beyond the maximum depth. */
function isRuleAt(line: string, excess: number): boolean {
  RULE.lastIndex = line.search(/[-*]/);
  return RULE.lastIndex >= 0 && RULE.lastIndex <= excess && RULE.test(line);
}
