import { scoreKind, isReliableKind } from './questionKind.ts';
import { matchTerms } from './wordSimilarity.ts';
import { countContradictions } from './antonyms.ts';
import { scoreSurroundings } from './namesakes.ts';
import { splitWords } from '../text/words.ts';
import type { Question } from './question.ts';
import type { IndexedSentence, SentenceIndex } from './sentenceIndex.ts';

/**
 * `score` orders sentences: 0 … about 2. `coverage` is the share, 0 … 1, of the question's weight found in the sentence
 * and its context. `ownCoverage` counts only the words of the last turn. `distinctiveCoverage` counts only those that are
 * no names and not common, plus the question's kind: it separates statements about a subject from mere mentions.
 */
export type RankedSentence = {
  sentence: IndexedSentence;
  score: number;
  coverage: number;
  ownCoverage: number;
  distinctiveCoverage: number;
  kindScore: number;
};

/** Weight of a match by the field it is found in; a match in the sentence counts 1. */
const FIELD_WEIGHTS = { heading: 0.6, source: 0.35, neighbor: 0.3 };
const SCORE_WEIGHTS = {
  pairs: 0.15,
  near: 0.12,
  kind: 0.25,
  definition: 0.3,
  telling: 0.6,
  getOffTopicShare: 0.2,
  opposite: 0.2,
  nextTo: 0.15,
};
/** Weight of the question's kind among the distinctive words. */
const KIND_WEIGHT = 0.6;
/** A word in more than this share of the sentences does not distinguish them. */
const COMMON_SHARE = 0.25;

/** Ranks the sentences for a question, best first; headings are left out. */
export function rankSentences(
  question: Question,
  { sentences, frequencies: documents }: SentenceIndex,
): RankedSentence[] {
  const matches = matchTerms(question.weights.keys(), collectVocabulary(sentences, documents), question.names);
  const weights = new Map(
    [...question.weights].map(([term, weight]) => [
      term,
      weight * getRarity(term, matches, sentences.length, documents),
    ]),
  );
  const matched = new Set([...matches.values()].flatMap((words) => [...words.keys()]));
  const common = new Set(
    [...documents].filter(([, count]) => count > COMMON_SHARE * sentences.length).map(([term]) => term),
  );
  const ranked = sentences
    .filter((sentence) => sentence.kind !== 'heading')
    .map((sentence) => scoreSentence(sentence, { question, weights, matches, matched, sentences, common }));
  return ranked.sort((one, other) => other.score - one.score || one.sentence.position - other.sentence.position);
}

function collectVocabulary(sentences: IndexedSentence[], documents: ReadonlyMap<string, number>): Set<string> {
  const around = sentences.flatMap(({ headingTerms, sourceTerms }) => [...headingTerms, ...sourceTerms]);
  return new Set([...documents.keys(), ...around]);
}

type Matches = Map<string, Map<string, number>>;

/** BM25's inverse document frequency, scaled to 0.4 … 1 for short texts; a word that does not occur counts 1. */
function getRarity(term: string, matches: Matches, total: number, documents: ReadonlyMap<string, number>): number {
  const written = [...(matches.get(term)?.keys() ?? [])].reduce((sum, word) => sum + (documents.get(word) ?? 0), 0);
  if (written === 0) return 1;
  const idf = Math.log(1 + (total - Math.min(written, total) + 0.5) / (written + 0.5));
  const most = Math.log(1 + (total + 0.5) / 0.5);
  return 0.4 + 0.6 * (idf / most);
}

type ScoringContext = {
  question: Question;
  weights: Map<string, number>;
  matches: Matches;
  matched: ReadonlySet<string>;
  sentences: IndexedSentence[];
  /** Terms in more than `COMMON_SHARE` of the sentences. */
  common: ReadonlySet<string>;
};

