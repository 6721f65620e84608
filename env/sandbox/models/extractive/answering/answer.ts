import { dependsOnEarlierTurns, hasNoSubject, splitQuestions, parseQuestion } from '../ranking/question.ts';
import { buildSentenceIndex } from '../ranking/sentenceIndex.ts';
import type { SentenceIndex, IndexedSentence } from '../ranking/sentenceIndex.ts';
import type { Passage } from '../text/passageParser.ts';
import { quoteSentences } from './formatQuotation.ts';
import { pickSentences } from './pickSentences.ts';
import { summarize } from './summary.ts';

/** The answer if the passages do not answer the question. */
export const NOT_IN_TEXT = "The text I was given doesn't answer that.";

/** Maximum list items quoted after the line that introduces the list. */
const MAX_LIST_ITEMS = 8;

type Options = { concise: boolean };

/** Answers the last of a person's turns (oldest first) with quotations; `NOT_IN_TEXT` if the passages have no answer. */
export function answerFromPassages(passages: Passage[], turns: string[], { concise }: Options): string {
  const index = buildSentenceIndex(passages);
  const parts = splitQuestions(turns.at(-1) ?? '');
  const earlier = turns.slice(0, -1);
  if (parts.length === 1 && hasNoSubject(parseQuestion([...earlier, ...parts]))) return summarize(index, {});
  const max = concise ? 1 : parts.length > 1 ? 2 : 4;
  const sentencesByPart = parts.map((part, partIndex) => {
    const context = dependsOnEarlierTurns(part) ? [...earlier, ...parts.slice(0, partIndex)] : [];
    return pickSentences(parseQuestion([...context, part]), index, max);
  });
  const chosen = [...new Set(sentencesByPart.flat())].sort((a, b) => a.position - b.position);
  if (chosen.length === 0) return NOT_IN_TEXT;
  const unanswered = parts.filter((_, partIndex) => sentencesByPart[partIndex]?.length === 0);
  return [quoteSentences(addListItems(chosen, index)), ...unanswered.map(reportUnanswered)].join('\n\n');
}

function reportUnanswered(part: string): string {
  return `It doesn't answer “${part}”`.replace(/[?.]?”$/, '?”.');
}

/** Adds the items of a list after the line that introduces it. */
function addListItems(chosen: IndexedSentence[], { sentences }: SentenceIndex): IndexedSentence[] {
  const quoted = new Set<IndexedSentence>();
  for (const sentence of chosen) {
    quoted.add(sentence);
    if (!sentence.text.endsWith(':')) continue;
    const next = sentences.slice(sentence.position + 1, sentence.position + 1 + MAX_LIST_ITEMS);
    const end = next.findIndex((item) => item.kind !== 'item' || item.passage !== sentence.passage);
    for (const item of end < 0 ? next : next.slice(0, end)) quoted.add(item);
  }
  return [...quoted].sort((a, b) => a.position - b.position);
}
