import { pageNumber, locationLabel } from '../../contract/locations.ts';
import type { Citation } from '../../contract/runs.ts';
import { truncate } from '../../contract/text.ts';
import type { Passage } from './passages.ts';

/** Share of a statement's content words that its passage must contain for the citation to be verified. */
const MIN_OVERLAP = 0.5;
const MAX_EXCERPT_LENGTH = 320;
/** Longer than any sentence. Limits the cost of a line without punctuation. */
const MAX_STATEMENT_LENGTH = 2_000;

/** The fields of a citation that name its source. */
export function toSource(passage: Passage): Omit<Citation, 'number' | 'quote' | 'standing'> {
  return {
    fileid: passage.fileId,
    filename: passage.fileName,
    pagenumber: pageNumber(passage.location),
    ...(passage.location.kind === 'page' && passage.location.label && { pagelabel: passage.location.label }),
    location: locationLabel(passage.location),
    datatype: passage.fileType,
    link: passage.link,
    lastModified: passage.lastModified,
    site: passage.site,
  };
}

/** Scripts whose words have few characters. */
const DENSE = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });
const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

function getContentWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const { segment, isWordLike } of wordSegmenter.segment(text.toLocaleLowerCase('en'))) {
    if (isWordLike && (segment.length > 3 || /\d/.test(segment) || DENSE.test(segment))) words.add(segment);
  }
  return words;
}

/** Share of these words that are in a text, from 0 to 1. */
function measureOverlap(words: ReadonlySet<string>, text: string): number {
  if (words.size === 0) return 0;
  const textWords = getContentWords(text);
  let shared = 0;
  for (const word of words) if (textWords.has(word)) shared += 1;
  return shared / words.size;
}

/** The sentence that ends with a citation, or the part of it that is on the same line. */
function findStatement(answer: string, number: number): string {
  const index = answer.indexOf(`[${number}]`);
  if (index < 0) return '';
  const before = answer.slice(0, index).replace(/\[\d+\]/g, '');
  const line = before.slice(before.lastIndexOf('\n', before.length - 2) + 1);
  return [...sentenceSegmenter.segment(line.slice(-MAX_STATEMENT_LENGTH))].at(-1)?.segment ?? line;
}

/** The sentence of a passage that shares the most words with a statement. */
function findExcerpt(passage: string, statement: ReadonlySet<string>): string {
  let best = { sentence: '', score: -1 };
  for (const { segment } of sentenceSegmenter.segment(passage.replace(/(?<![^\S\n])[^\S\n]*\n(?!\n)[^\S\n]*/g, ' '))) {
    const score = measureOverlap(statement, segment);
    if (score > best.score && segment.trim() !== '') best = { sentence: segment.trim(), score };
  }
  if (best.sentence.length <= MAX_EXCERPT_LENGTH) return best.sentence;
  return `${truncate(best.sentence, MAX_EXCERPT_LENGTH - 1)}…`;
}

/**
 * Creates the citations of an answer: file, location and excerpt of each number that it uses.
 * @param used the passages' numbers in the order of their first use
 */
export function createCitations(answer: string, used: readonly number[], passages: readonly Passage[]): Citation[] {
  const byNumber = new Map(passages.map((passage) => [passage.number, passage]));
  return used.flatMap((passageNumber, index): Citation[] => {
    const passage = byNumber.get(passageNumber);
    if (!passage) return [];
    const statement = getContentWords(findStatement(answer, index + 1));
    return [
      {
        ...toSource(passage),
        number: index + 1,
        quote: findExcerpt(passage.text, statement),
        standing: getStanding(passage, measureOverlap(statement, passage.text)),
      },
    ];
  });
}

function getStanding(passage: Passage, overlap: number): Citation['standing'] {
  if (overlap < MIN_OVERLAP) return 'unverified';
  return passage.changed ? 'changed' : 'holds';
}
