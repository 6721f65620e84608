import { z } from 'zod';
import { PROMPT_CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import type { Models, Prompt } from '../models/models.ts';

const COUNT = 3;
const MAX_QUESTION_LENGTH = 160;
/** Maximum number of characters that the model reads of the question, and of the answer. */
const MAX_CONTEXT_LENGTH = 4_000;

const TASK = `Task: follow-up questions
Suggest ${COUNT} short questions that the person could ask next, in the language of the conversation, each answerable from it or its files.
Answer with a JSON array of ${COUNT} strings and nothing else.`;

/** Asks the model for follow-up questions; none if it returns no list. */
export async function suggestFollowUps(
  models: Pick<Models, 'complete'>,
  prompt: Prompt,
  answer: string,
  signal: AbortSignal,
): Promise<string[]> {
  if (answer.trim() === '') return [];
  const question = prompt.messages.findLast((message) => message.role === 'user')?.content;
  const text = await models.complete(
    {
      model: prompt.model,
      temperature: prompt.temperature,
      messages: [
        { role: 'system', content: TASK },
        {
          role: 'user',
          content:
            (typeof question === 'string' ? question : '').slice(-MAX_CONTEXT_LENGTH) || 'A question with images.',
        },
        { role: 'assistant', content: answer.slice(0, MAX_CONTEXT_LENGTH) },
        { role: 'user', content: 'Suggest the questions.' },
      ],
    },
    AbortSignal.any([signal, AbortSignal.timeout(PROMPT_CALL_TIMEOUT_MS)]),
  );
  return parseQuestions(text);
}

/** Parses the list in a model's answer, which can be inside a code block. */
export function parseQuestions(text: string): string[] {
  const list = text.slice(text.indexOf('['), text.lastIndexOf(']') + 1);
  try {
    const parsed = z.array(z.string().trim().min(1).max(MAX_QUESTION_LENGTH)).safeParse(JSON.parse(list));
    return parsed.success ? parsed.data.slice(0, COUNT) : [];
  } catch {
    return [];
  }
}
