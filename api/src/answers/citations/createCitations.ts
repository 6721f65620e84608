import { pageNumber, locationLabel } from '#contract/files/locations.ts';
import type { Source } from '#contract/runs/functionCalls.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { truncate } from '#contract/text/text.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';

/** Share of a statement's content words that its passage must contain for the citation to be verified. */
const MIN_OVERLAP = 0.5;
const MAX_EXCERPT_LENGTH = 320;
const MAX_HEADING_LENGTH = 80;
/** No sentence is longer. The limit bounds the cost of a line without punctuation. */
const MAX_STATEMENT_LENGTH = 2_000;

/** The fields of a citation that name its source. */
export function toSource(passage: Passage): Source {
  return {
    fileid: passage.fileId,
    filename: passage.fileName,
    pagenumber: pageNumber(passage.location),
    ...(passage.location.kind === 'page' && passage.location.label && { pagelabel: passage.location.label }),
    location: passage.place ?? locationLabel(passage.location),
    datatype: passage.fileType,
    link: passage.link,
    lastModified: passage.lastModified,
    site: passage.site,
    ...(passage.opens && { opens: passage.opens }),
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

/** Replaces line breaks while sentences are split: a break would end a sentence that continues on the next line. */
const LINE = ' \ue000';

/** The sentence of a passage that shares the most words with a statement, without the heading above it. */
function findExcerpt(passage: string, statement: ReadonlySet<string>): string {
  let best = { lines: [''], score: -1 };
  const text = passage.replaceAll('\ue000', ' ').replace(/(?<![^\S\n])[^\S\n]*\n(?!\n)[^\S\n]*/g, LINE);
  for (const { segment } of sentenceSegmenter.segment(text)) {
    const lines = segment.split('\ue000').map((line) => line.trim());
    const score = measureOverlap(statement, lines.join(' '));
    if (score > best.score && lines.some((line) => line !== '')) best = { lines, score };
  }
  const sentence = dropHeading(best.lines, statement).join(' ').trim();
  return sentence.length <= MAX_EXCERPT_LENGTH ? sentence : `${truncate(sentence, MAX_EXCERPT_LENGTH - 1)}…`;
}

/** Leaves out first lines that look like headings, unless they have words of the statement that the rest lacks. */
function dropHeading(lines: readonly string[], statement: ReadonlySet<string>): readonly string[] {
  const [first = '', next] = lines;
  const rest = lines.slice(1);
  if (next === undefined) return lines;
  const isHeading = first.length <= MAX_HEADING_LENGTH && !/[.!?:;,]$/.test(first) && /^[\p{Lu}\p{N}"“‘(]/u.test(next);
  const needsFirst = measureOverlap(statement, rest.join(' ')) < measureOverlap(statement, lines.join(' '));
  return first === '' || (isHeading && !needsFirst) ? dropHeading(rest, statement) : lines;
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
