import { z } from 'zod';
import { PROMPT_CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import type { Model } from '../../contract/models.ts';
import type { ModelMessage, Models } from '../models/models.ts';

const COUNT = 3;
const LONGEST = 160;
/** Follow-up questions are about what was just said; more of it would cost and say little. */
const EXCERPT = 4_000;

const TASK = `Task: follow-up questions
Suggest ${COUNT} short questions that the person could ask next, in the language of the conversation, each answerable from it or its files.
Answer with a JSON array of ${COUNT} strings and nothing else.`;

/** Questions a person could go on with; none where the model gives no list. */
export async function askFollowUps(
  models: Pick<Models, 'complete'>,
  question: { model: Model; temperature: number; messages: readonly ModelMessage[] },
  answer: string,
  signal: AbortSignal,
): Promise<string[]> {
  if (answer.trim() === '') return [];
  const asked = question.messages.findLast((message) => message.role === 'user')?.content;
  const text = await models.complete(
    {
      model: question.model,
      temperature: question.temperature,
      messages: [
        { role: 'system', content: TASK },
        {
          role: 'user',
          content: (typeof asked === 'string' ? asked : '').slice(-EXCERPT) || 'A question with images.',
        },
        { role: 'assistant', content: answer.slice(0, EXCERPT) },
        { role: 'user', content: 'Suggest the questions.' },
      ],
    },
    AbortSignal.any([signal, AbortSignal.timeout(PROMPT_CALL_TIMEOUT_MS)]),
  );
  return parseQuestions(text);
}

/** The list in a model's answer, also where it stands in a code block. */
export function parseQuestions(text: string): string[] {
  const list = text.slice(text.indexOf('['), text.lastIndexOf(']') + 1);
  try {
    const parsed = z.array(z.string().trim().min(1).max(LONGEST)).safeParse(JSON.parse(list));
    return parsed.success ? parsed.data.slice(0, COUNT) : [];
  } catch {
    return [];
  }
}
