/** What may stand before a fence on its line: blanks, marks of a quotation, the mark of a list's item. */
const BEFORE_FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/;
const BEFORE_END = /^[\s>]*$/;

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
  let line = '';
  let run = '';

  function endRun(): void {
    const { length } = run;
    const mark = run.charAt(0);
    const before = line.slice(0, line.length - length);
    run = '';
    if (where.name === 'text') {
      if (length >= 3 && mark === '~' && BEFORE_FENCE.test(before))
        where = { name: 'fence', mark, length, closing: false };
      else if (mark === '`') where = { name: 'span', length, mayBeFence: length >= 3 && BEFORE_FENCE.test(before) };
    } else if (where.name === 'span') {
      if (mark === '`') where = length === where.length ? text : { ...where, mayBeFence: false };
    } else if (mark === where.mark && length >= where.length && BEFORE_END.test(before)) {
      where = { ...where, closing: true };
    }
  }

  function endLine(): void {
    if (where.name === 'span' && where.mayBeFence) {
      where = { name: 'fence', mark: '`', length: where.length, closing: false };
    } else if (where.name === 'span' && line.trim() === '') where = text;
    else if (where.name === 'fence' && where.closing) where = text;
    line = '';
  }

  return {
    see(character) {
      const marks = character === '`' || character === '~';
      if (run !== '' && !run.startsWith(character)) endRun();
      if (character === '\n') {
        endLine();
        return where.name !== 'text';
      }
      if (where.name === 'fence' && where.closing && character.trim() !== '') where = { ...where, closing: false };
      const escaped = where.name === 'text' && run === '' && line.endsWith('\\');
      line += character;
      if (marks && !escaped) run += character;
      return marks || where.name !== 'text';
    },
  };
}
