/** A longer run without a space is not a word; holding it back would delay the answer. */
const MAX_HELD_CHARACTERS = 64;
/** A space, or a letter of a script that is written without spaces between words. */
const WORD_END =
  /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Passes text on in whole words, so that an answer that is stopped never ends inside a word. */
export interface WordBuffer {
  /** Takes the next text and returns the words that are complete. */
  push(text: string): string;
  /** Ends the text and returns its last word. */
  end(): string;
}

export function createWordBuffer(): WordBuffer {
  /** The beginning of a word; contains no word end. */
  let held = '';
  return {
    push(text) {
      const end = findLastWordEnd(text);
      const whole = end === 0 ? '' : held + text.slice(0, end);
      held = end === 0 ? held + text : text.slice(end);
      if (held.length <= MAX_HELD_CHARACTERS) return whole;
      const long = whole + held;
      held = '';
      return long;
    },
    end() {
      const last = held;
      held = '';
      return last;
    },
  };
}

/** The offset after the last word end; 0 if there is none. */
function findLastWordEnd(text: string): number {
  for (let index = text.length - 1; index >= 0; index -= 1) if (WORD_END.test(text.charAt(index))) return index + 1;
  return 0;
}
