import type { Extraction, Location } from '#contract/files/locations.ts';
import { findBodies } from './marginLines.ts';

/** A piece of a file's text with one location. */
export interface Chunk {
  /** Position of a part in the extraction, and the range of characters in the part's text. */
  part: number;
  charFrom: number;
  charTo: number;
  location: Location;
  body: string;
  /** Number of characters at the start that the previous chunk contains too. */
  overlap: number;
}

/** A part with up to this number of characters is one chunk. */
const MAX_LENGTH = 1_200;
/** A sentence with more characters is split. */
const MAX_SENTENCE_LENGTH = 1_000;
/** If fewer characters are left at the end of a part, they are added to the chunk before. */
const MIN_LENGTH = 200;
/** The last sentence of a chunk is repeated in the next one, unless it has more characters. */
const MAX_OVERLAP = 160;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Splits a file between sentences, and always between parts. A generator, so that a large file does not block other
 * requests. Chunks without a letter or digit are left out, as are the headers and footers that repeat on pages.
 */
export function* splitIntoChunks({ parts }: Pick<Extraction, 'parts'>): Generator<Chunk> {
  const bodies = findBodies({ parts });
  for (const [part, { location, text }] of parts.entries()) {
    const { start: offset, end: bodyEnd } = bodies[part]!;
    for (const { start, end, overlap } of splitRanges(text.slice(offset, bodyEnd))) {
      const [charFrom, charTo] = [offset + start, offset + end];
      const body = text.slice(charFrom, charTo);
      if (LETTER_OR_DIGIT.test(body)) yield { part, charFrom, charTo, location, body, overlap };
    }
  }
}

interface Range {
  start: number;
  end: number;
  overlap: number;
}

function* splitRanges(text: string): Generator<Range> {
  if (text.length <= MAX_LENGTH) return yield { start: 0, end: text.length, overlap: 0 };
  let previous: Range | null = null;
  let [start, overlap, lastEnd] = [0, 0, 0];
  for (const end of findSplitPoints(text)) {
    if (end - start > MAX_LENGTH && lastEnd > start + overlap) {
      if (previous) yield previous;
      previous = { start, end: lastEnd, overlap };
      overlap = measureLastSentence(text, start, lastEnd);
      start = lastEnd - overlap;
    }
    lastEnd = end;
  }
  if (previous && text.length - start < MIN_LENGTH) previous.end = text.length;
  if (previous) yield previous;
  if (previous?.end !== text.length) yield { start, end: text.length, overlap };
}

/** Finds the ends of sentences, list items and paragraphs, and spaces inside sentences that are too long. */
function* findSplitPoints(text: string): Generator<number> {
  for (const { segment, index } of sentences.segment(text)) {
    let start = 0;
    while (segment.length - start > MAX_SENTENCE_LENGTH) {
      // Searches a slice: in a text without spaces, lastIndexOf would go back to the start of the text each time.
      const half = start + MAX_SENTENCE_LENGTH / 2;
      const space = segment.slice(half, start + MAX_SENTENCE_LENGTH + 1).lastIndexOf(' ');
      start = space > 0 ? half + space + 1 : alignToCharacter(segment, start + MAX_SENTENCE_LENGTH);
      yield index + start;
    }
    yield index + segment.length;
  }
}

function alignToCharacter(text: string, index: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index - 1 : index;
}

/** Length of the last sentence of a chunk; 0 if it is too long to be repeated. */
function measureLastSentence(text: string, start: number, end: number): number {
  const tail = text.slice(Math.max(start, end - MAX_OVERLAP * 2), end);
  const last = [...sentences.segment(tail)].at(-1)?.segment ?? '';
  return last.length <= MAX_OVERLAP && last.length < tail.length ? last.length : 0;
}
