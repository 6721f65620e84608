import type { Extraction, Location } from '../../../contract/locations.ts';

/** A piece of a file's text that stands in one place. */
export interface Chunk {
  /** Which part of the extraction, from 0, and which characters of its text. */
  part: number;
  charFrom: number;
  charTo: number;
  location: Location;
  body: string;
  /** How many characters at its beginning the chunk before it has too. */
  shared: number;
}

/** A part of up to this length is one chunk; longer ones are cut near `WANTED`. */
const LONGEST = 1_200;
const WANTED = 1_000;
/** What is left at the end of a part goes with the chunk before it below this. */
const SHORTEST = 200;
/** The last sentence is said again at the beginning of the next chunk if it is no longer than this. */
const OVERLAP = 160;

const SAYS = /[\p{L}\p{N}]/u;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Cuts a file's text between sentences, never across two places, a chunk at a time: a large file must not hold everybody
 * up. Parts without a word give nothing.
 */
export function* chunksOf({ parts }: Pick<Extraction, 'parts'>): Generator<Chunk> {
  for (const [part, { location, text }] of parts.entries()) {
    for (const { from, to, shared } of cutsOf(text)) {
      const body = text.slice(from, to);
      if (SAYS.test(body)) yield { part, charFrom: from, charTo: to, location, body, shared };
    }
  }
}

interface Cut {
  from: number;
  to: number;
  shared: number;
}

function* cutsOf(text: string): Generator<Cut> {
  if (text.length <= LONGEST) return yield { from: 0, to: text.length, shared: 0 };
  let before: Cut | null = null;
  let [from, shared, last] = [0, 0, 0];
  for (const end of ends(text)) {
    if (end - from > LONGEST && last > from + shared) {
      if (before) yield before;
      before = { from, to: last, shared };
      shared = sentenceBefore(text, from, last);
      from = last - shared;
    }
    last = end;
  }
  if (before && text.length - from < SHORTEST) before.to = text.length;
  if (before) yield before;
  if (before?.to !== text.length) yield { from, to: text.length, shared };
}

/** Where a text may be cut: after each sentence, line of a list or paragraph; a sentence without end is cut at blanks. */
function* ends(text: string): Generator<number> {
  for (const { segment, index } of sentences.segment(text)) {
    let at = 0;
    while (segment.length - at > WANTED) {
      // Only the piece at hand: without a blank, a search in the whole text goes back to its beginning each time.
      const blank = segment.slice(at + WANTED / 2, at + WANTED + 1).lastIndexOf(' ');
      at = blank > 0 ? at + WANTED / 2 + blank + 1 : wholeCharacter(segment, at + WANTED);
      yield index + at;
    }
    yield index + segment.length;
  }
}

function wholeCharacter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}

/** Length of the last sentence of a chunk, 0 if it is too long to be said twice. */
function sentenceBefore(text: string, from: number, to: number): number {
  const tail = text.slice(Math.max(from, to - OVERLAP * 2), to);
  const last = [...sentences.segment(tail)].at(-1)?.segment ?? '';
  return last.length <= OVERLAP && last.length < tail.length ? last.length : 0;
}
