import { proxy, ref } from 'valtio';
import type { Prompt } from '#contract/prompts/prompts.ts';

interface Prompts {
  loading: { name: 'idle' } | { name: 'loading' } | { name: 'ready'; at: number } | { name: 'failed' };
  /** All prompts that the person can see, newest first. Not proxied, because there can be thousands. */
  items: { list: readonly Prompt[] };
  /** Whether the server has more prompts than it lists. */
  isTruncated: boolean;
}

function emptyPrompts(): Prompts {
  return { loading: { name: 'idle' }, items: ref({ list: [] }), isTruncated: false };
}

export const prompts = proxy<Prompts>(emptyPrompts());

export function setPrompts(list: readonly Prompt[]): void {
  prompts.items = ref({ list });
}

export function clearPrompts(): void {
  Object.assign(prompts, emptyPrompts());
}

export function findPrompt(promptId: string): Prompt | null {
  return prompts.items.list.find(({ prompt_id }) => prompt_id === promptId) ?? null;
}
