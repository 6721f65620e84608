import {
  dependsOnEarlierTurns,
  hasNoSubject,
  splitQuestions,
  parseQuestion,
} from '#sandbox/models/extractive/ranking/question.ts';
import type { Question } from '#sandbox/models/extractive/ranking/question.ts';
import { buildSentenceIndex } from '#sandbox/models/extractive/ranking/sentenceIndex.ts';
import type { SentenceIndex, IndexedSentence } from '#sandbox/models/extractive/ranking/sentenceIndex.ts';
import type { Passage } from '#sandbox/models/extractive/text/passageParser.ts';
import { quoteSentences } from './formatQuotation.ts';
import { pickSentences } from './pickSentences.ts';
import { selectNamedSources } from './namedSources.ts';
import { refuse } from './refusal.ts';
import { addRestrictions } from './restrictions.ts';
import { summarize } from './summary.ts';

/** Maximum items of a list, or rows of a table, that are quoted together. */
const MAX_LIST_ITEMS = 8;

type Options = { concise: boolean };

/** Answers the last of a person's turns (oldest first) with quotations; refuses if the passages have no answer. */
export function answerFromPassages(allPassages: Passage[], turns: string[], { concise }: Options): string {
  const { passages, question } = selectNamedSources(allPassages, turns.at(-1) ?? '');
  const index = buildSentenceIndex(passages);
  const parts = splitQuestions(question);
  const earlier = turns.slice(0, -1);
  if (parts.length === 1 && hasNoSubject(parseQuestion([...earlier, ...parts]))) return summarize(index, {});
  const max = concise ? 1 : parts.length > 1 ? 2 : 4;
  const sentencesByPart = parts.map((part, partIndex) => {
    const context = dependsOnEarlierTurns(part) ? [...earlier, ...parts.slice(0, partIndex)] : [];
    const asked = parseQuestion([...context, part]);
    return addTableRows(pickSentences(asked, index, max), asked, index);
  });
  const chosen = [...new Set(sentencesByPart.flat())].sort((a, b) => a.position - b.position);
  if (chosen.length === 0) return refuse(parseQuestion([...earlier, question]), index);
  const unanswered = parts.filter((_, partIndex) => sentencesByPart[partIndex]?.length === 0);
  return [
    quoteSentences(addRestrictions(addListItems(chosen, index), index)),
    ...unanswered.map(reportUnanswered),
  ].join('\n\n');
}

function reportUnanswered(part: string): string {
  return `It doesn't answer “${part}”`.replace(/[?.]?”$/, '?”.');
}

/** Adds the other rows of a table if the question is about all of them: only its column or heading contains the words. */
function addTableRows(
  chosen: IndexedSentence[],
  { ownTerms }: Question,
  { sentences }: SentenceIndex,
): IndexedSentence[] {
  const row = chosen.find(({ kind }) => kind === 'row');
  if (!row || [...row.counts.keys()].some((term) => ownTerms.has(term))) return chosen;
  const isSameTable = (other: IndexedSentence) =>
    other.kind === 'row' && other.passage === row.passage && other.leadIn === row.leadIn;
  const rows = sentences.filter(isSameTable).slice(0, MAX_LIST_ITEMS);
  return [...chosen.filter((sentence) => !isSameTable(sentence)), ...rows];
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
