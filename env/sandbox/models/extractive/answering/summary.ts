import { formatCitation } from './formatQuotation.ts';
import type { SentenceIndex, IndexedSentence } from '#sandbox/models/extractive/ranking/sentenceIndex.ts';

const REQUEST =
  /\b(?:summari[sz]e|summary|sum up|tl;?dr|key (?:points|facts|messages|takeaways)|main (?:points|ideas|messages)|overview|things (?:i|we|you|to) (?:should |need to |must )?know|in short|gist|what (?:is|are) (?:this|these|it|the (?:document|file|text|report)s?) about|zusammenfass\w*|fasse?\b.*\bzusammen|r[ée]sum\w*|resum\w+|riassum\w*)\b/iu;
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Whether a message asks for a summary. */
export function isSummaryRequest(message: string): boolean {
  return REQUEST.test(message);
}

/** The number of points that a message requests ("in five points"), or undefined. */
export function parsePointCount(message: string): number | undefined {
  const word =
    /\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten) (?:\w+ )?(?:points?|bullets?|sentences?|lines?|items?|facts?|takeaways?|things?)\b/i.exec(
      message,
    )?.[1];
  if (!word) return undefined;
  const number = /^\d/.test(word) ? Number(word) : NUMBERS.indexOf(word.toLowerCase());
  return Math.min(20, Math.max(1, number));
}

/** Whether a message asks to name the pages: "with the page for each". */
export function asksForLocations(message: string): boolean {
  return /\b(?:pages?|slides?|sections?|locations?)\b/i.test(message);
}

/** Maximum sentences of the graph, whose cost is quadratic; longer texts are thinned out first. */
const MAX_GRAPH_SENTENCES = 240;
/** Maximum points of a summary if the person names no number. */
const MAX_POINTS = 7;

type SummaryOptions = {
  points?: number | undefined;
  /** Whether each point names its page or slide. */
  withLocations?: boolean;
};

/** A bulleted list with the first informative sentence of each section, or with central sentences, each with its citation. */
export function summarize(index: SentenceIndex, { points, withLocations = false }: SummaryOptions): string {
  const openings = findOpeningSentences(index, points);
  const chosen = openings.length > 1 ? openings : findCentralSentences(index, points);
  if (chosen.length === 0) return 'The text I was given is too short to summarize.';
  const hasOneHeadingEach = new Set(chosen.map(({ heading }) => heading)).size === chosen.length;
  return chosen
    .map((sentence) => {
      const heading = hasOneHeadingEach && sentence.heading ? `**${sentence.heading}:** ` : '';
      const location = withLocations && sentence.passage.location ? ` (${sentence.passage.location})` : '';
      return `- ${heading}${sentence.text}${location}${formatCitation(sentence.passage)}`;
    })
    .join('\n');
}

/** The first informative sentence of each section; spread over the text if there are more sections than points. */
function findOpeningSentences({ sentences }: SentenceIndex, points = MAX_POINTS): IndexedSentence[] {
  const quotable = selectQuotable(sentences);
  const openings = quotable.filter(
    (sentence, index) => index === 0 || !isSameSection(sentence, quotable[index - 1] ?? sentence),
  );
  // More points than sections: the text as a whole decides which sentences matter.
  if (points !== MAX_POINTS && openings.length < points) return [];
  const count = Math.min(points, openings.length);
  return Array.from({ length: count }, (_, index) => openings[Math.floor((index * openings.length) / count)]!);
}

function isSameSection(first: IndexedSentence, second: IndexedSentence): boolean {
  return first.passage === second.passage && first.heading === second.heading;
}

/** The most central sentence of each section of the text, in text order. */
function findCentralSentences({ sentences, frequencies }: SentenceIndex, points?: number): IndexedSentence[] {
  const candidates = thinOut(selectQuotable(sentences), frequencies);
  if (candidates.length === 0) return sentences.filter((sentence) => sentence.kind !== 'heading').slice(0, points ?? 3);
  const count = Math.min(candidates.length, points ?? getDefaultPointCount(candidates));
  const scores = computeCentrality(candidates);
  const chosen: IndexedSentence[] = [];
  for (let section = 0; section < count; section += 1) {
    const start = Math.floor((section * candidates.length) / count);
    const end = Math.floor(((section + 1) * candidates.length) / count);
    const best = pickBest(candidates.slice(start, end), scores, chosen);
    if (best) chosen.push(best);
  }
  return chosen;
}

