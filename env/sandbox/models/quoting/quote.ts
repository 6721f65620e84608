import { splitPassages } from './sentences.ts';
import { getTerms } from '#sandbox/models/words.ts';
import type { Passage } from './passages.ts';
import type { Sentence } from './sentences.ts';

/** Share of the question's weight that the best sentence must have to count as an answer. */
const MIN_SHARE = 2 / 3;
/** A sentence with a smaller share is not close to the question, or adds too little to the sentences before it. */
const MIN_ADDED_SHARE = 0.2;
const CONTEXT_SHARE = 0.5;
/** Weight of words that a question needs and a sentence with the answer mostly lacks. */
const LIGHT_WEIGHT = 0.1;
const LIGHT_WORDS = new Set(
  getTerms(
    'spend money back tell need want buy something make pay paid keep take give say know find happen ask year month day next last long allowed please',
  ),
);
/** What is left of the score of a sentence that has no number for "how much", or nobody for "who". */
const OTHER_KIND = 0.8;
const ASKS_NUMBER =
  /\bhow (?:much|many|long|often|far|old|large|big|high)\b|^when\b|\bwhen (?:do|does|is|are|was|can|must)\b/i;
const ASKS_PERSON = /\bwho(?:m|se)?\b/i;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|first|second|third|fourth|fifth|half|daily|weekly|monthly|yearly|always|never|next|every)\b/i;
const PERSON = /(?<=\p{L},? )\p{Lu}\p{Ll}|\b(?:head|manager|director|lead|counsel|owner|team|trust|bank|staff|desk)\b/u;
const MAX_SENTENCES = 3;
const MAX_SIBLINGS = 8;
const MAX_TERMS = 40;

/** Says nothing about the content of the files, so that the closest passage, which follows it, can't contradict it. */
const REFUSAL = 'I found no sentence close enough to ';

/** Whether a reply refuses to answer. `reply` must not contain the mark `[0]`, which a search asks for. */
export const isRefusal = (reply: string) => reply.startsWith(REFUSAL);

const QUARTERS = ['first', 'second', 'third', 'fourth'];

/**
 * Removes "how" and the word after it, such as in "how many" or "how long": a sentence with the answer has neither. Reports
 * write Q3 where people ask for the third quarter.
 */
export const removeHow = (question: string) =>
  question
    .replace(/\bhow \p{L}{1,20}/giu, ' ')
    .replace(
      /\b(first|second|third|fourth) quarter\b/gi,
      (_, word: string) => `Q${QUARTERS.indexOf(word.toLowerCase()) + 1}`,
    );

export const getQuestionTerms = (question: string) => [...new Set(getTerms(removeHow(question)))];

/** The sentences for a question: those that answer it, otherwise only the closest one, or none. */
type Choice = { isAnswer: boolean; sentences: Sentence[] };

/**
 * Chooses the sentence that has the most words of the question, then others that add words.
 *
 * A word weighs more the fewer sentences have it. In the heading, the section or the file's name, it counts half.
 * @param earlier the question before, whose words count as well if the question has less than two
 */
export function chooseSentences(
  passages: readonly Passage[],
  question: string,
  earlier = '',
  max = MAX_SENTENCES,
): Choice {
  const sentences = splitPassages(passages);
  const own = getQuestionTerms(question);
  const terms = [...new Set(own.length < 2 ? [...own, ...getQuestionTerms(earlier)] : own)].slice(0, MAX_TERMS);
  const score = createScore(terms, sentences, question);
  const chosen: Sentence[] = [];
  const covered = new Set<string>();
  while (chosen.length < max) {
    const scored = sentences.map((sentence) => ({ sentence, score: score(sentence, covered) }));
    const [best] = scored.toSorted((a, b) => b.score - a.score);
    if (!best || best.score < MIN_ADDED_SHARE) break;
    if (chosen.length === 0 && best.score < MIN_SHARE) return { isAnswer: false, sentences: [best.sentence] };
    chosen.push(best.sentence);
    for (const term of [...best.sentence.terms, ...best.sentence.contextTerms]) covered.add(term);
  }
  const whole = new Set(chosen.flatMap((sentence) => listSiblings(sentence, terms, sentences)));
  return { isAnswer: chosen.length > 0, sentences: sentences.filter((sentence) => whole.has(sentence)) };
}

/** Where a text with two questions is split: "How much is it, and when is it paid?" */
export const BETWEEN = /\?\s{1,9}|,? and (?=(?:how|what|when|where|which|who|why)\b)/i;

/**
 * Quotes what answers each part of a question, with citations. If nothing answers it, refuses and quotes the closest
 * sentence.
 */
