import { stem } from '#sandbox/models/extractive/text/words.ts';
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
export function scoreSimilarity(questionWord: string, textWord: string): number {
  if (questionWord === textWord) return 1;
  if (/\p{N}/u.test(questionWord) || /\p{N}/u.test(textWord)) return 0;
  const minLength = Math.min(questionWord.length, textWord.length);
  const maxLength = Math.max(questionWord.length, textWord.length);
  if (minLength < 4) return 0;
  const canBeTypo = maxLength >= 6 && maxLength - minLength <= 1 && questionWord[0] === textWord[0];
  if (canBeTypo && isOneEditApart(questionWord, textWord)) return 0.85;
  const prefixLength = getCommonPrefixLength(questionWord, textWord);
  if (prefixLength >= 5 && prefixLength >= 0.6 * maxLength) return 0.75;
  if (prefixLength >= 4 && prefixLength === minLength && maxLength - minLength <= 4) return 0.7;
  // Compounds, as in German: "Urlaub" in "Jahresurlaub".
  const isPart = textWord.startsWith(questionWord) || textWord.endsWith(questionWord);
  return questionWord.length >= 5 && isPart ? 0.6 : 0;
}

function getCommonPrefixLength(first: string, second: string): number {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length += 1;
  return length;
}

/** True if one insertion, deletion, replacement or swap of neighboring letters turns one word into the other. */
function isOneEditApart(first: string, second: string): boolean {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const index = getCommonPrefixLength(short, long);
  const rest = short.slice(index);
  if (short.length < long.length) return rest === long.slice(index + 1);
  if (rest.slice(1) === long.slice(index + 1)) return true;
  return rest[0] === long[index + 1] && rest[1] === long[index] && rest.slice(2) === long.slice(index + 2);
}

/** Similarity of two synonyms. */
const SYNONYM_SIMILARITY = 0.7;

/** Similarity of two terms, also as synonyms; 0 if they have nothing in common. */
export function scoreTerms(questionTerm: string, textTerm: string): number {
  return Math.max(
    scoreSimilarity(questionTerm, textTerm),
    synonyms.get(questionTerm)?.has(textTerm) ? SYNONYM_SIMILARITY : 0,
  );
}

/**
 * For each term of the question, the matching words of the vocabulary with their similarity: equal words, inflections,
 * derivations, typos and synonyms. A name that occurs in the text matches only itself: a similar name is another name.
 */
export function matchTerms(
  questionTerms: Iterable<string>,
  vocabulary: ReadonlySet<string>,
  names: ReadonlySet<string> = new Set(),
): Map<string, Map<string, number>> {
  const result = new Map<string, Map<string, number>>();
  for (const term of questionTerms) {
    const matches = new Map<string, number>();
    result.set(term, matches);
    if (names.has(term) && vocabulary.has(term)) {
      matches.set(term, 1);
      continue;
    }
    for (const word of vocabulary) {
      const similarity = scoreTerms(term, word);
      if (similarity > 0) matches.set(word, similarity);
    }
  }
  return result;
}