function scoreSentence(sentence: IndexedSentence, scoring: ScoringContext): RankedSentence {
  const { question, weights, matches, matched, sentences, common } = scoring;
  const around = [sentences[sentence.position - 1], sentences[sentence.position + 1]].filter(
    (other) => other?.passage === sentence.passage,
  );
  let sum = 0;
  let found = 0;
  let ownSum = 0;
  let ownFound = 0;
  const kind = scoreQuestionKind(sentence.text, question);
  let tellingSum = isReliableKind(question.kind) ? KIND_WEIGHT : 0;
  let tellingFound = tellingSum * kind;
  let tellingTerms = 0;
  for (const [term, weight] of weights) {
    const match = getBestMatch(matches.get(term), sentence, around);
    sum += weight;
    found += weight * match;
    if (!question.ownTerms.has(term)) continue;
    ownSum += weight;
    ownFound += weight * match;
    if (question.names.has(term) || common.has(term)) continue;
    tellingTerms += 1;
    tellingSum += weight;
    tellingFound += weight * match;
  }
  // A question with only names asks for everything about them.
  const telling = tellingTerms > 0 ? tellingFound / tellingSum : 1;
  const coverage = sum > 0 ? found / sum : 0;
  const score =
    coverage +
    SCORE_WEIGHTS.pairs * getMatchedPairShare(question, sentence) +
    SCORE_WEIGHTS.near * getProximity(matched, sentence) +
    SCORE_WEIGHTS.kind * kind * coverage +
    SCORE_WEIGHTS.telling * telling -
    SCORE_WEIGHTS.getOffTopicShare * beside(matched, question, sentence) -
    SCORE_WEIGHTS.opposite * countContradictions(question.text, sentence.text) -
    SCORE_WEIGHTS.nextTo * scoreSurroundings(sentence.text, question) +
    SCORE_WEIGHTS.definition * scoreDefinition(question, sentence) -
    getLengthPenalty(sentence);
  return {
    sentence,
    score,
    coverage,
    ownCoverage: ownSum > 0 ? ownFound / ownSum : 1,
    distinctiveCoverage: telling,
    kindScore: kind,
  };
}

function getBestMatch(
  words: Map<string, number> | undefined,
  sentence: IndexedSentence,
  around: (IndexedSentence | undefined)[],
): number {
  let best = 0;
  for (const [word, alike] of words ?? []) {
    const place = sentence.counts.has(word)
      ? 1
      : sentence.headingTerms.has(word)
        ? FIELD_WEIGHTS.heading
        : sentence.sourceTerms.has(word)
          ? FIELD_WEIGHTS.source
          : around.some((other) => other?.counts.has(word))
            ? FIELD_WEIGHTS.neighbor
            : 0;
    best = Math.max(best, alike * place);
  }
  return best;
}

function scoreQuestionKind(sentence: string, { kind, names, text }: Question): number {
  return scoreKind(kind, kind === 'who' || kind === 'where' ? maskNames(sentence, names) : sentence, text);
}

/** A name that the question contains does not answer who or where. */
function maskNames(text: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return text;
  return splitWords(text).reduce(
    (rest, word) => (names.has(word.term) && !/\p{N}/u.test(word.text) ? rest.replace(word.text, '…') : rest),
    text,
  );
}

/** Share of a sentence's words that the question does not contain and that are no names or numbers. */
function beside(matched: ReadonlySet<string>, { names }: Question, { terms }: IndexedSentence): number {
  const other = terms.filter((term) => !matched.has(term) && !names.has(term) && !/\p{N}/u.test(term));
  return other.length / Math.max(1, terms.length);
}

/** Share of the question's pairs of neighboring words that are neighbors in the sentence too. */
function getMatchedPairShare({ pairs }: Question, { terms }: IndexedSentence): number {
  if (pairs.size === 0) return 0;
  const written = new Set(terms.slice(1).map((term, index) => `${terms[index]} ${term}`));
  return [...pairs].filter((pair) => written.has(pair)).length / pairs.size;
}

/** How close together the matched words are: 1 side by side, toward 0 far apart. */
function getProximity(matched: ReadonlySet<string>, { terms }: IndexedSentence): number {
  const places = terms.flatMap((term, index) => (matched.has(term) ? [index] : []));
  const distinct = new Set(places.map((index) => terms[index])).size;
  if (distinct < 2) return 0;
  return distinct / Math.max(distinct, (places.at(-1) ?? 0) - (places[0] ?? 0) + 1);
}

const DEFINING = /^\W*(?:(?:is|are|was|means|denotes|describes|refers to|stands for)\b|\(|[:–—])/iu;

/** 1 if the sentence starts with the term in question and defines it. */
function scoreDefinition({ kind, ownTerms }: Question, { text }: IndexedSentence): number {
  if (kind !== 'definition' || ownTerms.size === 0) return 0;
  let rest = text;
  for (const word of splitWords(text)) {
    if (!word.isStopWord && !ownTerms.has(word.term)) break;
    if (DEFINING.test(rest.trimStart()) && rest !== text) return 1;
    rest = rest.slice(rest.indexOf(word.text) + word.text.length);
  }
  return DEFINING.test(rest) && rest !== text ? 1 : 0;
}

function getLengthPenalty({ terms, kind }: IndexedSentence): number {
  if (terms.length < 3 && kind !== 'item') return 0.1;
  return terms.length > 40 ? 0.05 : 0;
}
