import { AvaError } from '../../contract/errors.ts';
import type { Model } from '../../contract/models.ts';
import type { ModelMessage, Models } from '../models/models.ts';
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

/** Streams a more detailed prompt for a step. Throws if the model fails or returns nothing. */
export async function* streamSuperPrompt(
  models: Pick<Models, 'stream'>,
  { model, prompt, fileNames }: SuperPromptOptions,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let length = 0;
  for await (const event of models.stream(
    { model, temperature: 0.2, messages: toMessages(prompt, fileNames) },
    signal,
  )) {
    if (event.type !== 'text' || length >= MAX_LENGTH) continue;
    const text = event.text.slice(0, MAX_LENGTH - length);
    length += text.length;
    if (text !== '') yield text;
  }
  if (length === 0) throw new AvaError('model_unavailable', { cause: new Error('the model returned no text') });
}

function toMessages(prompt: string, fileNames: readonly string[]): ModelMessage[] {
  const names = fileNames.slice(0, MAX_FILE_NAMES).map(tidyTitle);
  const files = names.length > 0 ? `\n\nFiles of the step: ${names.join('; ')}` : '';
  return [
    { role: 'system', content: TASK },
    { role: 'user', content: `${prompt}${files}` },
  ];
}

/** Returns a whole super prompt. */
export async function writeSuperPrompt(
  models: Pick<Models, 'stream'>,
  options: SuperPromptOptions,
  signal: AbortSignal,
): Promise<string> {
  let text = '';
  for await (const part of streamSuperPrompt(models, options, signal)) text += part;
  return text.trim();
}
