import { AvaError } from '../../contract/errors.ts';
import type { Model } from '../../contract/models.ts';
import type { ModelMessage } from '../models/models.ts';
import type { PersonModelEvent, PersonModels } from '../models/personModels.ts';
import { tidyTitle } from '../chat/title.ts';

/** A super prompt needs no more, and a longer one would crowd out the files. */
const MAX_LENGTH = 8_000;
const MAX_FILE_NAMES = 20;

const TASK = `Task: super prompt
Rewrite the prompt of a step as a complete instruction for a language model: the goal, what to use, how to proceed, and the format of the result. Keep every fact, name and number of the prompt, add none, and keep its language. Answer with the new prompt only.`;

interface SuperPromptOptions {
  model: Model;
  /** The prompt as text. */
  prompt: string;
  fileNames: readonly string[];
}

/** A part of the text, or why the model waits. */
type SuperPromptEvent = Extract<PersonModelEvent, { type: 'text' | 'limited' }>;

/** Streams a more detailed prompt for a step. Throws if the model fails or returns nothing. */
export async function* streamSuperPrompt(
  models: PersonModels,
  { model, prompt, fileNames }: SuperPromptOptions,
  signal: AbortSignal,
): AsyncGenerator<SuperPromptEvent> {
  let length = 0;
  for await (const event of models.stream(
    { model, temperature: 0.2, messages: toMessages(prompt, fileNames) },
    signal,
  )) {
    if (event.type === 'limited') yield event;
    if (event.type !== 'text' || length >= MAX_LENGTH) continue;
    const text = event.text.slice(0, MAX_LENGTH - length);
    length += text.length;
    if (text !== '') yield { type: 'text', text };
  }
  if (length === 0) throw new AvaError('no_answer', { cause: new Error('the model returned no text') });
}

function toMessages(prompt: string, fileNames: readonly string[]): ModelMessage[] {
  const names = fileNames.slice(0, MAX_FILE_NAMES).map(tidyTitle);
  const files = names.length > 0 ? `\n\nFiles of the step: ${names.join('; ')}` : '';
  return [
    { role: 'system', content: TASK },
    { role: 'user', content: `${prompt}${files}` },
  ];
}
