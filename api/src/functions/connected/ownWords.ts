import type { AcceptedQuestion } from '#api/answers/acceptQuestion.ts';
import type { ReadableMessage } from '#api/answers/readableHistory.ts';
import type { Origin } from '#api/storage/tables/search/searches.ts';

/** What the model of an answer has read. */
export interface Reading {
  /** Whether it has read anything that the person did not write. */
  hasOtherTexts: boolean;
  /** What the person wrote in this chat, newest first. */
  ownTexts: readonly string[];
}

/** The texts that the model reads with a question before it calls a function. */
export function describeReading(
  { text, files }: Pick<AcceptedQuestion, 'text' | 'files'>,
  history: readonly ReadableMessage[],
  origins: readonly Origin[] | null,
): Reading {
  // Questions with an author are left out: in a copy of a chat, another person, the sharer, has written them.
  const own = history.filter(({ source, author }) => source === 'User' && !author);
  const hasOtherTexts =
    files.length > 0 ||
    (origins ?? []).length > 0 ||
    history.some(
      ({ author, files: attached, links, calls }) => author || attached.length + links.length + calls.length > 0,
    );
  return { hasOtherTexts, ownTexts: [text, ...own.toReversed().map(({ content }) => content)] };
}

/** The texts that a person wrote, as a source of arguments. */
export interface OwnWords {
  /**
   * Whether a text is a part of one text that the person wrote: from the start of a word to the end of a word, with the
   * same spelling.
   */
  hasPart(text: string): boolean;
  /** How many parts there are; a part that occurs twice can count twice. */
  partCount: number;
  /** The numbers that stand alone in the texts of the person. */
  numbers: ReadonlySet<number>;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const NUMBER = /(?<![\p{L}\p{M}\p{N}])\d{1,15}(?:\.\d{1,15})?(?![\p{L}\p{M}\p{N}])/gu;
const STARTS_WITH_WORD = /^[\p{L}\p{M}\p{N}]/u;
const ENDS_WITH_WORD = /[\p{L}\p{M}\p{N}]$/u;

/**
 * Maximum length of the person's texts that are searched for parts: messages can have megabytes, and searching them
 * would delay the requests of other people.
 */
const MAX_OWN_CHARACTERS = 100_000;
/** A character can have two UTF-16 code units. */
const ONE_CHARACTER = 2;

/** Reads the first texts, of which the first is the question. */
export function readOwnWords(ownTexts: readonly string[]): OwnWords {
  const texts = cut(ownTexts);
  let partCount = 0;
  const numbers = new Set<number>();
  for (const text of texts) {
    const count = text.match(WORD)?.length ?? 0;
    partCount += (count * (count + 1)) / 2;
    for (const [number] of text.matchAll(NUMBER)) numbers.add(Number(number));
  }
  return {
    hasPart: (part) =>
      STARTS_WITH_WORD.test(part) && ENDS_WITH_WORD.test(part) && texts.some((text) => hasWhole(text, part)),
    partCount,
    numbers,
  };
}

function cut(texts: readonly string[]): string[] {
  let left = MAX_OWN_CHARACTERS;
  return texts.flatMap((text) => {
    const kept = text.slice(0, left);
    left -= kept.length;
    return kept === '' ? [] : [kept];
  });
}

/** Whether a text has a part that neither starts nor ends within a word. */
function hasWhole(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    const before = text.slice(Math.max(0, at - ONE_CHARACTER), at);
    if (!ENDS_WITH_WORD.test(before) && !STARTS_WITH_WORD.test(text.slice(end, end + ONE_CHARACTER))) return true;
  }
  return false;
}

/** The words of a text; a word is the same in any case. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
