/**
 * What a model writes first if the passages answer no part of the question, in whatever language it answers. It looks like a
 * citation, and no passage has this number.
 */
export const NOT_FOUND_MARK = '[0]';

/** The mark as models write it: also bold, as code, or in brackets of full width. */
const MARK = /^\s*([*_`]*)[[【［]\s*0\s*[\]】］]/;
/** A beginning that can become the mark. */
const BEGINNING = /^\s*[*_`]*(?:[[【［]\s*(?:0\s*)?)?$/;
const AFTER_MARK = /^[\s.:]+/;
/** A longer beginning is text. */
const MAX_BEGINNING_LENGTH = 32;

/** Reads the mark at the start of an answer while it streams. `citationParser.ts` removes it everywhere else. */
export interface NotFoundMark {
  /** Takes the next text of the model and returns it without the mark. */
  push(text: string): string;
  /** Ends the answer, or a part of it before function calls, and returns the text that was held back. */
  end(): string;
  wasFound(): boolean;
}

/** @param replacement the answer if the model writes nothing but the mark */
export function createNotFoundMark(replacement: string): NotFoundMark {
  let state: 'beginning' | 'mark' | 'text' = 'beginning';
  let wasFound = false;
  let held = '';
  /**
   * The `**` before the mark. It is removed together with the mark, unless the closing `**` comes only later in the
   * text.
   */
  let emphasis = '';

  /** Returns what was held back. Everything after it is passed on as text. */
  function release(): string {
    const text = emphasis + held;
    held = '';
    state = 'text';
    return text;
  }

  return {
    push(text) {
      if (state === 'text') return text;
      held += text;
      if (state === 'beginning') {
        if (BEGINNING.test(held) && held.length <= MAX_BEGINNING_LENGTH) return '';
        const mark = MARK.exec(held);
        if (!mark) return release();
        held = held.slice(mark[0].length);
        emphasis = mark[1] ?? '';
        state = 'mark';
        wasFound = true;
      }
      held = held.replace(AFTER_MARK, '');
      if (held.length < emphasis.length && emphasis.startsWith(held)) return '';
      if (emphasis !== '' && held.startsWith(emphasis)) {
        held = held.slice(emphasis.length);
        emphasis = '';
      }
      held = held.replace(AFTER_MARK, '');
      return held === '' ? '' : release();
    },
    end() {
      // The model called a function before it wrote anything, so its answer has not begun.
      if (state === 'beginning' && held === '') return '';
      const text = state === 'mark' ? replacement : held;
      release();
      return text;
    },
    wasFound: () => wasFound,
  };
}
