import { citationMark } from './quotation.ts';
import type { SentenceIndex, IndexedSentence } from '../ranking/sentenceIndex.ts';

const REQUEST =
  /\b(?:summari[sz]e|summary|sum up|tl;?dr|key (?:points|facts|messages|takeaways)|main (?:points|ideas|messages)|overview|in short|gist|what (?:is|are) (?:this|these|it|the (?:document|file|text|report)s?) about|zusammenfass\w*|fasse?\b.*\bzusammen|r[ée]sum\w*|resum\w+|riassum\w*)\b/iu;
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Whether a message asks for a summary. */
export function isSummaryRequest(message: string): boolean {
  return REQUEST.test(message);
}

/** The number of points that a message requests ("in five points"), or undefined. */
export function parsePointCount(message: string): number | undefined {
  const word =
    /\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten) (?:\w+ )?(?:points?|bullets?|sentences?|lines?|items?|facts?|takeaways?)\b/i.exec(
      message,
    )?.[1];
  if (!word) return undefined;
  const number = /^\d/.test(word) ? Number(word) : NUMBERS.indexOf(word.toLowerCase());
  return Math.min(20, Math.max(1, number));
}

/** Longer texts are thinned out first, because the sentence graph is quadratic. */
const MAX_GRAPH_SENTENCES = 240;

/** A bulleted list of central sentences, spread over the text, each with its citation. */
export function summarize(index: SentenceIndex, { points }: { points?: number | undefined }): string {
  const chosen = findCentralSentences(index, points);
  if (chosen.length === 0) return 'The text I was given is too short to summarize.';
  return chosen.map((sentence) => `- ${sentence.text}${citationMark(sentence.passage)}`).join('\n');
}

/** The most central sentence of each section of the text, in text order. */
export function findCentralSentences(
  { sentences, frequencies: documents }: SentenceIndex,
  points?: number,
): IndexedSentence[] {
  const candidates = thinOut(selectQuotable(sentences), documents);
  if (candidates.length === 0) return sentences.filter((sentence) => sentence.kind !== 'heading').slice(0, points ?? 3);
  const wanted = Math.min(candidates.length, points ?? getDefaultPointCount(candidates));
  const scores = computeCentrality(candidates);
  const chosen: IndexedSentence[] = [];
  for (let stretch = 0; stretch < wanted; stretch += 1) {
    const from = Math.floor((stretch * candidates.length) / wanted);
    const to = Math.floor(((stretch + 1) * candidates.length) / wanted);
    const best = pickBest(candidates.slice(from, to), scores, chosen);
    if (best) chosen.push(best);
  }
  return chosen;
}

/** Three to seven points: about a fifth of the sentences, and one per passage if possible. */
function getDefaultPointCount(candidates: IndexedSentence[]): number {
  const passages = new Set(candidates.map(({ passage }) => passage)).size;
  return Math.min(7, Math.max(3, passages, Math.round(candidates.length / 5)));
}

/** Sentences of readable length; repeated lines such as page headers are left out. */
function selectQuotable(sentences: IndexedSentence[]): IndexedSentence[] {
  const seen = new Map<string, number>();
  for (const { text } of sentences) seen.set(text, (seen.get(text) ?? 0) + 1);
  return sentences.filter(
    ({ text, kind, terms }) =>
      kind !== 'heading' &&
      kind !== 'row' &&
      terms.length >= 3 &&
      terms.length <= 45 &&
      !/[?:]$/.test(text) &&
      (seen.get(text) ?? 0) < 2,
  );
}

function thinOut(sentences: IndexedSentence[], documents: ReadonlyMap<string, number>): IndexedSentence[] {
  if (sentences.length <= MAX_GRAPH_SENTENCES) return sentences;
  const common = (sentence: IndexedSentence) =>
    [...sentence.counts.keys()].reduce((sum, term) => sum + Math.log(documents.get(term) ?? 1), 0) /
    Math.sqrt(sentence.terms.length);
  const every = Math.ceil(sentences.length / MAX_GRAPH_SENTENCES);
  const kept: IndexedSentence[] = [];
  for (let index = 0; index < sentences.length; index += every) {
    kept.push(
      sentences.slice(index, index + every).reduce((best, other) => (common(other) > common(best) ? other : best)),
    );
  }
  return kept;
}

const DAMPING = 0.85;
const ROUNDS = 20;

/**
 * TextRank (Mihalcea and Tarau, 2004). The first sentence of a passage gets a bonus, because writers put what matters
 * first.
 */
function computeCentrality(sentences: IndexedSentence[]): Map<IndexedSentence, number> {
  const links = sentences.map((one) => sentences.map((other) => (one === other ? 0 : getOverlap(one, other))));
  const totals = links.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let scores = sentences.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = scores;
    scores = before.map((_, to) => {
      const votes = before.reduce(
        (sum, score, from) => sum + (score * (links[from]?.[to] ?? 0)) / (totals[from] || 1),
        0,
      );
      return 1 - DAMPING + DAMPING * votes;
    });
  }
  return new Map(
    sentences.map((sentence, index) => [sentence, (scores[index] ?? 0) * (opensPassage(sentences, index) ? 1.25 : 1)]),
  );
}

function opensPassage(sentences: IndexedSentence[], index: number): boolean {
  return sentences[index - 1]?.passage !== sentences[index]?.passage;
}

function getOverlap(one: IndexedSentence, other: IndexedSentence): number {
  let shared = 0;
  for (const term of one.counts.keys()) if (other.counts.has(term)) shared += 1;
  return shared === 0 ? 0 : shared / (Math.log(one.terms.length + 1) + Math.log(other.terms.length + 1));
}

/** The best sentence that does not repeat a chosen one. */
function pickBest(
  stretch: IndexedSentence[],
  scores: Map<IndexedSentence, number>,
  chosen: IndexedSentence[],
): IndexedSentence | undefined {
  const fresh = stretch.filter((sentence) => chosen.every((other) => getSharedShare(sentence, other) < 0.6));
  const from = fresh.length > 0 ? fresh : stretch;
  return from.toSorted((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0))[0];
}

function getSharedShare(one: IndexedSentence, other: IndexedSentence): number {
  const shared = [...one.counts.keys()].filter((term) => other.counts.has(term)).length;
  return shared / Math.max(1, Math.min(one.counts.size, other.counts.size));
}
