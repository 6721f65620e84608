import { proxy } from 'valtio';

/** Selected site of a search. */
export type SiteSelection =
  | { name: 'reset' }
  | { name: 'loading'; siteId: string }
  | { name: 'loaded'; siteId: string }
  | { name: 'failed'; siteId: string; detail: string };

export interface SiteSearch {
  selection: SiteSelection;
  /** Files that the search is limited to; empty for all files. */
  files: string[];
}

/** Selected site and files by chat id. */
export const searches = proxy<Record<string, SiteSearch>>({});

export function getSearch(chatId: string): SiteSearch {
  searches[chatId] ??= { selection: { name: 'reset' }, files: [] };
  return searches[chatId];
}

/** Returns the id of the loaded site of a search; `null` otherwise. */
export function getSelectedSiteId(search: { readonly selection: SiteSelection } | undefined): string | null {
  return search?.selection.name === 'loaded' ? search.selection.siteId : null;
}
