import { createCodeScanner } from './codeScanner.ts';

/** A longer list in brackets is data, not a list of citations. */
const MAX_BRACKET_LENGTH = 240;
/** A longer range is data as well. */
const MAX_RANGE = 20;
/** The brackets in which models cite. Models of OpenAI also write `【1】` and `【1†L5-L6】`, whatever the prompt demands. */
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '【': '】', '［': '］' };
const INSIDE = /[\d,;，、\s\-‑–]/;
const SEPARATOR = /[,;，、]/;
const NUMBERS = /^\d{1,6}(?:\s*[,;，、]\s*\d{1,6})*$/;
const RANGE = /^(\d{1,6})\s*[-‑–]\s*(\d{1,6})$/;

interface CitationParser {
  /** Takes the next text of the model and returns the text to show. */
  push(text: string): string;
  /** Ends the answer and returns the text that was held back. */
  end(): string;
  /** The model's numbers in the order of their first use; the first is shown as `[1]`. */
  used(): readonly number[];
}

/**
 * Rewrites citations while an answer streams: renumbers allowed numbers in the order of their first use, removes others
 * with the space before them. Brackets in code stay. All brackets stay if no number is allowed and the model was not asked
 * to cite. The result can always be stored: it contains no NUL and no half of a surrogate pair, wherever the model
 * splits its text. `citations.ts` gives the used numbers their file, page and excerpt.
 * @param prior text of the answer so far, and the model's numbers of its citations
 * @param hasMark whether the model was asked to write the mark of an answer that was not found
 */
export function createCitationParser(
  allowed: ReadonlySet<number>,
  prior: { content: string; numbers: readonly number[] } = { content: '', numbers: [] },
  hasMark = false,
): CitationParser {
  const order: number[] = [...prior.numbers];
  const code = createCodeScanner();
  for (const character of prior.content) code.scan(character);
  /** Start of a possible citation, with the space before it. */
  let pending = '';
  let highSurrogate = '';

  function renumber(number: number): string {
    if (!allowed.has(number)) return '';
    if (!order.includes(number)) order.push(number);
    return `[${order.indexOf(number) + 1}]`;
  }

  /**
   * The numbers that a bracket cites; null if it is no citation. `[2019-2021]` is a citation only if both passages
   * exist.
   */
  function parseNumbers(bracket: string): number[] | null {
    const inside = (bracket.slice(1, -1).split('†')[0] ?? '').trim();
    const [, first, last] = RANGE.exec(inside)?.map(Number) ?? [];
    if (first !== undefined && last !== undefined) {
      const isCitation = allowed.has(first) && allowed.has(last) && first < last && last - first < MAX_RANGE;
      return isCitation ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : null;
    }
    return NUMBERS.test(inside) ? inside.split(SEPARATOR).map(Number) : null;
  }

  function rewrite(text: string): string {
    const bracket = text.trimStart();
    const numbers = parseNumbers(bracket);
    if (numbers === null) return text;
    const citations = numbers.map(renumber).join('');
    return citations === '' ? '' : text.slice(0, text.length - bracket.length) + citations;
  }

  /**
   * Whether a bracket can still become a citation: it continues with numbers, or with the lines that a model cites
   * after a dagger.
   */
  function isInside(bracket: string, character: string): boolean {
    if (INSIDE.test(character)) return true;
    if (!bracket.startsWith('【') || character in CLOSING || character === '\n') return false;
    return character === '†' || bracket.includes('†');
  }

  function take(character: string): string {
    const inCode = code.scan(character);
    const text = pending + character;
    pending = '';
    const bracket = text.trimStart();
    const closing = CLOSING[bracket.charAt(0)];
    if (closing !== undefined && bracket.length > 1) {
      if (character === closing) return rewrite(text);
      if (isInside(bracket, character) && text.length < MAX_BRACKET_LENGTH) {
        pending = text;
        return '';
      }
    }
    const opens = character in CLOSING;
    const canStart = !inCode && (opens || character === ' ');
    if (!canStart) return text;
    const start = opens && text.at(-2) === ' ' ? text.length - 2 : text.length - 1;
    pending = text.slice(start);
    return text.slice(0, start);
  }

  function takeAll(text: string): string {
    if (allowed.size === 0 && !hasMark) return text;
    let output = '';
    for (const character of text) output += take(character);
    return output;
  }

  return {
    push(chunk) {
      const text = highSurrogate + chunk.replaceAll('\u0000', '');
      highSurrogate = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? '';
      return takeAll(text.slice(0, text.length - highSurrogate.length).toWellFormed());
    },
    end() {
      const rest = takeAll(highSurrogate.toWellFormed()) + pending;
      pending = '';
      highSurrogate = '';
      return rest;
    },
    used: () => order,
  };
}
