import { LRUCache } from 'lru-cache';
import { parseSentences } from '#sandbox/models/extractive/text/sentences.ts';
import { removeMarginLines } from '#sandbox/models/extractive/text/marginLines.ts';
import { getTerms } from '#sandbox/models/extractive/text/words.ts';
import type { Passage } from '#sandbox/models/extractive/text/passageParser.ts';
import type { Sentence } from '#sandbox/models/extractive/text/sentences.ts';

/** A sentence with the data that ranking needs. */
export type IndexedSentence = Sentence & {
  /** Position among all sentences, from 0. */
  position: number;
  passage: Passage;
  terms: string[];
  counts: ReadonlyMap<string, number>;
  headingTerms: ReadonlySet<string>;
  sourceTerms: ReadonlySet<string>;
};

/** `frequencies`: the number of sentences with each term. */
export type SentenceIndex = { sentences: IndexedSentence[]; frequencies: ReadonlyMap<string, number> };

/** The headings of a passage whose location is a section, outermost first. */
function getSectionPath({ location }: Passage): string[] {
  return location.startsWith('section ') ? location.slice('section '.length).split(' › ') : [];
}

/** The same passages are asked for an answer, and then once for every question that could follow it. */
const indexes = new LRUCache<string, SentenceIndex>({
  maxSize: 2_000_000,
  sizeCalculation: (_, text) => text.length,
});

/** Splits passages into sentences and counts the sentences with each term. */
export function buildSentenceIndex(passages: Passage[]): SentenceIndex {
  const key = JSON.stringify(passages);
  const index = indexes.get(key) ?? indexSentences(passages);
  indexes.set(key, index);
  return index;
}

function indexSentences(passages: Passage[]): SentenceIndex {
  const sentences: IndexedSentence[] = [];
  const frequencies = new Map<string, number>();
  for (const passage of removeMarginLines(passages)) {
    const sourceTerms = new Set(getTerms(passage.source.replace(/[._-]/g, ' ')));
    const path = getSectionPath(passage);
    const section = path.at(-1) ?? '';
    for (const parsed of parseSentences(passage.text)) {
      const sentence = { ...parsed, heading: parsed.heading || (parsed.kind === 'heading' ? '' : section) };
      const terms = getTerms(sentence.text);
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
      const headingTerms = new Set(getTerms(`${path.join(' ')} ${sentence.heading} ${sentence.leadIn}`));
      sentences.push({ ...sentence, position: sentences.length, passage, terms, counts, headingTerms, sourceTerms });
    }
  }
  return { sentences, frequencies };
}