export function quote(passages: readonly Passage[], question: string, earlier?: string, max?: number): string {
  const parts = question.split(BETWEEN).filter((part) => getQuestionTerms(part).length > 0);
  const choices = parts.map((part) => chooseSentences(passages, part, earlier, max));
  const answers = new Set(choices.flatMap(({ isAnswer, sentences }) => (isAnswer ? sentences.map(formatQuote) : [])));
  if (answers.size === 0) return refuse(choices.flatMap(({ sentences }) => sentences)[0]);
  const missed = parts.filter((_, index) => !choices[index]?.isAnswer);
  return [...answers, ...missed.map((part) => `${REFUSAL}“${part.replace('?', '')}”.`)].join('\n\n');
}

function refuse(closest?: Sentence): string {
  return `${REFUSAL}your question.${closest ? ` Closest passage: ${formatQuote(closest)}` : ''}`;
}

/** Quotes the text that a test has chosen; refuses if no passage contains it. */
export function quoteText(passages: readonly Passage[], text: string): string {
  const toLine = (part: string) => part.replace(/\s+/g, ' ');
  const passage = passages.find((each) => toLine(each.text).includes(toLine(text)));
  return passage ? formatQuote({ passage, text, header: '' }) : refuse();
}

type Score = (sentence: Sentence, covered: ReadonlySet<string>) => number;

/** In "wine or other alcohol", one of the two words is enough. */
const ALTERNATIVE = /(\p{L}{3,30}) or (?:any |other |an? ){0,2}(\p{L}{3,30})/giu;

/**
 * Returns a function that calculates which share of the question's weight a sentence has, without words already
 * covered.
 */
function createScore(terms: readonly string[], sentences: readonly Sentence[], question: string): Score {
  const vocabulary = [...new Set(sentences.flatMap((sentence) => [...sentence.terms, ...sentence.contextTerms]))];
  const found = terms.map((term) => {
    const forms = vocabulary.filter((word) => isSameWord(word, term));
    const count = sentences.filter((sentence) => forms.some((form) => sentence.terms.has(form))).length;
    return { term, forms, count };
  });
  const counts = new Map(found.map(({ term, count }) => [term, count]));
  const pairs = [...question.matchAll(ALTERNATIVE)].map((pair) => getTerms(`${pair[1]} ${pair[2]}`));
  const isReplaced = (term: string) =>
    counts.get(term) === 0 && pairs.some((pair) => pair.includes(term) && pair.some((other) => counts.get(other)));
  const words = found
    .filter(({ term }) => !isReplaced(term))
    .map(({ term, forms, count }) => {
      // An amount of the question, such as a price, is mostly between those of the rule that holds for it.
      const isLight = LIGHT_WORDS.has(term) || (count === 0 && /^\d/.test(term) && !/^(?:19|20)\d\d$/.test(term));
      return { forms, weight: Math.log(1 + sentences.length / Math.max(count, 0.5)) * (isLight ? LIGHT_WEIGHT : 1) };
    });
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  const isOtherKind = ({ text }: Sentence) =>
    (ASKS_NUMBER.test(question) && !NUMBER.test(text)) || (ASKS_PERSON.test(question) && !PERSON.test(text));
  return (sentence, covered) => {
    const { terms: own, contextTerms } = sentence;
    const weight = words.reduce((sum, word) => {
      if (word.forms.some((form) => covered.has(form))) return sum;
      if (word.forms.some((form) => own.has(form))) return sum + word.weight;
      return word.forms.some((form) => contextTerms.has(form)) ? sum + CONTEXT_SHARE * word.weight : sum;
    }, 0);
    return (weight / (total || 1)) * (isOtherKind(sentence) ? OTHER_KIND : 1);
  };
}

/** Whether two stems are forms of one word, such as "approv" (from "approves") and "approval". */
function isSameWord(first: string, second: string): boolean {
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  return short === long || (short.length >= 5 && long.length - short.length <= 4 && long.startsWith(short));
}

/** All items of a list, or all rows of a table, if the question matches only their header. */
function listSiblings(sentence: Sentence, terms: readonly string[], sentences: readonly Sentence[]): Sentence[] {
  const { header, passage, ownTerms } = sentence;
  if (header === '' || terms.some((term) => ownTerms.has(term))) return [sentence];
  return sentences.filter((other) => other.header === header && other.passage === passage).slice(0, MAX_SIBLINGS);
}

/** `Handbook.pdf, page 3: “28 days of leave” [3]`; a row of a table with the names of its columns. */
export function formatQuote({ passage, text, header }: Pick<Sentence, 'passage' | 'text' | 'header'>): string {
  const { n, source, place } = passage;
  const from = [source || 'The text', place].filter(Boolean).join(', ');
  const columns = header === '' ? '' : ` (${header.replace(/:$/, '')})`;
  return `${from}: “${text}”${columns}${n === undefined ? '' : ` [${n}]`}`;
}
