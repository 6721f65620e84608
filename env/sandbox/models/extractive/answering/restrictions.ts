import type { IndexedSentence, SentenceIndex } from '#sandbox/models/extractive/ranking/sentenceIndex.ts';

const RESTRICTION =
  /\b(?:only|except|exceptions?|unless|however|but|otherwise|excluding|never|nobody|no longer|not (?:included|covered|refunded|reimbursed|apply|count)|(?:does|do) not (?:apply|count|include|cover)|provided|as long as|without)\b/iu;
/** Matches the start of a sentence that refers to the previous one. */
const CONNECTOR =
  /^\W*(?:however|but|except|unless|otherwise|this|that|these|those|it|its|they|their|in (?:that|this) case|exceptions?)\b/iu;
const MAX_TERMS = 30;

/**
 * Adds to each sentence the neighbor that restricts it, so that an answer is not wrong by omission: "Without a receipt
 * nothing above 10 crowns is refunded."
 */
export function addRestrictions(chosen: readonly IndexedSentence[], { sentences }: SentenceIndex): IndexedSentence[] {
  const result = new Set(chosen);
  for (const sentence of chosen) {
    const next = sentences[sentence.position + 1];
    const previous = sentences[sentence.position - 1];
    if (next && restricts(next, sentence) && (CONNECTOR.test(next.text) || sharesTerm(next, sentence)))
      result.add(next);
    else if (previous && restricts(previous, sentence) && sharesTerm(previous, sentence)) result.add(previous);
  }
  return [...result].sort((a, b) => a.position - b.position);
}

function restricts(neighbor: IndexedSentence, sentence: IndexedSentence): boolean {
  return (
    neighbor.kind === 'text' &&
    sentence.kind === 'text' &&
    neighbor.passage === sentence.passage &&
    neighbor.heading === sentence.heading &&
    neighbor.terms.length <= MAX_TERMS &&
    RESTRICTION.test(neighbor.text)
  );
}

/** Whether two sentences share a word. The words of the file's name do not count: most of its sentences have them. */
function sharesTerm(first: IndexedSentence, second: IndexedSentence): boolean {
  return [...first.counts.keys()].some((term) => second.counts.has(term) && !second.sourceTerms.has(term));
}
