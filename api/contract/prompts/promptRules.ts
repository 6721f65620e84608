import type { FileType } from '#contract/files/fileTypes.ts';
import { MAX_SUGGESTED_PROMPTS } from '#contract/limits.ts';
import { labelOfFile, listLabels, promptLabels, splitList, type PromptLabel } from './promptLabels.ts';
import type { Prompt } from './prompts.ts';

/** Tabs of the library: All, Shared, My Prompts. */
export type PromptTab = 'all' | 'shared' | 'mine';

export interface PromptFilter {
  tab: PromptTab;
  /** Id of a site; null for all teams. My Prompts ignores it. */
  team: string | null;
  label: PromptLabel | null;
  search: string;
}

/** Last modified first. */
export function sortPrompts<T extends Pick<Prompt, 'modified_on' | 'prompt_id'>>(prompts: readonly T[]): T[] {
  return prompts.toSorted((a, b) => compare(b.modified_on, a.modified_on) || compare(a.prompt_id, b.prompt_id));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The prompts that the library shows. Expects only prompts that the person can see, in order. */
export function filterPrompts<T extends Prompt>(prompts: readonly T[], filter: PromptFilter): T[] {
  const words = toSearchKey(filter.search).split(/\s+/u).filter(Boolean);
  return prompts.filter(
    (prompt) =>
      isInTab(prompt, filter.tab) &&
      (filter.team === null || filter.tab === 'mine' || splitList(prompt.teams).includes(filter.team)) &&
      (filter.label === null || listLabels(prompt.labels).includes(filter.label)) &&
      (words.length === 0 || containsWords(prompt, words)),
  );
}

function isInTab({ is_private: isPrivate, mine }: Prompt, tab: PromptTab): boolean {
  if (tab === 'all') return true;
  return tab === 'mine' ? mine : !isPrivate;
}

/** Searched text of prompts, made once for each, because the search runs at every key. */
const searchKeys = new WeakMap<object, string>();

function containsWords(prompt: Prompt, words: readonly string[]): boolean {
  let key = searchKeys.get(prompt);
  if (key === undefined) {
    const aliases = listLabels(prompt.labels).flatMap((label) => promptLabels[label].aliases);
    const { prompt_title: title, prompt_text: text, labels_text: labels, creator_name: name } = prompt;
    key = toSearchKey([title, text, labels, name, ...aliases].join('\n'));
    searchKeys.set(prompt, key);
  }
  return words.every((word) => key.includes(word));
}

/** Normalizes a text for a search that ignores case and accents. */
function toSearchKey(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Prompts to suggest for attached files: first those for most of the files, then in the order of the list. */
export function suggestPrompts<T extends Prompt>(prompts: readonly T[], files: readonly FileType[]): T[] {
  const wanted = new Set(files.map(labelOfFile));
  const matches = prompts.map((prompt) => ({
    prompt,
    count: listLabels(prompt.labels).filter((label) => wanted.has(label)).length,
  }));
  return matches
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_SUGGESTED_PROMPTS)
    .map(({ prompt }) => prompt);
}