/** Three to seven points: about a fifth of the sentences, and one per passage if possible. */
function getDefaultPointCount(candidates: IndexedSentence[]): number {
  const passages = new Set(candidates.map(({ passage }) => passage)).size;
  return Math.min(MAX_POINTS, Math.max(3, passages, Math.round(candidates.length / 5)));
}

/** Sentences of readable length; repeated lines such as page headers are left out. */
function selectQuotable(sentences: IndexedSentence[]): IndexedSentence[] {
  const counts = new Map<string, number>();
  for (const { text } of sentences) counts.set(text, (counts.get(text) ?? 0) + 1);
  return sentences.filter(
    ({ text, kind, terms }) =>
      kind !== 'heading' &&
      kind !== 'row' &&
      terms.length >= 3 &&
      terms.length <= 45 &&
      !/[?:]$/.test(text) &&
      (counts.get(text) ?? 0) < 2,
  );
}

function thinOut(sentences: IndexedSentence[], frequencies: ReadonlyMap<string, number>): IndexedSentence[] {
  if (sentences.length <= MAX_GRAPH_SENTENCES) return sentences;
  const getCommonness = (sentence: IndexedSentence) =>
    [...sentence.counts.keys()].reduce((sum, term) => sum + Math.log(frequencies.get(term) ?? 1), 0) /
    Math.sqrt(sentence.terms.length);
  const groupSize = Math.ceil(sentences.length / MAX_GRAPH_SENTENCES);
  const chosen: IndexedSentence[] = [];
  for (let index = 0; index < sentences.length; index += groupSize) {
    const group = sentences.slice(index, index + groupSize);
    chosen.push(group.reduce((best, other) => (getCommonness(other) > getCommonness(best) ? other : best)));
  }
  return chosen;
}

const DAMPING = 0.85;
const ROUNDS = 20;

/**
 * TextRank (Mihalcea and Tarau, 2004). The first sentence of a passage gets a bonus, because it is often the most
 * important one.
 */
function computeCentrality(sentences: IndexedSentence[]): Map<IndexedSentence, number> {
  const links = sentences.map((first) => sentences.map((second) => (first === second ? 0 : getOverlap(first, second))));
  const totals = links.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let scores = sentences.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const previous = scores;
    scores = previous.map((_, target) => {
      const votes = previous.reduce(
        (sum, score, source) => sum + (score * (links[source]?.[target] ?? 0)) / (totals[source] || 1),
        0,
      );
      return 1 - DAMPING + DAMPING * votes;
    });
  }
  return new Map(
    sentences.map((sentence, index) => [sentence, (scores[index] ?? 0) * (startsPassage(sentences, index) ? 1.25 : 1)]),
  );
}

function startsPassage(sentences: IndexedSentence[], index: number): boolean {
  return sentences[index - 1]?.passage !== sentences[index]?.passage;
}

function getOverlap(first: IndexedSentence, second: IndexedSentence): number {
  let sharedCount = 0;
  for (const term of first.counts.keys()) if (second.counts.has(term)) sharedCount += 1;
  if (sharedCount === 0) return 0;
  return sharedCount / (Math.log(first.terms.length + 1) + Math.log(second.terms.length + 1));
}

/** The best sentence that does not repeat a chosen one, or the best of all if there is none. */
function pickBest(
  section: IndexedSentence[],
  scores: Map<IndexedSentence, number>,
  chosen: IndexedSentence[],
): IndexedSentence | undefined {
  const newSentences = section.filter((sentence) => chosen.every((other) => getSharedShare(sentence, other) < 0.6));
  const candidates = newSentences.length > 0 ? newSentences : section;
  return candidates.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))[0];
}

function getSharedShare(first: IndexedSentence, second: IndexedSentence): number {
  const sharedCount = [...first.counts.keys()].filter((term) => second.counts.has(term)).length;
  return sharedCount / Math.max(1, Math.min(first.counts.size, second.counts.size));
}
