import { scoreKind, isReliableKind } from './questionKind.ts';
import { matchTerms } from './wordSimilarity.ts';
import { countContradictions } from './antonyms.ts';
import { scoreSurroundings } from './namesakes.ts';
import { splitWords } from '#sandbox/models/extractive/text/words.ts';
import type { Question } from './question.ts';
import type { IndexedSentence, SentenceIndex } from './sentenceIndex.ts';

/**
 * `score` orders sentences: 0 … about 2. `coverage` is the share, 0 … 1, of the question's weight found in the sentence
 * and its context. `ownCoverage` counts only the words of the last turn. `distinctiveCoverage` counts only words that are
 * neither names nor common, plus the question's kind: it separates statements about a subject from mere mentions.
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
  proximity: 0.12,
  kind: 0.25,
  definition: 0.3,
  distinctive: 0.6,
  offTopic: 0.2,
  contradictions: 0.2,
  surroundings: 0.15,
};
/** Weight of a match with the expected kind of answer; the same as of a distinctive word. */
const KIND_WEIGHT = 0.6;
/** A word in more than this share of the sentences does not distinguish them. */
const COMMON_SHARE = 0.25;

/** Ranks the sentences for a question, best first, without headings. `pickSentences` chooses the answer from them. */
export function rankSentences(question: Question, { sentences, frequencies }: SentenceIndex): RankedSentence[] {
  const matches = matchTerms(question.weights.keys(), collectVocabulary(sentences, frequencies), question.names);
  const weights = new Map(
    [...question.weights].map(([term, weight]) => [
      term,
      weight * getRarity(term, matches, sentences.length, frequencies),
    ]),
  );
  const matched = new Set([...matches.values()].flatMap((words) => [...words.keys()]));
  const common = new Set(
    [...frequencies].filter(([, count]) => count > COMMON_SHARE * sentences.length).map(([term]) => term),
  );
  const ranked = sentences
    .filter((sentence) => sentence.kind !== 'heading')
    .map((sentence) => scoreSentence(sentence, { question, weights, matches, matched, sentences, common }));
  return ranked.sort((a, b) => b.score - a.score || a.sentence.position - b.sentence.position);
}

function collectVocabulary(sentences: IndexedSentence[], frequencies: ReadonlyMap<string, number>): Set<string> {
  const contextTerms = sentences.flatMap(({ headingTerms, sourceTerms }) => [...headingTerms, ...sourceTerms]);
  return new Set([...frequencies.keys(), ...contextTerms]);
}

type Matches = Map<string, Map<string, number>>;

/** BM25's inverse document frequency, scaled to 0.4 … 1 for short texts; a word that does not occur counts 1. */
function getRarity(term: string, matches: Matches, total: number, frequencies: ReadonlyMap<string, number>): number {
  const count = [...(matches.get(term)?.keys() ?? [])].reduce((sum, word) => sum + (frequencies.get(word) ?? 0), 0);
  if (count === 0) return 1;
  const idf = Math.log(1 + (total - Math.min(count, total) + 0.5) / (count + 0.5));
  const maxIdf = Math.log(1 + (total + 0.5) / 0.5);
  return 0.4 + 0.6 * (idf / maxIdf);
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
  const neighbors = [sentences[sentence.position - 1], sentences[sentence.position + 1]].filter(
    (other) => other?.passage === sentence.passage,
  );
  let totalWeight = 0;
  let totalMatch = 0;
  let ownWeight = 0;
  let ownMatch = 0;
  // The unit of a number in a table is often only in the name of its column.
  const kind = scoreQuestionKind(
    sentence.kind === 'row' ? `${sentence.text} ${sentence.leadIn}` : sentence.text,
    question,
  );
  let distinctiveWeight = isReliableKind(question.kind) ? KIND_WEIGHT : 0;
  let distinctiveMatch = distinctiveWeight * kind;
  let distinctiveCount = 0;
  for (const [term, weight] of weights) {
    const match = getBestMatch(matches.get(term), sentence, neighbors);
    totalWeight += weight;
    totalMatch += weight * match;
    if (!question.ownTerms.has(term)) continue;
    ownWeight += weight;
    ownMatch += weight * match;
    if (question.names.has(term) || common.has(term)) continue;
    distinctiveCount += 1;
    distinctiveWeight += weight;
    distinctiveMatch += weight * match;
  }
  // A question with only names asks for everything about them.
  const distinctiveCoverage = distinctiveCount > 0 ? distinctiveMatch / distinctiveWeight : 1;
  const coverage = totalWeight > 0 ? totalMatch / totalWeight : 0;
  const score =
    coverage +
    SCORE_WEIGHTS.pairs * getMatchedPairShare(question, sentence) +
    SCORE_WEIGHTS.proximity * getProximity(matched, sentence) +
    SCORE_WEIGHTS.kind * kind * coverage +
    SCORE_WEIGHTS.distinctive * distinctiveCoverage -
    SCORE_WEIGHTS.offTopic * getOffTopicShare(matched, question, sentence) -
    SCORE_WEIGHTS.contradictions * countContradictions(question.text, sentence.text) -
    SCORE_WEIGHTS.surroundings * scoreSurroundings(sentence.text, question) +
    SCORE_WEIGHTS.definition * scoreDefinition(question, sentence) -
    getLengthPenalty(sentence);
  return {
    sentence,
    score,
    coverage,
    ownCoverage: ownWeight > 0 ? ownMatch / ownWeight : 1,
    distinctiveCoverage,
    kindScore: kind,
  };
}

