import {
  emptyNotes,
  getDepth,
  isLink,
  MAX_DEPTH,
  numberItems,
  type LinkElement,
  type ListElement,
  type ListItemElement,
  type NotesBlock,
  type NotesText,
} from './notesDocument.ts';

/**
 * Notes are stored as text in a small part of Markdown: headings, lists, bold, italic and links, one block per line. A
 * Markdown parser would drop empty lines and spaces, which must come back as they were typed.
 */
const HEADING = /^(#{1,6}) /;
const BULLET = /^ {0,16}[-*•] /;
const NUMBER = /^ {0,16}\d{1,9}[.)] /;
/** Spaces per level of nesting. Three put the marker below the text of the item above, even if that is numbered. */
const INDENT = 3;
const ESCAPABLE = '\\*[]#-•.) ';
const LINK_END = /^\]\((https?:\/\/[^\s()]{1,2000}|mailto:[^\s()]{1,2000})\)/i;

export function parseNotes(text: string): NotesBlock[] {
  const blocks: NotesBlock[] = [];
  /** The indent of the last item, after those of the items that contain it. */
  let indents: number[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const isOrdered = NUMBER.test(line);
    const marker = (isOrdered ? NUMBER : BULLET).exec(line)?.[0] ?? '';
    if (marker === '') {
      indents = [];
      blocks.push(parseLine(line));
      continue;
    }
    const indent = marker.search(/\S/);
    indents = [...indents.filter((outer) => outer < indent), indent];
    const depth = Math.min(indents.length - 1, MAX_DEPTH);
    addItem(blocks, isOrdered, {
      type: 'item',
      ...(depth > 0 && { depth }),
      children: parseInline(line.slice(marker.length)),
    });
  }
  return blocks.length > 0 ? blocks : emptyNotes();
}

function parseLine(line: string): NotesBlock {
  const heading = HEADING.exec(line);
  if (!heading) return { type: 'line', children: parseInline(line) };
  const level = Math.min(heading[1]?.length ?? 1, 3) as 1 | 2 | 3;
  return { type: 'heading', level, children: parseInline(line.slice(heading[0].length)) };
}

function addItem(blocks: NotesBlock[], isOrdered: boolean, item: ListItemElement): void {
  const last = blocks.at(-1);
  if (last?.type === 'list' && last.isOrdered === isOrdered) last.children.push(item);
  else blocks.push({ type: 'list', isOrdered, children: [item] } satisfies ListElement);
}

type Token =
  { kind: 'text'; text: string } | { kind: '**' } | { kind: '*' } | { kind: '[' } | { kind: 'end'; url: string };

function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  let text = '';
  const push = (token: Token) => {
    if (text !== '') tokens.push({ kind: 'text', text });
    text = '';
    tokens.push(token);
  };
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    const next = line.charAt(at + 1);
    if (sign === '\\' && next !== '' && ESCAPABLE.includes(next)) {
      text += next;
      at += 1;
    } else if (sign === '*') {
      push(next === '*' ? { kind: '**' } : { kind: '*' });
      if (next === '*') at += 1;
    } else if (sign === '[') push({ kind: '[' });
    else if (sign === ']' && next === '(') {
      const end = LINK_END.exec(line.slice(at, at + 2_100));
      if (end?.[1]) {
        push({ kind: 'end', url: end[1] });
        at += end[0].length - 1;
      } else text += sign;
    } else text += sign;
  }
  if (text !== '') tokens.push({ kind: 'text', text });
  return tokens;
}

/** Parses the formats and links of a line. A `*` without a partner in the line is text. */
function parseInline(line: string): (NotesText | LinkElement)[] {
  const tokens = tokenize(line);
  const left = { '**': count(tokens, '**') & ~1, '*': count(tokens, '*') & ~1 };
  const ends = tokens.flatMap(({ kind }, index) => (kind === 'end' ? [index] : []));
  const marks = { bold: false, italic: false };
  const children: (NotesText | LinkElement)[] = [];
  let link: LinkElement | null = null;
  const write = (text: string) => appendText(link ? link.children : children, text, marks);
  tokens.forEach((token, index) => {
    if (token.kind === 'text') write(token.text);
    else if (token.kind === '**' || token.kind === '*') {
      if (left[token.kind] === 0) return write(token.kind);
      left[token.kind] -= 1;
      if (token.kind === '**') marks.bold = !marks.bold;
      else marks.italic = !marks.italic;
    } else if (token.kind === '[') {
      const end = link ? undefined : ends.find((each) => each > index);
      const isLast = end !== undefined && tokens.slice(index + 1, end).every(({ kind }) => kind !== '[');
      if (isLast) link = { type: 'link', url: '', children: [] };
      else write('[');
    } else if (link) {
      if (link.children.length > 0) children.push({ ...link, url: token.url });
      link = null;
    } else write(`](${token.url})`);
  });
  return children.length > 0 ? children : [{ text: '' }];
}

const count = (tokens: readonly Token[], kind: Token['kind']) => tokens.filter((token) => token.kind === kind).length;

function appendText(
  children: (NotesText | LinkElement)[],
  text: string,
  marks: { bold: boolean; italic: boolean },
): void {
  const last = children.at(-1);
  if (last && !isLink(last) && Boolean(last.bold) === marks.bold && Boolean(last.italic) === marks.italic)
    last.text += text;
  else children.push({ text, ...(marks.bold ? { bold: true } : {}), ...(marks.italic ? { italic: true } : {}) });
}

export function writeNotesText(blocks: readonly NotesBlock[]): string {
  const numbers = numberItems(blocks);
  return blocks
    .flatMap((block) => {
      if (block.type === 'list')
        return block.children.map((item) => {
          const number = numbers.get(item);
          const marker = number === undefined ? '-' : `${number}.`;
          return `${' '.repeat(getDepth(item) * INDENT)}${marker} ${writeInline(item.children)}`;
        });
      const text = writeInline(block.children);
      return [block.type === 'heading' ? `${'#'.repeat(block.level)} ${text}` : escapeMarker(text)];
    })
    .join('\n');
}

/** Puts a backslash before the marker of a line that looks like a heading or an item but is text. */
function escapeMarker(text: string): string {
  // Italic text that begins with a space.
  if (/^ {0,16}\* /.test(text)) return text.replace('* ', '*\\ ');
  if (HEADING.test(text) || BULLET.test(text)) return text.replace(/[#•-]/, '\\$&');
  return NUMBER.test(text) ? text.replace(/[.)]/, '\\$&') : text;
}

function writeInline(children: readonly (NotesText | LinkElement)[]): string {
  const marks = { bold: false, italic: false };
  const turn = (bold: boolean, italic: boolean): string => {
    const signs = `${marks.bold === bold ? '' : '**'}${marks.italic === italic ? '' : '*'}`;
    Object.assign(marks, { bold, italic });
    return signs;
  };
  const writeText = ({ text, bold, italic }: NotesText) =>
    text === ''
      ? ''
      : turn(bold === true, italic === true) + text.replace(/[^\S\t]/g, ' ').replace(/[\\*[\]]/g, '\\$&');
  const written = children.map((child) => {
    if (!isLink(child)) return writeText(child);
    const label = child.children.map(writeText).join('');
    return label === '' ? '' : `[${label}](${child.url.replace(/[\s()]/g, encodeSign)})`;
  });
  return written.join('') + turn(false, false);
}

const encodeSign = (sign: string) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;
