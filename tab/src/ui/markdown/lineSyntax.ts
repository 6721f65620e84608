/** Line starts longer than this are not read: a line of 1 MB is classified by its beginning. */
const HEAD_CHARACTERS = 300;
const TAB = 4;

export interface ListItem {
  /** Bullet, or the delimiter after the number. */
  marker: string;
  indent: number;
  /** Column at which the item's own text begins. */
  column: number;
  empty: boolean;
  number: number | null;
}

export function headOf(line: string): string {
  return line.slice(0, HEAD_CHARACTERS).replace(/[\r\n]+$/, '');
}

export function isBlank(line: string): boolean {
  return !/[^ \t\r\n]/.test(line);
}

/** Columns of white space at the beginning. */
export function indentOf(head: string): number {
  let column = 0;
  for (const character of head) {
    if (character === ' ') column += 1;
    else if (character === '\t') column += TAB - (column % TAB);
    else break;
  }
  return column;
}

export function listItemIn(head: string): ListItem | null {
  const match = /^([ \t]*)([-+*]|(\d{1,9})[.)])([ \t]*)(.?)/.exec(head);
  if (!match) return null;
  const [, space = '', marker = '', digits, gap = '', text = ''] = match;
  if (gap === '' && text !== '') return null;
  const indent = indentOf(space);
  const wide = gap.length > TAB || text === '';
  return {
    marker: marker.at(-1) ?? '',
    indent,
    column: indent + marker.length + (wide ? 1 : gap.length),
    empty: text === '',
    number: digits === undefined ? null : Number(digits),
  };
}

/** The run of back-ticks or tildes that opens a fenced code block, and the language after it. */
export function fenceIn(head: string): { run: string; language: string; indent: number } | null {
  const match = /^( {0,3})(`{3,}|~{3,})[ \t]*([^\s]*)(.*)$/.exec(head);
  if (!match) return null;
  const [, space = '', run = '', language = '', rest = ''] = match;
  if (run.startsWith('`') && (language + rest).includes('`')) return null;
  return { run, language, indent: space.length };
}

export function closesFence(head: string, run: string): boolean {
  const text = head.trim();
  return indentOf(head) < TAB && text.length >= run.length && text === (run[0] ?? '').repeat(text.length);
}

export const isHeading = (head: string): boolean => /^ {0,3}#{1,6}(?:[ \t]|$)/.test(head);
/** A longer line may have text after its dashes, which makes it a list in a list. */
export const isRule = (head: string): boolean =>
  head.length < HEAD_CHARACTERS && /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(head);
export const isUnderline = (head: string): boolean => /^ {0,3}(?:=+|-+)[ \t]*$/.test(head);
export const isQuote = (head: string): boolean => /^ {0,3}>/.test(head);
export const isFootnote = (head: string): boolean => /^ {0,3}\[\^[^\]\s]+\]:/.test(head);

const closers: [RegExp, string][] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, '</'],
  [/^ {0,3}<!--/, '-->'],
  [/^ {0,3}<\?/, '?>'],
  [/^ {0,3}<!\[CDATA\[/, ']]>'],
  [/^ {0,3}<![a-z]/i, '>'],
];

/** What ends a block of HTML: a string, or `''` for a blank line; `null` where the line starts none. */
export function htmlEndOf(head: string): string | null {
  const found = closers.find(([start]) => start.test(head));
  if (found) return found[1];
  return /^ {0,3}<\/?[a-z]/i.test(head) ? '' : null;
}

/** Whether a line ends a paragraph without a blank line before it. */
export function interrupts(head: string): boolean {
  if (indentOf(head) >= TAB) return false;
  if (isHeading(head) || isRule(head) || isQuote(head) || fenceIn(head) !== null) return true;
  const item = listItemIn(head);
  if (item) return !item.empty && (item.number === null || item.number === 1);
  return closers.some(([start]) => start.test(head));
}

/** Cells of a table row; a row may begin and end with a bar or not. */
export function cellsOf(line: string): number {
  const bars = line.replace(/\\[\s\S]/g, '').trim();
  const inner = bars.slice(bars.startsWith('|') ? 1 : 0, bars.endsWith('|') && bars.length > 1 ? -1 : undefined);
  return inner.split('|').length;
}

/** Whether a line stands under the header of a table. */
export function isTableRule(line: string): boolean {
  return line.includes('-') && /^[\s|:-]+$/.test(line) && /[|:]/.test(line);
}
