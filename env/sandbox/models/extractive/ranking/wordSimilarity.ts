import { stem } from '../text/words.ts';
import { synonymGroups } from './synonyms.ts';

const synonyms = new Map<string, Set<string>>();
for (const line of synonymGroups.trim().split('\n')) {
  const group = line.split(' ').map(stem);
  for (const term of group) {
    const others = synonyms.get(term) ?? new Set();
    synonyms.set(term, others);
    for (const other of group) if (other !== term) others.add(other);
  }
}

/** Similarity of a word of the question and a word of the text: 1 for equal words, otherwise 0 … 0.85. */
export function scoreSimilarity(asked: string, written: string): number {
  if (asked === written) return 1;
  if (/\p{N}/u.test(asked) || /\p{N}/u.test(written)) return 0;
  const shorter = Math.min(asked.length, written.length);
  const longer = Math.max(asked.length, written.length);
  if (shorter < 4) return 0;
  if (longer >= 6 && longer - shorter <= 1 && asked[0] === written[0] && isOneEditApart(asked, written)) return 0.85;
  const shared = getCommonPrefixLength(asked, written);
  if (shared >= 5 && shared >= 0.6 * longer) return 0.75;
  if (shared >= 4 && shared === shorter && longer - shorter <= 4) return 0.7;
  // Compounds, as in German: "Urlaub" in "Jahresurlaub".
  return asked.length >= 5 && (written.startsWith(asked) || written.endsWith(asked)) ? 0.6 : 0;
}

function getCommonPrefixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** True if one insertion, deletion, replacement or swap of neighboring letters turns one word into the other. */
function isOneEditApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const index = getCommonPrefixLength(short, long);
  const rest = short.slice(index);
  if (short.length < long.length) return rest === long.slice(index + 1);
  if (rest.slice(1) === long.slice(index + 1)) return true;
  return rest[0] === long[index + 1] && rest[1] === long[index] && rest.slice(2) === long.slice(index + 2);
}

/** Similarity of two synonyms. */
const SYNONYM_SIMILARITY = 0.7;

/**
 * For each term of the question, the matching words of the vocabulary with their similarity: equal words, inflections,
 * derivations, typos and synonyms. A name that occurs in the text matches only itself: a similar name is another name.
 */
export function matchTerms(
  asked: Iterable<string>,
  vocabulary: ReadonlySet<string>,
  names: ReadonlySet<string> = new Set(),
): Map<string, Map<string, number>> {
  const result = new Map<string, Map<string, number>>();
  for (const term of asked) {
    const matches = new Map<string, number>();
    result.set(term, matches);
    if (names.has(term) && vocabulary.has(term)) {
      matches.set(term, 1);
      continue;
    }
    const termSynonyms = synonyms.get(term);
    for (const written of vocabulary) {
      const alike = Math.max(scoreSimilarity(term, written), termSynonyms?.has(written) ? SYNONYM_SIMILARITY : 0);
      if (alike > 0) matches.set(written, alike);
    }
  }
  return result;
}
