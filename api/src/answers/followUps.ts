import { z } from 'zod';
import { PROMPT_CALL_TIMEOUT_MS } from '#contract/limits.ts';
import { truncate } from '#contract/text/text.ts';
import type { PersonModels } from '#api/models/personModels.ts';
import type { AnswerPrompt } from './prompt/buildPrompt.ts';
import { formatPassages } from './prompt/passages.ts';
import { CONTINUE } from './prompt/priorText.ts';

const COUNT = 3;
const MAX_QUESTION_LENGTH = 160;
/**
 * Maximum number of characters that the model reads of a question, an answer and a passage. Three suggestions are not
 * worth more than 600 tokens.
 */
const MAX_ASKED_LENGTH = 240;
const MAX_ANSWER_LENGTH = 600;
const MAX_PASSAGE_LENGTH = 260;
const MAX_PASSAGES = 3;

const TASK = `Task: follow-up questions
Suggest ${COUNT} short questions that the person could ask next, in the language of the question, each answerable from the passages or the answer.
Answer with a JSON array of ${COUNT} strings and nothing else.`;

/**
 * Asks the model for follow-up questions; none if it returns no list. It reads the beginnings of passages, because questions
 * about an answer without its sources often have no answer.
 * @param cited numbers of the passages that the answer cites, in the order of its own numbers
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
          content: (typeof question === 'string' ? question : '').slice(-MAX_ASKED_LENGTH) || 'A question with images.',
        },
        { role: 'assistant', content: truncate(answer, MAX_ANSWER_LENGTH) },
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

/**
 * The beginnings of passages: first of those that the answer cites, with the numbers that it shows, then of others.
 * Among the others, passages of further files come first: a model that reads only one file suggests questions that do
 * not say which file they are about.
 */
function selectPassages({ passages }: AnswerPrompt, cited: readonly number[]): string {
  const byNumber = new Map(passages.map((passage) => [passage.number, passage]));
  const shown = cited.flatMap((number, index) => {
    const passage = byNumber.get(number);
    return passage ? [{ ...passage, number: index + 1 }] : [];
  });
  const files = new Set(shown.map(({ fileId }) => fileId));
  const others = passages
    .filter(({ number }) => !cited.includes(number))
    .toSorted((a, b) => Number(files.has(a.fileId)) - Number(files.has(b.fileId)))
    .map((passage, index) => ({ ...passage, number: cited.length + index + 1 }));
  const selected = [...shown, ...others].slice(0, MAX_PASSAGES);
  const short = selected.map((passage) => ({ ...passage, lastModified: null, text: shorten(passage.text) }));
  return short.length > 0 ? `Passages of the files:\n${formatPassages(short)}` : '';
}

/** The sentences or lines at the beginning of a text that fit; at least a part of the first one. */
function shorten(text: string): string {
  if (text.length <= MAX_PASSAGE_LENGTH) return text;
  const start = truncate(text, MAX_PASSAGE_LENGTH);
  const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf('. ')) + 1;
  return end > 0 ? start.slice(0, end).trimEnd() : start;
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