function getBestMatch(
  words: Map<string, number> | undefined,
  sentence: IndexedSentence,
  neighbors: (IndexedSentence | undefined)[],
): number {
  let best = 0;
  for (const [word, similarity] of words ?? []) {
    const fieldWeight = sentence.counts.has(word)
      ? 1
      : sentence.headingTerms.has(word)
        ? FIELD_WEIGHTS.heading
        : sentence.sourceTerms.has(word)
          ? FIELD_WEIGHTS.source
          : neighbors.some((other) => other?.counts.has(word))
            ? FIELD_WEIGHTS.neighbor
            : 0;
    best = Math.max(best, similarity * fieldWeight);
  }
  return best;
}

function scoreQuestionKind(sentence: string, { kind, names, text }: Question): number {
  return scoreKind(kind, kind === 'who' || kind === 'where' ? maskNames(sentence, names) : sentence, text);
}

/** Removes the question's names, because they do not answer "who?" or "where?". */
function maskNames(text: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return text;
  return splitWords(text).reduce(
    (rest, word) => (names.has(word.term) && !/\p{N}/u.test(word.text) ? rest.replace(word.text, '…') : rest),
    text,
  );
}

/** Share of a sentence's words that are not in the question and are neither names nor numbers. */
function getOffTopicShare(matched: ReadonlySet<string>, { names }: Question, { terms }: IndexedSentence): number {
  const otherTerms = terms.filter((term) => !matched.has(term) && !names.has(term) && !/\p{N}/u.test(term));
  return otherTerms.length / Math.max(1, terms.length);
}

/** Share of the question's pairs of neighboring words that are neighbors in the sentence too. */
function getMatchedPairShare({ pairs }: Question, { terms }: IndexedSentence): number {
  if (pairs.size === 0) return 0;
  const sentencePairs = new Set(terms.slice(1).map((term, index) => `${terms[index]} ${term}`));
  return [...pairs].filter((pair) => sentencePairs.has(pair)).length / pairs.size;
}

/** Proximity of the matched words: 1 if adjacent, near 0 if far apart. */
function getProximity(matched: ReadonlySet<string>, { terms }: IndexedSentence): number {
  const indexes = terms.flatMap((term, index) => (matched.has(term) ? [index] : []));
  const distinctCount = new Set(indexes.map((index) => terms[index])).size;
  if (distinctCount < 2) return 0;
  return distinctCount / Math.max(distinctCount, (indexes.at(-1) ?? 0) - (indexes[0] ?? 0) + 1);
}

const DEFINING = /^\W*(?:(?:is|are|was|means|denotes|describes|refers to|stands for)\b|\(|[:–—])/iu;

/** 1 if the sentence starts with the question's term and defines it, otherwise 0. */
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
  if (terms.length < 3 && kind === 'text') return 0.1;
  return terms.length > 40 ? 0.05 : 0;
}
