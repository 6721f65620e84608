import { createCodeScanner } from './codeScanner.ts';

/** A longer list in brackets is data, not a list of citations. */
const MAX_BRACKET_LENGTH = 240;
const INSIDE = /[\d,\s]/;
const CITATION = /^\[\s*(\d{1,6}(?:\s*,\s*\d{1,6})*)\s*\]$/;

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
 * with the space before them. Brackets in code stay, as do all brackets if no number is allowed. The result can always
 * be stored: it contains no NUL and no half of a surrogate pair, wherever the model splits its text. `citations.ts`
 * gives the used numbers their file, page and excerpt.
 * @param prior text of the answer so far, and the model's numbers of its citations
 */
export function createCitationParser(
  allowed: ReadonlySet<number>,
  prior: { content: string; numbers: readonly number[] } = { content: '', numbers: [] },
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

  function rewrite(bracket: string): string {
    const numbers = CITATION.exec(bracket.trimStart())?.[1];
    if (numbers === undefined) return bracket;
    const text = numbers
      .split(',')
      .map((number) => renumber(Number(number)))
      .join('');
    return text === '' ? '' : bracket.slice(0, bracket.indexOf('[')) + text;
  }

  function take(character: string): string {
    const inCode = code.scan(character);
    const text = pending + character;
    pending = '';
    if (text.includes('[') && text.length > 1) {
      if (character === ']') return rewrite(text);
      if (INSIDE.test(character) && text.length < MAX_BRACKET_LENGTH) {
        pending = text;
        return '';
      }
    }
    const canStart = !inCode && (character === '[' || character === ' ');
    if (!canStart) return text;
    const start = character === '[' && text.endsWith(' [') ? text.length - 2 : text.length - 1;
    pending = text.slice(start);
    return text.slice(0, start);
  }

  function takeAll(text: string): string {
    if (allowed.size === 0) return text;
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
