import { kindOfQuestion } from '../ranking/questionKind.ts';
import { GREETING } from '../answering/smallTalk.ts';
import { asksForSummary } from '../answering/summary.ts';
import { soften } from '../ranking/wordSimilarity.ts';
import { termsOf } from '../text/words.ts';

export type Intent = { category: string; reason: string };

const INSTRUCTION =
  /^\s*(?:please )?(?:write|draft|create|make|generate|translate|rewrite|compare|list|extract|convert|prepare|plan|send)\b/i;

/** The categories a system prompt offers as `Categories: one, two, three`, if it does. */
function offeredIn(system: string): string[] {
  const line = /^\s*categories:\s*(.+)$/im.exec(system)?.[1] ?? '';
  return line
    .split(/[,;|]/)
    .map((name) => name.trim().replace(/[.]$/, ''))
    .filter(Boolean);
}

/** What a person wants with a message, and by which sign that was seen. Chooses among the offered categories if there are any. */
export function intentOf(message: string, system: string): Intent {
  const seen = plainIntent(message);
  const offered = offeredIn(system);
  if (offered.length === 0) return seen;
  return offeredIntent(offered, message, seen);
}

function plainIntent(message: string): Intent {
  if (GREETING.test(message)) return { category: 'greeting', reason: 'The message opens with a greeting.' };
  if (asksForSummary(message)) return { category: 'summary', reason: 'The message asks for a summary.' };
  if (INSTRUCTION.test(message)) return { category: 'instruction', reason: 'The message opens with something to do.' };
  const kind = kindOfQuestion(message);
  if (kind !== 'plain') return { category: 'question', reason: `The message asks a question of the kind "${kind}".` };
  if (/\?\s*$/.test(message)) return { category: 'question', reason: 'The message ends with a question mark.' };
  return { category: 'statement', reason: 'The message neither asks nor orders anything.' };
}

function offeredIntent(offered: string[], message: string, seen: Intent): Intent {
  const same = offered.find((name) => name.toLowerCase() === seen.category);
  if (same) return { category: same, reason: seen.reason };
  const said = termsOf(message);
  const scores = offered.map((name) => {
    const matches = soften(termsOf(name.replaceAll('_', ' ')), new Set(said));
    return [...matches.values()].filter((words) => words.size > 0).length;
  });
  const best = scores.indexOf(Math.max(...scores));
  const shares = (scores[best] ?? 0) > 0;
  const reason = shares
    ? 'The message shares words with the name of the category.'
    : `No category fits; ${seen.reason}`;
  return { category: offered[shares ? best : offered.length - 1] ?? seen.category, reason };
}
