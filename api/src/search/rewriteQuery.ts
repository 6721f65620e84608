import { PROMPT_CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import type { Model } from '../../contract/models.ts';
import type { Log } from '../../platform/log.ts';
import type { Models } from '../models/models.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';

/** Earlier questions that a question may lean on; what was answered is not needed to know what is asked. */
const TURNS = 4;
/** A pasted page is looked for by its beginning. */
const LONGEST = 2_000;
const LONGEST_LINE = 400;

const TASK = `Task: search query
Write the words with which to look for what the person asks last. Where it leans on what was asked before, add what is missing from there. Answer with one line of words in the language of the question and nothing else.`;

/**
 * What to look for: the question itself, or, where there was conversation before it, what a model makes of both. Where no
 * model answers, the question itself.
 */
export async function searchQuery(
  { models, log }: { models: Pick<Models, 'complete'>; log: Log },
  model: Model,
  history: readonly MessageRow[],
  text: string,
  signal: AbortSignal,
): Promise<string> {
  const question = text.slice(0, LONGEST);
  const earlier = history.filter((message) => message.source === 'User').slice(-TURNS);
  if (earlier.length === 0) return question;
  const turns = [...earlier.map((message) => message.content.slice(0, LONGEST)), question];
  try {
    const written = await models.complete(
      {
        model,
        temperature: 0,
        messages: [{ role: 'system', content: TASK }, ...turns.map((content) => ({ role: 'user' as const, content }))],
      },
      AbortSignal.any([signal, AbortSignal.timeout(PROMPT_CALL_TIMEOUT_MS)]),
    );
    const line = written.trim().split('\n')[0]?.slice(0, LONGEST_LINE) ?? '';
    return line === '' ? question : line;
  } catch (error) {
    signal.throwIfAborted();
    log.info({ error }, 'no search query was written; the question is looked for as it is');
    return question;
  }
}
