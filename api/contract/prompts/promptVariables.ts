import { MAX_PROMPT_VARIABLES } from '#contract/limits.ts';

/** A name without braces and line breaks. Its length is limited, so that a search is linear in the text. */
const VARIABLE = /\{\{([^{}\r\n]{1,60})\}\}/g;

/** A part of a prompt, such as `{{client}}`, that a person fills in before they use it. */
export interface PromptVariable {
  /** The same for all spellings of a name, such as `{{Client}}` and `{{ client }}`. */
  key: string;
  /** The name as it is first written in the prompt. */
  name: string;
}

/** The variables of a prompt in order, each once. Variables beyond MAX_PROMPT_VARIABLES stay text. */
export function findVariables(text: string): PromptVariable[] {
  const variables = new Map<string, PromptVariable>();
  for (const [, inside = ''] of text.matchAll(VARIABLE)) {
    const [key, name] = [toKey(inside), inside.trim()];
    if (key !== '' && !variables.has(key) && variables.size < MAX_PROMPT_VARIABLES) variables.set(key, { key, name });
  }
  return [...variables.values()];
}

const toKey = (name: string) => name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();

/**
 * Replaces the variables of a prompt by values, which are named by their keys. Values are inserted as they are: a variable
 * inside a value is not replaced. A variable without a value stays in the text.
 */
export function fillVariables(text: string, values: ReadonlyMap<string, string>): string {
  const known = new Set(findVariables(text).map(({ key }) => key));
  return text.replace(VARIABLE, (placeholder, inside: string) => {
    const key = toKey(inside);
    return (known.has(key) ? values.get(key) : undefined) ?? placeholder;
  });
}
