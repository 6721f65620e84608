/**
 * Syntax of `\(…\)`, `\[…\]` and `$…$` for micromark, with the tokens of its extension for `$$…$$`. The types are the used
 * part of micromark's.
 */
type Code = number | null;
type State = (code: Code) => State | undefined;

interface Effects {
  enter(type: string): { type: string };
  exit(type: string): unknown;
  consume(code: Code): void;
}

const BACKSLASH = 92;
const DOLLAR = 36;
const closers: Record<number, number> = { 40: 41, 91: 93 };

/** Line endings are codes below -2; micromark needs each as a token. */
const isLineEnding = (code: Code) => code !== null && code < -2;

/**
 * Closers that are missing in the rest of a text. Without this, each of many opening brackets would read to the end,
 * and the cost would be quadratic.
 */
const missingClosers = new WeakMap<object, Set<number>>();

function tokenizeFormula(this: object, effects: Effects, ok: State, nok: State): State {
  let closer = 0;
  const missing = missingClosers.get(this) ?? new Set();
  missingClosers.set(this, missing);

  const start: State = (code) => {
    effects.enter('mathText');
    effects.enter('mathTextSequence');
    effects.consume(code);
    return open;
  };
  const open: State = (code) => {
    closer = closers[code ?? 0] ?? 0;
    if (closer === 0 || missing.has(closer)) return nok(code);
    effects.consume(code);
    effects.exit('mathTextSequence');
    return between;
  };
  const between: State = (code) => {
    if (code === null) {
      missing.add(closer);
      return nok(code);
    }
    if (isLineEnding(code)) {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return between;
    }
    if (code === BACKSLASH) return backslash(code);
    effects.enter('mathTextData');
    return data(code);
  };
  const data: State = (code) => {
    if (code === null || isLineEnding(code)) {
      effects.exit('mathTextData');
      return between(code);
    }
    if (code !== BACKSLASH) {
      effects.consume(code);
      return data;
    }
    effects.exit('mathTextData');
    return backslash(code);
  };
  const backslash: State = (code) => {
    const token = effects.enter('mathTextSequence');
    effects.consume(code);
    return (next) => {
      if (next === closer) {
        effects.consume(next);
        effects.exit('mathTextSequence');
        effects.exit('mathText');
        return ok;
      }
      // The backslash starts a command of TeX. In `\\`, both are consumed, so that `\\)` is not read as a closing
      // bracket.
      token.type = 'mathTextData';
      if (next !== BACKSLASH) return data(next);
      effects.consume(next);
      return data;
    };
  };
  return start;
}

/** Maximum characters of a formula between single dollars. It is part of a sentence, so it is short. */
export const MAX_DOLLAR_FORMULA = 300;

const WORD_CHARACTER = /[A-Za-z0-9_$]/;
const COMMAND = /\\(?:[A-Za-z]{1,40}|[^A-Za-z])/g;
const GROUP = /\{[^{}]{0,300}\}/g;
const SHORT_NAME = /^[A-Za-z]{1,3}$/;
const PROSE = /(?:^|\s)\p{L}{2,}(?=[\s,.;:!?]|$)/u;
/** A price before a currency in brackets: `$5 (US$)`. */
const CURRENCY = /^\d[^(]*\([A-Z]{1,3}$/;
const START = /^[\p{L}\p{N}\\({[|+<>∑∫√∞-]/u;
const END = /[\p{L}\p{N})}\]|!'*′]$/u;

/**
 * Whether `$tex$` is a formula. Between the dollars of two prices are spaces or words, and the second dollar starts a
 * number. `before` and `after` are the characters around the dollars.
 */
export function isDollarFormula(tex: string, before: string, after: string): boolean {
  if (WORD_CHARACTER.test(before) || WORD_CHARACTER.test(after) || before === '\\') return false;
  if (tex.length > MAX_DOLLAR_FORMULA || !START.test(tex) || !END.test(tex)) return false;
  if (CURRENCY.test(tex)) return false;
  return SHORT_NAME.test(tex) || !PROSE.test(tex.replace(COMMAND, ' ').replace(GROUP, ' '));
}

const toCharacter = (code: Code) => (code === null || code < 0 ? ' ' : String.fromCharCode(code));

function tokenizeDollars(this: { previous: Code }, effects: Effects, ok: State, nok: State): State {
  const before = toCharacter(this.previous);
  let tex = '';

  const start: State = (code) => {
    effects.enter('mathText');
    effects.enter('mathTextSequence');
    effects.consume(code);
    effects.exit('mathTextSequence');
    return first;
  };
  const first: State = (code) => {
    if (code === null || code < 0 || code === DOLLAR) return nok(code);
    effects.enter('mathTextData');
    return data(code);
  };
  const data: State = (code) => {
    if (code === null || isLineEnding(code) || tex.length > MAX_DOLLAR_FORMULA) return nok(code);
    if (code === DOLLAR) {
      effects.exit('mathTextData');
      effects.enter('mathTextSequence');
      effects.consume(code);
      effects.exit('mathTextSequence');
      effects.exit('mathText');
      return end;
    }
    tex += toCharacter(code);
    effects.consume(code);
    return code === BACKSLASH ? escaped : data;
  };
  const escaped: State = (code) => {
    if (code !== DOLLAR) return data(code);
    tex += '$';
    effects.consume(code);
    return data;
  };
  const end: State = (code) => (isDollarFormula(tex, before, toCharacter(code)) ? ok(code) : nok(code));
  return start;
}

export const formulas = {
  text: {
    [BACKSLASH]: { name: 'bracketFormula', tokenize: tokenizeFormula },
    [DOLLAR]: { name: 'dollarFormula', tokenize: tokenizeDollars },
  },
};
