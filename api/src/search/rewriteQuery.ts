import { PROMPT_CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import type { Model } from '../../contract/models.ts';
import type { Log } from '../../platform/log.ts';
import type { ReadableMessage } from '../answers/readableHistory.ts';
import type { PersonModels } from '../models/personModels.ts';

/** Earlier questions that the model reads to understand the last one; it doesn't need their answers. */
const MAX_EARLIER_QUESTIONS = 4;
/** Only the beginning of a longer question is used. */
const MAX_QUESTION_LENGTH = 2_000;
const MAX_QUERY_LENGTH = 400;

const TASK = `Task: search query
Write the words to search for to answer the last question. If it depends on earlier questions, add what is missing from them. Answer with one line of words in the language of the question and nothing else.`;

/**
 * Lets a model write a search query that can be understood without the conversation. Returns the question itself if it
 * is the first one or the model fails.
 */
export async function rewriteQuery(
  { models, log }: { models: Pick<PersonModels, 'owner' | 'complete'>; log: Log },
  model: Model,
  history: readonly ReadableMessage[],
  text: string,
  signal: AbortSignal,
): Promise<string> {
  const question = text.slice(0, MAX_QUESTION_LENGTH);
  const earlier = history.filter((message) => message.source === 'User').slice(-MAX_EARLIER_QUESTIONS);
  if (earlier.length === 0) return question;
  const questions = [...earlier.map((message) => message.content.slice(0, MAX_QUESTION_LENGTH)), question];
  try {
    const { text: output } = await models.complete(
      {
        model,
        temperature: 0,
        messages: [
          { role: 'system', content: TASK },
          ...questions.map((content) => ({ role: 'user' as const, content })),
        ],
      },
      AbortSignal.any([signal, AbortSignal.timeout(PROMPT_CALL_TIMEOUT_MS)]),
    );
    const query = output.trim().split('\n')[0]?.slice(0, MAX_QUERY_LENGTH) ?? '';
    return query === '' ? question : query;
  } catch (error) {
    signal.throwIfAborted();
    log.info({ error }, 'failed to rewrite search query');
    return question;
  }
}
