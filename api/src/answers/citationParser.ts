import { createCodeScanner } from './codeScanner.ts';

/** Longer than any list of citations that helps a reader: what goes on for longer is a list of figures. */
const LONGEST = 240;
const INSIDE = /[\d,\s]/;
const CITATION = /^\[\s*(\d{1,6}(?:\s*,\s*\d{1,6})*)\s*\]$/;

export interface Citing {
  /** Takes a piece of what the model wrote; gives what may be shown of it. */
  push(text: string): string;
  /** Gives what was held back; the answer has ended. */
  end(): string;
  /** The model's numbers in the order of their first use; the first is shown as `[1]`. */
  used(): readonly number[];
}

/**
 * Rewrites citations while an answer streams: a number from the closed set gets the next free number of the answer,
 * any other is dropped, with the blank before it. In code, and where there is nothing to cite, brackets are left alone.
 * What is given is text that can be stored, however the model cut it: no NUL and no half of a character.
 */
export function createCiting(allowed: ReadonlySet<number>): Citing {
  const order: number[] = [];
  const code = createCodeScanner();
  /** A bracket that may become a citation, with the blank before it. */
  let held = '';
  let half = '';

  function shown(number: number): string {
    if (!allowed.has(number)) return '';
    if (!order.includes(number)) order.push(number);
    return `[${order.indexOf(number) + 1}]`;
  }

  function cite(bracket: string): string {
    const numbers = CITATION.exec(bracket.trimStart())?.[1];
    if (numbers === undefined) return bracket;
    const cited = numbers.split(',').map((number) => shown(Number(number)));
    const text = cited.join('');
    return text === '' ? '' : bracket.slice(0, bracket.indexOf('[')) + text;
  }

  function step(character: string): string {
    const inCode = code.see(character);
    const whole = held + character;
    held = '';
    if (whole.includes('[') && whole.length > 1) {
      if (character === ']') return cite(whole);
      if (INSIDE.test(character) && whole.length < LONGEST) {
        held = whole;
        return '';
      }
    }
    const opens = !inCode && (character === '[' || character === ' ');
    if (!opens) return whole;
    const from = character === '[' && whole.endsWith(' [') ? whole.length - 2 : whole.length - 1;
    held = whole.slice(from);
    return whole.slice(0, from);
  }

  function release(text: string): string {
    if (allowed.size === 0) return text;
    let out = '';
    for (const character of text) out += step(character);
    return out;
  }

  return {
    push(text) {
      const whole = half + text.replaceAll('\u0000', '');
      half = /[\uD800-\uDBFF]$/.exec(whole)?.[0] ?? '';
      return release(whole.slice(0, whole.length - half.length).toWellFormed());
    },
    end() {
      const rest = release(half.toWellFormed()) + held;
      held = '';
      half = '';
      return rest;
    },
    used: () => order,
  };
}
