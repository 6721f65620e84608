/**
 * Syntax of `\(…\)` and `\[…\]` for micromark, with the tokens of remark-math. The types are the used part of
 * micromark's.
 */
type Code = number | null;
type State = (code: Code) => State | undefined;

interface Effects {
  enter(type: string): { type: string };
  exit(type: string): unknown;
  consume(code: Code): void;
}

const BACKSLASH = 92;
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
      // A command of TeX. `\\` is one: the second backslash closes nothing.
      token.type = 'mathTextData';
      if (next !== BACKSLASH) return data(next);
      effects.consume(next);
      return data;
    };
  };
  return start;
}

export const bracketFormulas = { text: { [BACKSLASH]: { name: 'bracketFormula', tokenize: tokenizeFormula } } };
