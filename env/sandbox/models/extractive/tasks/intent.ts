import { classifyQuestion } from '../ranking/questionKind.ts';
import { GREETING } from '../answering/smallTalk.ts';
import { isSummaryRequest } from '../answering/summary.ts';
import { matchTerms } from '../ranking/wordSimilarity.ts';
import { getTerms } from '../text/words.ts';

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

/** The intent of a message and the reason for it, among the categories of the system prompt if it lists any. */
export function detectIntent(message: string, system: string): Intent {
  const seen = classifyMessage(message);
  const offered = parseCategories(system);
  if (offered.length === 0) return seen;
  return chooseCategory(offered, message, seen);
}

function classifyMessage(message: string): Intent {
  if (GREETING.test(message)) return { category: 'greeting', reason: 'The message opens with a greeting.' };
  if (isSummaryRequest(message)) return { category: 'summary', reason: 'The message asks for a summary.' };
  if (INSTRUCTION.test(message)) return { category: 'instruction', reason: 'The message opens with something to do.' };
  const kind = classifyQuestion(message);
  if (kind !== 'plain') return { category: 'question', reason: `The message asks a question of the kind "${kind}".` };
  if (/\?\s*$/.test(message)) return { category: 'question', reason: 'The message ends with a question mark.' };
  return { category: 'statement', reason: 'The message neither asks nor orders anything.' };
}

function chooseCategory(offered: string[], message: string, seen: Intent): Intent {
  const same = offered.find((name) => name.toLowerCase() === seen.category);
  if (same) return { category: same, reason: seen.reason };
  const said = getTerms(message);
  const scores = offered.map((name) => {
    const matches = matchTerms(getTerms(name.replaceAll('_', ' ')), new Set(said));
    return [...matches.values()].filter((words) => words.size > 0).length;
  });
  const best = scores.indexOf(Math.max(...scores));
  const shares = (scores[best] ?? 0) > 0;
  const reason = shares
    ? 'The message shares words with the name of the category.'
    : `No category fits; ${seen.reason}`;
  return { category: offered[shares ? best : offered.length - 1] ?? seen.category, reason };
}
