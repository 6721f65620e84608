/** Where a person stands in the prompts of a chat: -1 is the current draft, 0 the newest prompt. */
export interface HistoryStep {
  index: number;
  /** The prompt to show; `null` for the person's own draft. */
  prompt: string | null;
}

export const OWN_DRAFT = -1;

/**
 * One step through the prompts of a chat.
 * @param prompts oldest first; a prompt repeated at once counts as one
 * @returns `null` where there is nothing further that way
 */
export function stepThroughHistory(
  prompts: readonly string[],
  index: number,
  way: 'older' | 'newer',
): HistoryStep | null {
  const distinct = prompts.filter((prompt, at) => prompt !== prompts[at - 1]);
  const next = way === 'older' ? index + 1 : index - 1;
  if (next < OWN_DRAFT || next >= distinct.length) return null;
  return next === OWN_DRAFT ? { index: next, prompt: null } : { index: next, prompt: distinct.at(-1 - next)! };
}
