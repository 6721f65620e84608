/** What may stand before a fence on its line: blanks, marks of a quotation, the mark of a list's item. */
const BEFORE_FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/;
const BEFORE_END = /^[\s>]*$/;
/** A fence further to the right is none. */
const LONGEST_START = 200;

type Where =
  | { name: 'text' }
  /** Between runs of `length` backticks; on a line that could open a fence, it becomes one when the line ends. */
  | { name: 'span'; length: number; mayBeFence: boolean }
  /** `closing` since a run that ends the block, if nothing else stands on its line. */
  | { name: 'fence'; mark: string; length: number; closing: boolean };

const text: Where = { name: 'text' };

export interface CodeScanner {
  /** Takes the next character; says whether it stands in code (or is the mark of code). */
  see(character: string): boolean;
}

/**
 * Follows Markdown's code spans and fenced blocks (https://spec.commonmark.org/0.31.2/#code-spans, #fenced-code-blocks) one
 * character at a time. A span that is never closed counts as code up to the end of its paragraph.
 */
export function createCodeScanner(): CodeScanner {
  let where: Where = text;
  let line = emptyLine();
  let run = { mark: '', length: 0 };

  function endRun(): void {
    const { mark, length } = run;
    const { start } = line;
    const before = line.length - length <= LONGEST_START ? start.slice(0, line.length - length) : null;
    const opensFence = length >= 3 && before !== null && BEFORE_FENCE.test(before);
    run = { mark: '', length: 0 };
    if (where.name === 'text') {
      if (mark === '~' && opensFence) where = { name: 'fence', mark, length, closing: false };
      else if (mark === '`') where = { name: 'span', length, mayBeFence: opensFence };
    } else if (where.name === 'span') {
      if (mark === '`') where = length === where.length ? text : { ...where, mayBeFence: false };
    } else if (mark === where.mark && length >= where.length && before !== null && BEFORE_END.test(before)) {
      where = { ...where, closing: true };
    }
  }

  function endLine(): void {
    if (where.name === 'span' && where.mayBeFence) {
      where = { name: 'fence', mark: '`', length: where.length, closing: false };
    } else if (where.name === 'span' && line.blank) where = text;
    else if (where.name === 'fence' && where.closing) where = text;
    line = emptyLine();
  }

  function addToLine(character: string): void {
    if (line.length < LONGEST_START) line.start += character;
    line.length += character.length;
    line.blank &&= character.trim() === '';
    line.last = character;
  }

  return {
    see(character) {
      const marks = character === '`' || character === '~';
      if (run.length > 0 && run.mark !== character) endRun();
      if (character === '\n') {
        endLine();
        return where.name !== 'text';
      }
      if (where.name === 'fence' && where.closing && character.trim() !== '') where = { ...where, closing: false };
      const escaped = where.name === 'text' && run.length === 0 && line.last === '\\';
      addToLine(character);
      if (marks && !escaped) run = { mark: character, length: run.length + 1 };
      return marks || where.name !== 'text';
    },
  };
}

/** A line so far. Keeping all of it would cost the square of its length: a model may write 100 KB without a break. */
function emptyLine() {
  return { start: '', length: 0, blank: true, last: '' };
}
