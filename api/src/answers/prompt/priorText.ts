import type { Citation } from '../../../contract/runs/runs.ts';
import type { ModelMessage } from '../../models/models.ts';
import { toSource } from '../citations/citations.ts';
import type { Passage } from './passages.ts';

/** The text of an answer that is continued, with its citations. */
export interface PriorText {
  content: string;
  links: Citation[];
}

/** The last message of the prompt that continues an answer. The sandbox's model knows this sentence, too. */
export const CONTINUE =
  'Continue your last answer exactly where it stops. Do not repeat any of it and do not introduce it.';

/** Markers in the text without a citation reserve their numbers up to this one. */
const MAX_MARKER = 200;

/**
 * Maps the citation numbers of a text to the passage numbers of this prompt. A passage that is not in the prompt gets a
 * negative number, so that all citations keep their numbers.
 */
export function findPassageNumbers({ content, links }: PriorText, passages: readonly Passage[]): number[] {
  const markers = [...content.matchAll(/\[(\d{1,3})\]/g)].map(([, digits]) => Number(digits));
  const highest = markers.filter((number) => number <= MAX_MARKER).reduce((a, b) => Math.max(a, b), 0);
  const numbers = links.map((link, index) => findPassage(link, passages)?.number ?? -(index + 1));
  while (numbers.length < highest) numbers.push(-(numbers.length + 1));
  return numbers;
}

function findPassage(link: Citation, passages: readonly Passage[]): Passage | undefined {
  const sameLocation = passages.filter((passage) => {
    const { fileid, location } = toSource(passage);
    return fileid === link.fileid && location === link.location;
  });
  return sameLocation.find(({ text }) => text.includes(link.quote)) ?? sameLocation[0];
}

/** The messages after the question: the answer so far with the prompt's citation numbers, and the request to continue. */
export function createContinuationMessages(prior: PriorText, passages: readonly Passage[]): ModelMessage[] {
  const numbers = findPassageNumbers(prior, passages);
  const content =
    passages.length === 0
      ? prior.content
      : prior.content.replace(/\[(\d{1,6})\]/g, (mark, digits: string) => {
          const number = numbers[Number(digits) - 1];
          if (number === undefined) return mark;
          return number > 0 ? `[${number}]` : '';
        });
  return [
    { role: 'assistant', content },
    { role: 'user', content: CONTINUE },
  ];
}

/** Adds the space between two texts that a model leaves out when it starts a new message. */
export function joinTexts(prior: string, next: string): string {
  const needsSpace = /[\p{L}\p{N}\p{P}]$/u.test(prior) && /^[\p{L}\p{N}]/u.test(next);
  return needsSpace ? ` ${next}` : next;
}
