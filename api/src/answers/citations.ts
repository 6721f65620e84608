import { pageNumber, locationLabel } from '../../contract/locations.ts';
import type { Citation } from '../../contract/runs.ts';
import { truncate } from '../../contract/text.ts';
import type { Passage } from './passages.ts';

/** Share of an answer's content words that its passage must hold for the citation to stand. */
const HOLDS_FROM = 0.5;
const LONGEST_QUOTE = 320;
/** Longer than any sentence; a line without stops is not read from its start for each citation. */
const LONGEST_STATEMENT = 2_000;

/** Scripts that write words in a few characters. */
const DENSE = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const words = new Intl.Segmenter('en', { granularity: 'word' });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

function contentWords(text: string): Set<string> {
  const found = new Set<string>();
  for (const { segment, isWordLike } of words.segment(text.toLocaleLowerCase('en'))) {
    if (isWordLike && (segment.length > 3 || /\d/.test(segment) || DENSE.test(segment))) found.add(segment);
  }
  return found;
}

/** Share of the words of `of` that are in `text`, between 0 and 1. */
function overlap(of: ReadonlySet<string>, text: string): number {
  if (of.size === 0) return 0;
  const there = contentWords(text);
  let shared = 0;
  for (const word of of) if (there.has(word)) shared += 1;
  return shared / of.size;
}

/** The sentence of an answer that a citation stands at the end of: from the last stop, or the line's start, before it. */
function statementBefore(answer: string, number: number): string {
  const at = answer.indexOf(`[${number}]`);
  if (at < 0) return '';
  const before = answer.slice(0, at).replace(/\[\d+\]/g, '');
  const line = before.slice(before.lastIndexOf('\n', before.length - 2) + 1);
  return [...sentences.segment(line.slice(-LONGEST_STATEMENT))].at(-1)?.segment ?? line;
}

/** The sentence of a passage that says most of a statement. */
function bestSentence(passage: string, statement: ReadonlySet<string>): string {
  let best = { sentence: '', score: -1 };
  for (const { segment } of sentences.segment(passage.replace(/(?<![^\S\n])[^\S\n]*\n(?!\n)[^\S\n]*/g, ' '))) {
    const score = overlap(statement, segment);
    if (score > best.score && segment.trim() !== '') best = { sentence: segment.trim(), score };
  }
  if (best.sentence.length <= LONGEST_QUOTE) return best.sentence;
  return `${truncate(best.sentence, LONGEST_QUOTE - 1)}…`;
}

/**
 * The citations of an answer: the server maps each number to file, place and quote. A citation whose passage does not
 * hold half of what its statement says is marked as unverified.
 */
export function citationsOf(answer: string, used: readonly number[], passages: readonly Passage[]): Citation[] {
  const byNumber = new Map(passages.map((passage) => [passage.number, passage]));
  return used.flatMap((original, index): Citation[] => {
    const passage = byNumber.get(original);
    if (!passage) return [];
    const statement = contentWords(statementBefore(answer, index + 1));
    return [
      {
        number: index + 1,
        fileid: passage.fileId,
        filename: passage.fileName,
        pagenumber: pageNumber(passage.location),
        location: locationLabel(passage.location),
        datatype: passage.fileType,
        link: passage.link,
        lastModified: passage.lastModified,
        quote: bestSentence(passage.text, statement),
        site: passage.site,
        standing: standingOf(passage, overlap(statement, passage.text)),
      },
    ];
  });
}

function standingOf(passage: Passage, shared: number): Citation['standing'] {
  if (shared < HOLDS_FROM) return 'unverified';
  return passage.changed ? 'changed' : 'holds';
}
