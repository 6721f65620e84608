import { getIndent } from '#contract/markdown/nesting.ts';

/** Number of characters by which a line is classified, because a line can have 1 MB. */
const HEAD_CHARACTERS = 300;
const TAB = 4;

export interface ListItem {
  /** Bullet, or the delimiter after the number of an ordered item. */
  marker: string;
  indent: number;
  /** Column of the item's text. */
  column: number;
  empty: boolean;
  number: number | null;
}

export function getLineHead(line: string): string {
  return line.slice(0, HEAD_CHARACTERS).replace(/[\r\n]+$/, '');
}

export function isBlank(line: string): boolean {
  return !/[^ \t\r\n]/.test(line);
}

export function parseListItem(head: string): ListItem | null {
  const match = /^([ \t]*)([-+*]|(\d{1,9})[.)])([ \t]*)(.?)/.exec(head);
  if (!match) return null;
  const [, space = '', marker = '', digits, gap = '', text = ''] = match;
  if (gap === '' && text !== '') return null;
  const indent = getIndent(space);
  const wide = gap.length > TAB || text === '';
  return {
    marker: marker.at(-1) ?? '',
    indent,
    column: indent + marker.length + (wide ? 1 : gap.length),
    empty: text === '',
    number: digits === undefined ? null : Number(digits),
  };
}

/** Parses the backticks or tildes that open a fenced code block, and its language. */
export function parseFence(head: string): { run: string; language: string; indent: number } | null {
  const match = /^( {0,3})(`{3,}|~{3,})[ \t]*([^\s]*)(.*)$/.exec(head);
  if (!match) return null;
  const [, space = '', run = '', language = '', rest = ''] = match;
  if (run.startsWith('`') && (language + rest).includes('`')) return null;
  return { run, language, indent: space.length };
}

/**
 * The string that ends the formula which a line starts: `\]` or `$$`. Null unless the line contains only the start of a
 * formula, or a whole formula.
 */
export function parseFormulaStart(head: string): { end: string; closed: boolean } | null {
  const text = head.trim();
  const end = text.startsWith('\\[') ? '\\]' : '$$';
  if (getIndent(head) >= TAB || !(text.startsWith('\\[') || text.startsWith('$$'))) return null;
  const rest = text.slice(2);
  if (rest === '') return { end, closed: false };
  return rest.length > 2 && rest.indexOf(end) === rest.length - 2 ? { end, closed: true } : null;
}

export function closesFence(head: string, run: string): boolean {
  const text = head.trim();
  return getIndent(head) < TAB && text.length >= run.length && text === (run[0] ?? '').repeat(text.length);
}

export const isHeading = (head: string): boolean => /^ {0,3}#{1,6}(?:[ \t]|$)/.test(head);
/** Not for a head of the maximum length, because the rest of the line can have text, which makes it a nested list. */
export const isThematicBreak = (head: string): boolean =>
  head.length < HEAD_CHARACTERS && /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(head);
export const isHeadingUnderline = (head: string): boolean => /^ {0,3}(?:=+|-+)[ \t]*$/.test(head);
export const isQuote = (head: string): boolean => /^ {0,3}>/.test(head);
export const isFootnote = (head: string): boolean => /^ {0,3}\[\^[^\]\s]+\]:/.test(head);

/** Whether a line ends a paragraph without a blank line before it. */
export function interruptsParagraph(head: string): boolean {
  if (getIndent(head) >= TAB) return false;
  if (isHeading(head) || isThematicBreak(head) || isQuote(head) || parseFence(head) !== null) return true;
  if (parseFormulaStart(head) !== null) return true;
  const item = parseListItem(head);
  return item !== null && !item.empty && (item.number === null || item.number === 1);
}

/** Counts the cells of a table row, with or without outer bars. */
export function countCells(line: string): number {
  const bars = line.replace(/\\[\s\S]/g, '').trim();
  const inner = bars.slice(bars.startsWith('|') ? 1 : 0, bars.endsWith('|') && bars.length > 1 ? -1 : undefined);
  return inner.split('|').length;
}

/** Whether a line is the delimiter row below a table header. */
export function isTableDelimiterRow(line: string): boolean {
  return line.includes('-') && /^[\s|:-]+$/.test(line) && /[|:]/.test(line);
}
