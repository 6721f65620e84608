import { needsKind, tellsKind } from '../ranking/questionKind.ts';
import { isOfNamesake } from '../ranking/namesakes.ts';
import { leansBack, namesNothing, partsOf, questionOf } from '../ranking/question.ts';
import { quoted } from './quotation.ts';
import { indexOf, rank } from '../ranking/sentenceRanking.ts';
import { summarise } from './summary.ts';
import type { Passage } from '../text/passageParser.ts';
import type { QuestionKind } from '../ranking/questionKind.ts';
import type { Question } from '../ranking/question.ts';
import type { Index, Indexed, Ranked } from '../ranking/sentenceRanking.ts';

/** The whole answer when nothing in the given text answers the question. */
export const NOT_IN_TEXT = 'The text I was given does not hold an answer to that.';

/** Share of the question that a sentence must hold to be an answer, and of the last turn's own words. */
const LEAST_COVERAGE = 0.42;
const LEAST_OWN = 0.3;
/** Share of what tells an answer from a mere mention. */
const LEAST_TELLING = 0.4;
/** The same where no name tells what is asked about. */
const LEAST_TELLING_UNNAMED = 0.5;

/** Items of a list that may follow the line that leads into it. */
const MOST_ITEMS = 8;

type Options = { concise: boolean };

/** Answers the last of a person's turns, oldest first, by quoting the passages; `NOT_IN_TEXT` when they do not answer it. */
export function answerFrom(passages: Passage[], turns: string[], { concise }: Options): string {
  const index = indexOf(passages);
  const parts = partsOf(turns.at(-1) ?? '');
  const earlier = turns.slice(0, -1);
  if (parts.length === 1 && namesNothing(questionOf([...earlier, ...parts]))) return summarise(index, {});
  const most = concise ? 1 : parts.length > 1 ? 2 : 4;
  const before = parts.map((part, at) => (leansBack(part) ? [...earlier, ...parts.slice(0, at)] : []));
  const picked = parts.map((part, at) => pick(questionOf([...(before[at] ?? []), part]), index, most));
  const chosen = [...new Set(picked.flat())].sort((one, other) => one.at - other.at);
  if (chosen.length === 0) return NOT_IN_TEXT;
  const missing = parts.filter((_, at) => picked[at]?.length === 0);
  return [quoted(withTheirLists(chosen, index)), ...missing.map(notAnswered)].join('\n\n');
}

function notAnswered(part: string): string {
  return `It does not hold an answer to “${part}”`.replace(/[?.]?”$/, '?”.');
}

/** Kinds that more than one sentence may have to answer. */
const broad = new Set<QuestionKind>(['list', 'plain', 'how']);

/** The best sentences for one question, at most `most`; none when the text does not answer it. */
function pick(question: Question, index: Index, most: number): Indexed[] {
  const ranked = rank(question, index).filter(
    (item) =>
      answers(item, question) && !repeats(item.sentence, question) && !isOfNamesake(item.sentence.text, question),
  );
  const best = ranked[0];
  if (!best) return [];
  const limit =
    tellsKind(question.kind) || question.kind === 'where' ? 1 : broad.has(question.kind) ? most : Math.min(most, 2);
  const chosen = [best];
  for (const item of ranked.slice(1)) {
    if (chosen.length >= limit) break;
    if (item.score < 0.78 * best.score || chosen.some((other) => alike(other.sentence, item.sentence) > 0.6)) continue;
    chosen.push(item);
  }
  return chosen.map(({ sentence }) => sentence);
}

function answers({ coverage, own, telling, kind }: Ranked, question: Question): boolean {
  return (
    coverage >= LEAST_COVERAGE &&
    own >= LEAST_OWN &&
    telling >= (question.names.size > 0 ? LEAST_TELLING : LEAST_TELLING_UNNAMED) &&
    (kind > 0 || !needsKind(question.kind))
  );
}

/** An item of a list that only says the question's words again. */
function repeats({ kind, counts }: Indexed, { own }: Question): boolean {
  return kind === 'item' && [...counts.keys()].every((term) => own.has(term));
}

/** Jaccard's index of the terms of two sentences. */
function alike(one: Indexed, other: Indexed): number {
  const shared = [...one.counts.keys()].filter((term) => other.counts.has(term)).length;
  return shared / Math.max(1, one.counts.size + other.counts.size - shared);
}

/** A line that leads into a list says little without it. */
function withTheirLists(chosen: Indexed[], { sentences }: Index): Indexed[] {
  const all = new Set<Indexed>();
  for (const sentence of chosen) {
    all.add(sentence);
    if (!sentence.text.endsWith(':')) continue;
    const after = sentences.slice(sentence.at + 1, sentence.at + 1 + MOST_ITEMS);
    const end = after.findIndex((item) => item.kind !== 'item' || item.passage !== sentence.passage);
    for (const item of end < 0 ? after : after.slice(0, end)) all.add(item);
  }
  return [...all].sort((one, other) => one.at - other.at);
}
