import { scoreKind, isReliableKind } from './questionKind.ts';
import { matchTerms } from './wordSimilarity.ts';
import { countContradictions } from './antonyms.ts';
import { scoreSurroundings } from './namesakes.ts';
import { parseSentences } from '../text/sentences.ts';
import { getTerms, splitWords } from '../text/words.ts';
import type { Passage } from '../text/passageParser.ts';
import type { Question } from './question.ts';
import type { Sentence } from '../text/sentences.ts';

/** A sentence of the given text with what the ranking needs to know of it. */
export type IndexedSentence = Sentence & {
  /** Place in the list of all sentences. */
  position: number;
  passage: Passage;
  terms: string[];
  counts: ReadonlyMap<string, number>;
  headingTerms: ReadonlySet<string>;
  sourceTerms: ReadonlySet<string>;
};

/** The given text, cut into sentences. */
export type SentenceIndex = { sentences: IndexedSentence[]; frequencies: ReadonlyMap<string, number> };

/**
 * `score` orders sentences: 0 … about 2. `coverage` is the share, 0 … 1, of the question's weight that the sentence and
 * what stands around it hold; `own` the same for the words of the last turn alone; `telling` for those of them that not
 * every other sentence has, and for the kind of thing that is asked: what is said of the subject, not that it is named.
 */
export type RankedSentence = {
  sentence: IndexedSentence;
  score: number;
  coverage: number;
  ownCoverage: number;
  distinctiveCoverage: number;
  kindScore: number;
};

/** Cuts passages into sentences and counts in how many sentences each term stands. */
export function buildSentenceIndex(passages: Passage[]): SentenceIndex {
  const sentences: IndexedSentence[] = [];
  const documents = new Map<string, number>();
  for (const passage of passages) {
    const sourceTerms = new Set(getTerms(passage.source.replace(/[._-]/g, ' ')));
    for (const sentence of parseSentences(passage.text)) {
      const terms = getTerms(sentence.text);
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of counts.keys()) documents.set(term, (documents.get(term) ?? 0) + 1);
      const headingTerms = new Set(getTerms(`${sentence.heading} ${sentence.leadIn}`));
      sentences.push({ ...sentence, position: sentences.length, passage, terms, counts, headingTerms, sourceTerms });
    }
  }
  return { sentences, frequencies: documents };
}

/** How much a match counts by where it is found. */
const FIELD_WEIGHTS = { heading: 0.6, source: 0.35, neighbour: 0.3 };
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
/** What the kind of thing asked for counts among the telling words. */
const KIND_WEIGHT = 0.6;
/** A word that this share of the sentences holds tells none from another. */
const COMMON_SHARE = 0.25;

/** Ranks the sentences for a question, best first; headings rank nothing. */
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

/** BM25's inverse document frequency, squeezed into 0.4 … 1 so that short texts work; a word that is nowhere counts 1. */
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
  /** Terms that are everywhere. */
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
  // A question with names alone asks for all that is said of them.
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
            ? FIELD_WEIGHTS.neighbour
            : 0;
    best = Math.max(best, alike * place);
  }
  return best;
}

function scoreQuestionKind(sentence: string, { kind, names, text }: Question): number {
  return scoreKind(kind, kind === 'who' || kind === 'where' ? maskNames(sentence, names) : sentence, text);
}

/** A name in the question is no answer to who or where. */
function maskNames(text: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return text;
  return splitWords(text).reduce(
    (rest, word) => (names.has(word.term) && !/\p{N}/u.test(word.text) ? rest.replace(word.text, '…') : rest),
    text,
  );
}

/** Share of a sentence's words that were not asked for and are no names and numbers: what else it is about. */
function beside(matched: ReadonlySet<string>, { names }: Question, { terms }: IndexedSentence): number {
  const other = terms.filter((term) => !matched.has(term) && !names.has(term) && !/\p{N}/u.test(term));
  return other.length / Math.max(1, terms.length);
}

/** Share of the question's neighbouring pairs that stand side by side in the sentence. */
function getMatchedPairShare({ pairs }: Question, { terms }: IndexedSentence): number {
  if (pairs.size === 0) return 0;
  const written = new Set(terms.slice(1).map((term, at) => `${terms[at]} ${term}`));
  return [...pairs].filter((pair) => written.has(pair)).length / pairs.size;
}

/** How close together the matched words stand: 1 when side by side, towards 0 when far apart. */
function getProximity(matched: ReadonlySet<string>, { terms }: IndexedSentence): number {
  const places = terms.flatMap((term, at) => (matched.has(term) ? [at] : []));
  const distinct = new Set(places.map((at) => terms[at])).size;
  if (distinct < 2) return 0;
  return distinct / Math.max(distinct, (places.at(-1) ?? 0) - (places[0] ?? 0) + 1);
}

const DEFINING = /^\W*(?:(?:is|are|was|means|denotes|describes|refers to|stands for)\b|\(|[:–—])/iu;

/** 1 when the sentence opens with what is asked for and says what it is. */
function scoreDefinition({ kind, ownTerms: own }: Question, { text }: IndexedSentence): number {
  if (kind !== 'definition' || own.size === 0) return 0;
  let rest = text;
  for (const word of splitWords(text)) {
    if (!word.isStopWord && !own.has(word.term)) break;
    if (DEFINING.test(rest.trimStart()) && rest !== text) return 1;
    rest = rest.slice(rest.indexOf(word.text) + word.text.length);
  }
  return DEFINING.test(rest) && rest !== text ? 1 : 0;
}

function getLengthPenalty({ terms, kind }: IndexedSentence): number {
  if (terms.length < 3 && kind !== 'item') return 0.1;
  return terms.length > 40 ? 0.05 : 0;
}
