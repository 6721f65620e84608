/** Position in the prompts of a chat: -1 is the current draft, 0 the newest prompt. */
export interface PromptStep {
  index: number;
  /** The prompt to show; `null` for the person's own draft. */
  prompt: string | null;
}

export const OWN_DRAFT = -1;

/**
 * Steps through the prompts of a chat.
 * @param prompts oldest first; consecutive duplicates count as one
 * @returns `null` at the end of the list
 */
export function stepThroughPrompts(
  prompts: readonly string[],
  index: number,
  way: 'older' | 'newer',
): PromptStep | null {
  const distinct = prompts.filter((prompt, position) => prompt !== prompts[position - 1]);
  const next = way === 'older' ? index + 1 : index - 1;
  if (next < OWN_DRAFT || next >= distinct.length) return null;
  return next === OWN_DRAFT ? { index: next, prompt: null } : { index: next, prompt: distinct.at(-1 - next)! };
}
