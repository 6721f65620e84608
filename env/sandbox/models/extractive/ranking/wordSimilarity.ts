import { getSynonyms } from '../thesaurus.ts';

/** How well a word of the text stands for a word of the question that it does not equal: 0 … 0.85. */
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
  // Compounds of German and its neighbours: "Urlaub" in "Jahresurlaub".
  return asked.length >= 5 && (written.startsWith(asked) || written.endsWith(asked)) ? 0.6 : 0;
}

function getCommonPrefixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** True when one insertion, deletion, replacement or swap of neighbours turns one word into the other. */
function isOneEditApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const at = getCommonPrefixLength(short, long);
  const rest = short.slice(at);
  if (short.length < long.length) return rest === long.slice(at + 1);
  if (rest.slice(1) === long.slice(at + 1)) return true;
  return rest[0] === long[at + 1] && rest[1] === long[at] && rest.slice(2) === long.slice(at + 2);
}

/** How well a word of like meaning stands for the one that was asked. */
const SYNONYM_SIMILARITY = 0.7;

/**
 * For each asked word, the words of the vocabulary that stand for it and how well. An exact match is always kept; inexact
 * ones serve inflections, derivations, slips of the keyboard and words of like meaning. A name that is there as it was
 * asked stands for itself alone: the like of it is another's.
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
    const companions = getSynonyms(term);
    for (const written of vocabulary) {
      const alike = Math.max(scoreSimilarity(term, written), companions.has(written) ? SYNONYM_SIMILARITY : 0);
      if (alike > 0) matches.set(written, alike);
    }
  }
  return result;
}
