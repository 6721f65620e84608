import { widenFlanking } from '#contract/markdown/emphasis.ts';
import { isDollarFormula, MAX_DOLLAR_FORMULA } from '#contract/markdown/formulas.ts';
import { elements, parseTag, type Tag } from '#contract/markdown/htmlTags.ts';

/**
 * Writes AVA's Markdown (`docs/markdown.md`) as the Markdown that Teams reads: CommonMark and GFM, and the tags of
 * `htmlTags.ts`. The bot parses no Markdown, so this reads the text once, from left to right, with the rules that the parser
 * uses, too.
 */

/** Characters that can start Markdown or a tag; the text between them is copied. */
const SPECIAL = /[`$\\<~*!\n]/g;
const FENCE = /[ \t]*(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[^\n]*/y;
const FENCE_START = /^([ \t]*)(`+|~+)/;
const BLANK_LINE = /\n[ \t]*\n/g;
const TAG = /<\/?[a-z]{1,6}\s{0,9}\/?>/iy;
/** The start of a tag or address, which can be completed when more text arrives. */
const OPEN_TAG = /<(?:\/?[a-z]{0,6}\s{0,9}\/?|[\w.+-]{1,64}(?:[:@][^\s<>]{0,2000})?)$/iy;
const ADDRESS = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000}|[\w.+-]{1,64}@[\w.-]{1,255})>/iy;
const toPercent = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`;
const PRICE = /(?:^|\s)\p{L}{2,}\s/u;
const MAX_URL = 200;
/** Number of last characters of the written text that decide how the next ones are read. */
const TAIL = 50;
const ZERO_WIDTH_SPACE = '\u200b';
/** The same space as a character reference. CommonMark reads its characters as punctuation, and Teams shows nothing. */
const SEPARATOR = '&#8203;';

/** Splits what would start a tag or an image; in code, an escape would be visible. */
const escapeCode = (code: string) =>
  code.replace(/<(?=[a-z/!?])/gi, `<${ZERO_WIDTH_SPACE}`).replaceAll('![', `!${ZERO_WIDTH_SPACE}[`);

/**
 * Writes tags and images that Teams could load as plain text. While an answer grows, the result also only grows: text whose
 * meaning depends on the next characters is left out until they arrive.
 * @param isGrowing whether more text can follow
 */
export function toTeamsMarkdown(answer: string, isGrowing: boolean): string {
  const text = answer.replace(/\r\n?/g, '\n');
  const lowerCase = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const missing = new Map<string, number>();
  let [written, tail, index, lineStart, paragraphEnd] = ['', '', 0, 0, -1];
  let fence = '';
  let openTags: Tag[] = [];

  /** The end of a tag's or formula's reach: a blank line, or the end of a row of a table. */
  function getEnd(): number {
    if (index > paragraphEnd) {
      BLANK_LINE.lastIndex = index;
      paragraphEnd = BLANK_LINE.exec(text)?.index ?? text.length;
    }
    return paragraphEnd;
  }

  /** Where `closer` is in the paragraph, or -1. A closer that is missing is looked for only once. */
  function find(closer: string, from: number, end = getEnd()): number {
    if ((missing.get(closer) ?? -1) >= end) return -1;
    let at = lowerCase.indexOf(closer, from);
    // Skips `\\)`, which is not a closer: `\\` is a line end in TeX.
    while (closer.startsWith('\\') && at > 0 && text[at - 1] === '\\') at = lowerCase.indexOf(closer, at + 1);
    if (at >= 0 && at < end) return at;
    missing.set(closer, end);
    return -1;
  }

  /** Whether text that has not arrived yet can change how the text before `end` is read. */
  const isOpen = (end = getEnd()) => isGrowing && end === text.length;

  const write = (markdown: string, length: number) => {
    written += markdown;
    tail = (tail + markdown).slice(-TAIL);
    index += length;
    return true;
  };

  /** Code in a fence is copied line by line. */
  function writeFence(): boolean {
    const lineEnd = text.indexOf('\n', index);
    const line = text.slice(index, lineEnd < 0 ? text.length : lineEnd + 1);
    if (fence === '') {
      FENCE.lastIndex = index;
      const opening = FENCE.exec(text)?.[1] ?? '';
      if (opening === '') return false;
      fence = opening;
    } else if (line.trim().startsWith(fence) && line.trim() === (fence[0] ?? '').repeat(line.trim().length)) fence = '';
    return write(escapeCode(line), line.length);
  }

  function writeLineEnd(): boolean {
    const isBlank = /(?:^|\n)[ \t]*$/.test(tail);
    if (isBlank) {
      const closers = openTags.map(({ meaning }) => `</${elements[meaning]}>`).toReversed();
      openTags = [];
      write(closers.join(''), 0);
    }
    // Teams joins lines unless spaces end them.
    return write(isBlank || /[\\ ]$/.test(tail) ? '\n' : '  \n', 1);
  }

  function writeCodeSpan(): boolean {
    const run = /`+/y;
    run.lastIndex = index;
    const marks = run.exec(text)?.[0] ?? '';
    if (isGrowing && index + marks.length === text.length) return false;
    for (let at = find(marks, index + marks.length); at >= 0; at = find(marks, at)) {
      let end = at;
      while (text[end] === '`') end += 1;
      if (end - at === marks.length && !(isOpen() && end === text.length))
        return write(marks + escapeCode(text.slice(index + marks.length, at)) + marks, end - index);
      if (end === text.length && isOpen()) return false;
      at = end;
    }
    return isOpen() ? false : write(marks, marks.length);
  }

  /** Writes TeX as code, because Teams draws no formulas and would read stars and underscores as emphasis. */
  function writeFormula(tex: string, length: number, isDisplay: boolean): boolean {
    const indent = /(?:^|\n)( *)$/.exec(tail)?.[1];
    const lineEnd = /[ \t]*(?:\n|$)/y;
    lineEnd.lastIndex = index + length;
    const isAlone = isDisplay && indent !== undefined && lineEnd.test(text);
    if (isAlone && isGrowing && lineEnd.lastIndex === text.length && !text.endsWith('\n')) return false;
    const code = escapeCode(tex.trim().replaceAll('`', "'"));
    if (isAlone) return write(['```', ...code.split('\n'), '```'].join(`\n${indent}`), length);
    return write(`\`${code.replace(/\s+/g, ' ')}\``, length);
  }

  function writeBracketFormula(open: string, close: string): boolean {
    const at = find(close, index + 2);
    if (at < 0 || at === index + 2) return at < 0 && isOpen() ? false : write(open, 2);
    if (isGrowing && at + 2 === text.length) return false;
    return writeFormula(text.slice(index + 2, at), at + 2 - index, open !== '\\(');
  }

  function writeDollar(): boolean {
    const run = /\$+/y;
    run.lastIndex = index;
    const marks = run.exec(text)?.[0] ?? '';
    if (isGrowing && index + marks.length === text.length) return false;
    if (marks === '$$') return writeBracketFormula('$$', '$$');
    if (marks !== '$') return write(marks, marks.length);
    const body = /(?:[^$\\\n]|\\[^\n]){0,300}/y;
    body.lastIndex = index + 1;
    const tex = body.exec(text)?.[0] ?? '';
    const end = index + 1 + tex.length;
    // Words before the first brace show that the dollar belongs to a price, before the rest of the text has arrived.
    if (PRICE.test(tex.split('{', 1)[0] ?? '')) return write('$', 1);
    const isUndecided = text[end] !== '\n' && tex.length < MAX_DOLLAR_FORMULA && end + 1 >= text.length;
    if (isGrowing && isUndecided) return false;
    const isFormula = text[end] === '$' && isDollarFormula(tex, text[index - 1] ?? ' ', text[end + 1] ?? ' ');
    return isFormula ? writeFormula(tex, end + 1 - index, false) : write('$', 1);
  }

  function writeBackslash(): boolean {
    const next = text[index + 1] ?? '';
    if (next === '' && isGrowing) return false;
    if (next === '(') return writeBracketFormula('\\(', '\\)');
    if (next === '[') return writeBracketFormula('\\[', '\\]');
    if (next === '<') return write('&lt;', 2);
    return next === '!' || next === '\n' ? write('\\', 1) : write(`\\${next}`, 1 + next.length);
  }

  function writeTag(): boolean {
    OPEN_TAG.lastIndex = index;
    if (isGrowing && OPEN_TAG.test(text)) return false;
    ADDRESS.lastIndex = index;
    const [link = '', address = ''] = ADDRESS.exec(text) ?? [];
    if (link !== '') {
      const url = (address.includes(':') ? address : `mailto:${address}`).replace(/[\\()]/g, toPercent);
      const label = address.replace(/[\\`*_[\]~$!]/g, '\\$&');
      // After an exclamation mark, the link would be an image.
      return write(`${tail.endsWith('!') ? SEPARATOR : ''}[${label}](${url})`, link.length);
    }
    TAG.lastIndex = index;
    const source = TAG.exec(text)?.[0] ?? '';
    const tag = parseTag(source);
    const last = openTags.at(-1);
    if (!tag || (tag.closes && tag.meaning !== 'break' && tag.name !== last?.name)) return write('&lt;', 1);
    if (tag.closes && tag.meaning !== 'break') openTags.pop();
    else if (tag.meaning !== 'break') {
      const lineEnd = text.indexOf('\n', index);
      const isRow = /^[ \t]*\|/.test(text.slice(lineStart, lineStart + 20));
      const end = isRow ? (lineEnd < 0 ? text.length : lineEnd) : getEnd();
      if (find(`</${tag.name}>`, index, end) < 0) return isOpen(end) ? false : write('&lt;', 1);
      openTags.push(tag);
    }
    const mark = `<${tag.closes && tag.meaning !== 'break' ? '/' : ''}${elements[tag.meaning]}>`;
    // A tag at the start of a line would make the paragraph a block of HTML.
    const isFirst = index - lineStart < TAIL && text.slice(lineStart, index).trim() === '';
    return write((isFirst ? SEPARATOR : '') + mark, source.length);
  }

  /** Writes a run of `*` or `~`. A separator lets it open or close emphasis where CommonMark alone would not. */
  function writeRun(): boolean {
    const marker = text[index] ?? '';
    let end = index;
    while (text[end] === marker) end += 1;
    if (isGrowing && end === text.length) return false;
    const run = text.slice(index, end);
    if (marker === '~' && run.length !== 2) {
      const [word = ''] = text
        .slice(Math.max(0, index - MAX_URL), index)
        .split(/\s/)
        .slice(-1);
      return write(/\/\/|www\./i.test(word) ? run : run.replaceAll('~', '\\~'), run.length);
    }
    const { opens, closes } = widenFlanking(text[index - 1] ?? '', text[end] ?? '', run.length);
    return write((opens ? SEPARATOR : '') + run + (closes ? SEPARATOR : ''), run.length);
  }

  /** Writes what starts at `index`; false if more text has to arrive first. */
  function writeNext(): boolean {
    switch (text[index]) {
      case '\n':
        return writeLineEnd();
      case '`':
        return writeCodeSpan();
      case '$':
        return writeDollar();
      case '\\':
        return writeBackslash();
      case '<':
        return writeTag();
      case '!':
        return text[index + 1] === '[' ? write('!\\[', 2) : write('!', 1);
      default:
        return writeRun();
    }
  }

  while (index < text.length) {
    if (index === 0 || text[index - 1] === '\n') {
      lineStart = index;
      if (isGrowing && fence === '' && !text.includes('\n', index)) {
        const [spaces, indent = '', marks = ''] = FENCE_START.exec(text.slice(index)) ?? [];
        const info = text.slice(index + indent.length + marks.length);
        const canBeFence = marks.length < 3 ? info === '' : marks.startsWith('~') || !info.includes('`');
        if (spaces !== undefined && canBeFence) return written + indent;
      }
      if (writeFence()) continue;
    }
    SPECIAL.lastIndex = index;
    const next = SPECIAL.exec(text)?.index ?? text.length;
    write(text.slice(index, next), next - index);
    if (index < text.length && !writeNext()) break;
  }
  if (!isGrowing)
    written += openTags
      .map(({ meaning }) => `</${elements[meaning]}>`)
      .toReversed()
      .join('');
  return written;
}
