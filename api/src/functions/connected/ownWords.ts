import type { AcceptedQuestion } from '../../answers/acceptQuestion.ts';
import type { ReadableMessage } from '../../answers/readableHistory.ts';
import type { Origin } from '../../storage/tables/search/searches.ts';

/** What the model of an answer has read. */
export interface Reading {
  /** Whether it has read anything that the person did not write. */
  hasOtherTexts: boolean;
  /** What the person wrote in this chat. */
  ownTexts: readonly string[];
}

/** What the model reads with a question, before it calls a function. */
export function describeReading(
  { text, files }: Pick<AcceptedQuestion, 'text' | 'files'>,
  history: readonly ReadableMessage[],
  origins: readonly Origin[] | null,
): Reading {
  // In a copy of a chat, the sharer wrote the questions.
  const own = history.filter(({ source, author }) => source === 'User' && !author);
  const hasOtherTexts =
    files.length > 0 ||
    (origins ?? []).length > 0 ||
    history.some(
      ({ author, files: attached, links, calls }) => author || attached.length + links.length + calls.length > 0,
    );
  return { hasOtherTexts, ownTexts: [text, ...own.map(({ content }) => content)] };
}

/** The texts that a person wrote, as a source of arguments. */
export interface OwnWords {
  /** Whether a text is a part of one own text: from the start of a word to the end of a word, spelled the same. */
  hasPart(text: string): boolean;
  /** How many parts there are; a part that occurs twice can count twice. */
  partCount: number;
  /** The numbers that stand alone in the own texts. */
  numbers: ReadonlySet<number>;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const NUMBER = /(?<![\p{L}\p{M}\p{N}])\d{1,15}(?:\.\d{1,15})?(?![\p{L}\p{M}\p{N}])/gu;

export function readOwnWords(ownTexts: readonly string[]): OwnWords {
  const texts = ownTexts.map((text) => {
    const words = [...text.matchAll(WORD)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
    return {
      text,
      count: words.length,
      starts: new Set(words.map(({ start }) => start)),
      ends: new Set(words.map(({ end }) => end)),
    };
  });
  return {
    hasPart(part) {
      if (part === '') return false;
      return texts.some(({ text, starts, ends }) => {
        for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
          if (starts.has(at) && ends.has(at + part.length)) return true;
        return false;
      });
    },
    partCount: texts.reduce((sum, { count }) => sum + (count * (count + 1)) / 2, 0),
    numbers: new Set(ownTexts.flatMap((text) => (text.match(NUMBER) ?? []).map(Number))),
  };
}

/** The words of a text; a word is the same in any case. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
