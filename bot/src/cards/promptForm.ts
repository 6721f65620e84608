import { z } from 'zod';
import { MAX_PROMPT_VARIABLES } from '#contract/limits.ts';

export const MAX_VARIABLE_CHARACTERS = 4_000;
const MAX_NAME_CHARACTERS = 200;

/** The id of the input for a variable. It is a position, because names of variables can be any text. */
export const toInputId = (index: number) => `v${index}`;

const indexes = Array.from({ length: MAX_PROMPT_VARIABLES }, (_, index) => index);

/** The data of the form of a prompt: the keys of its variables, and a value for each by its position. */
export const PromptForm = z.object({
  verb: z.literal('askPrompt'),
  prompt: z.uuid(),
  variables: z.array(z.string().max(MAX_NAME_CHARACTERS)).max(MAX_PROMPT_VARIABLES).default([]),
  ...Object.fromEntries(indexes.map((index) => [toInputId(index), z.string().max(MAX_VARIABLE_CHARACTERS).optional()])),
});
export type PromptForm = z.infer<typeof PromptForm>;

/** The values of a form by the keys of their variables, without empty ones. */
export function readPromptForm(form: PromptForm): Map<string, string> {
  const fields: Readonly<Record<string, unknown>> = form;
  return new Map(
    form.variables.flatMap((key, index) => {
      const value = fields[toInputId(index)];
      return typeof value === 'string' && value.trim() !== '' ? [[key, value] as const] : [];
    }),
  );
}
