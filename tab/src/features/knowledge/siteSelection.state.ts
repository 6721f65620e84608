import { proxy } from 'valtio';

/** All sites that the person can search, or the chosen ones. Input and snapshots are not changed. */
export type ChosenSites = 'all' | readonly string[];

/** Selected sites of a search. */
export type SiteSelection =
  | { name: 'reset' }
  | { name: 'loading'; sites: ChosenSites }
  | { name: 'loaded'; sites: ChosenSites }
  | { name: 'failed'; sites: ChosenSites; detail: string };

export interface SiteSearch {
  selection: SiteSelection;
  /** Files that the search is limited to; empty for all files. */
  files: string[];
  /** The sites that the chat's last question searched, as far as this window knows. */
  searched?: ChosenSites;
}

/** Selected sites and files by chat id. */
export const searches = proxy<Record<string, SiteSearch>>({});

export function getSearch(chatId: string): SiteSearch {
  searches[chatId] ??= { selection: { name: 'reset' }, files: [] };
  return searches[chatId];
}

type ReadonlySearch = { readonly selection: SiteSelection } | undefined;

/** Returns the loaded sites of a search; `null` if none are selected. */
export function getSelectedSites(search: ReadonlySearch): ChosenSites | null {
  return search?.selection.name === 'loaded' ? search.selection.sites : null;
}

/** Returns the id of the loaded site of a search in one site; `null` otherwise. */
export function getSelectedSiteId(search: ReadonlySearch): string | null {
  const selected = getSelectedSites(search);
  return selected !== null && selected !== 'all' && selected.length === 1 ? (selected[0] ?? null) : null;
}

/** Whether two choices are the same, in whatever order. */
export function isSameChoice(a: ChosenSites, b: ChosenSites): boolean {
  if (a === 'all' || b === 'all') return a === b;
  return a.length === b.length && a.every((id) => b.includes(id));
}
