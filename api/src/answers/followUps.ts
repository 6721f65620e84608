import { z } from 'zod';
import { PROMPT_CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import type { PersonModels } from '../models/personModels.ts';
import type { AnswerPrompt } from './prompt/buildPrompt.ts';
import { formatPassages } from './prompt/passages.ts';
import { CONTINUE } from './prompt/priorText.ts';

const COUNT = 3;
const MAX_QUESTION_LENGTH = 160;
/** Maximum number of characters that the model reads of the question, and of the answer. */
const MAX_CONTEXT_LENGTH = 4_000;
/** Maximum characters of passages that the model reads for its questions. */
const MAX_PASSAGES_LENGTH = 8_000;

const TASK = `Task: follow-up questions
Suggest ${COUNT} short questions that the person could ask next, in the language of the conversation, each answerable from it or from the passages of its files.
Answer with a JSON array of ${COUNT} strings and nothing else.`;

/**
 * Asks the model for follow-up questions; none if it returns no list. It reads passages of the answer's files, because
 * questions about an answer without its sources often have no answer.
 * @param cited numbers of the passages that the answer cites
 */
export async function suggestFollowUps(
  models: Pick<PersonModels, 'owner' | 'complete'>,
  prompt: AnswerPrompt,
  answer: string,
  cited: readonly number[],
  signal: AbortSignal,
): Promise<string[]> {
  if (answer.trim() === '') return [];
  const question = prompt.messages.findLast(({ role, content }) => role === 'user' && content !== CONTINUE)?.content;
  const { text } = await models.complete(
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
        {
          role: 'user',
          content: [selectPassages(prompt, cited), 'Suggest the questions.'].filter(Boolean).join('\n\n'),
        },
      ],
    },
    AbortSignal.any([signal, AbortSignal.timeout(PROMPT_CALL_TIMEOUT_MS)]),
  );
  return parseQuestions(text);
}

/** The passages that the answer cites, then the others, as far as they fit. */
function selectPassages({ passages }: AnswerPrompt, cited: readonly number[]): string {
  const byNeed = passages.toSorted((a, b) => Number(cited.includes(b.number)) - Number(cited.includes(a.number)));
  let length = 0;
  const fitting = byNeed.filter(({ text }) => (length += text.length) <= MAX_PASSAGES_LENGTH);
  return fitting.length > 0 ? `Passages of the files:\n${formatPassages(fitting)}` : '';
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
