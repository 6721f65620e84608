import { classifyQuestion } from '#sandbox/models/extractive/ranking/questionKind.ts';
import { GREETING } from '#sandbox/models/extractive/answering/plainChat.ts';
import { isSummaryRequest } from '#sandbox/models/extractive/answering/summary.ts';
import { matchTerms } from '#sandbox/models/extractive/ranking/wordSimilarity.ts';
import { getTerms } from '#sandbox/models/extractive/text/words.ts';

export type Intent = { category: string; reason: string };

const INSTRUCTION =
  /^\s*(?:please )?(?:write|draft|create|make|generate|translate|rewrite|compare|list|extract|convert|prepare|plan|send)\b/i;

/** The categories that a system prompt lists as `Categories: one, two, three`. */
function parseCategories(system: string): string[] {
  const line = /^\s*categories:\s*(.+)$/im.exec(system)?.[1] ?? '';
  return line
    .split(/[,;|]/)
    .map((name) => name.trim().replace(/[.]$/, ''))
    .filter(Boolean);
}

/** The intent of a message with a reason. If the system prompt lists categories, the intent is one of them. */
export function detectIntent(message: string, system: string): Intent {
  const classified = classifyMessage(message);
  const categories = parseCategories(system);
  if (categories.length === 0) return classified;
  return chooseCategory(categories, message, classified);
}

function classifyMessage(message: string): Intent {
  if (GREETING.test(message)) return { category: 'greeting', reason: 'The message starts with a greeting.' };
  if (isSummaryRequest(message)) return { category: 'summary', reason: 'The message asks for a summary.' };
  if (INSTRUCTION.test(message)) return { category: 'instruction', reason: 'The message starts with an instruction.' };
  const kind = classifyQuestion(message);
  if (kind !== 'plain') return { category: 'question', reason: `The message asks a question of the kind "${kind}".` };
  if (/\?\s*$/.test(message)) return { category: 'question', reason: 'The message ends with a question mark.' };
  return { category: 'statement', reason: 'The message is neither a question nor an instruction.' };
}

function chooseCategory(categories: string[], message: string, classified: Intent): Intent {
  const same = categories.find((name) => name.toLowerCase() === classified.category);
  if (same) return { category: same, reason: classified.reason };
  const terms = new Set(getTerms(message));
  const scores = categories.map((name) => {
    const matches = matchTerms(getTerms(name.replaceAll('_', ' ')), terms);
    return [...matches.values()].filter((words) => words.size > 0).length;
  });
  const best = scores.indexOf(Math.max(...scores));
  const hasMatch = (scores[best] ?? 0) > 0;
  const reason = hasMatch
    ? 'The message shares words with the name of the category.'
    : `No category fits; ${classified.reason}`;
  return { category: categories[hasMatch ? best : categories.length - 1] ?? classified.category, reason };
}
