import type { Citation } from '#contract/runs/answerEvents.ts';
import type { ModelMessage } from '#api/models/models.ts';
import { toSource } from '#api/answers/citations/createCitations.ts';
import { createCodeScanner } from '#api/answers/citations/codeScanner.ts';
import type { CitedText, Passage } from './passages.ts';

/** The text of an answer that is continued. */
export type PriorText = CitedText;

/** The last message of the prompt that continues an answer. The sandbox's model knows this sentence, too. */
export const CONTINUE =
  'Continue your last answer exactly where it stops. Do not repeat any of it and do not introduce it.';

/** A marker such as `[7]` without a citation keeps its number reserved, up to this one, so that no source gets it. */
const MAX_MARKER = 200;

/**
 * Maps the citation numbers of a text to the passage numbers of this prompt. A passage that is not in the prompt gets a
 * negative number, so that all citations keep their numbers.
 */
export function findPassageNumbers({ content, links }: CitedText, passages: readonly Passage[]): number[] {
  const markers = [...content.matchAll(/\[(\d{1,3})\]/g)].map(([, digits]) => Number(digits));
  const highest = markers.filter((number) => number <= MAX_MARKER).reduce((a, b) => Math.max(a, b), 0);
  const numbers = links.map((link, index) => findPassage(link, passages)?.number ?? -(index + 1));
  while (numbers.length < highest) numbers.push(-(numbers.length + 1));
  return numbers;
}

/** The passage that a citation was made from: of the passages from its location, the one that holds its excerpt. */
export function findPassage(link: Citation, passages: readonly Passage[]): Passage | undefined {
  const sameLocation = passages.filter((passage) => {
    const { fileid, location } = toSource(passage);
    return fileid === link.fileid && location === link.location;
  });
  return sameLocation.find(({ text }) => holdsExcerpt(text, link.quote)) ?? sameLocation[0];
}

/**
 * Whether a text holds an excerpt, which has spaces instead of line breaks, and an ellipsis if it was cut. Its lines are rows of
 * a table, between which rows can be left out.
 */
export function holdsExcerpt(text: string, excerpt: string): boolean {
  const toLine = (part: string) => part.replace(/\s+/g, ' ').trim();
  const line = toLine(text);
  return excerpt
    .replace(/…$/, '')
    .split('\n')
    .every((row) => line.includes(toLine(row)));
}

/** Gives a text the citation numbers of this prompt. Removes those of passages that are not in it. */
export function renumberCitations(text: CitedText, passages: readonly Passage[]): string {
  const numbers = findPassageNumbers(text, passages);
  const inCode = findBracketsInCode(text.content);
  return text.content.replace(/(\s?)\[(\d{1,6})\]/g, (mark, space: string, digits: string, offset: number) => {
    const number = numbers[Number(digits) - 1];
    if (number === undefined || inCode.has(offset + space.length)) return mark;
    return number > 0 ? `${space}[${number}]` : '';
  });
}

/** The text without the numbers of its citations, which would point to passages of another prompt. */
export function removeCitations(text: CitedText): string {
  return text.links.length === 0 ? text.content : renumberCitations(text, []);
}

/** The offsets of opening brackets in code, where they are no citations. */
function findBracketsInCode(content: string): Set<number> {
  const code = createCodeScanner();
  const found = new Set<number>();
  let offset = 0;
  for (const character of content) {
    if (code.scan(character) && character === '[') found.add(offset);
    offset += character.length;
  }
  return found;
}

/** The messages after the question: the answer so far with the prompt's citation numbers, and the request to continue. */
export function createContinuationMessages(prior: PriorText, passages: readonly Passage[]): ModelMessage[] {
  return [
    { role: 'assistant', content: passages.length === 0 ? prior.content : renumberCitations(prior, passages) },
    { role: 'user', content: CONTINUE },
  ];
}

/** Adds the space between two texts that a model leaves out when it starts a new message. */
export function joinTexts(prior: string, next: string): string {
  const needsSpace = /[\p{L}\p{N}\p{P}]$/u.test(prior) && /^[\p{L}\p{N}]/u.test(next);
  return needsSpace ? ` ${next}` : next;
}
