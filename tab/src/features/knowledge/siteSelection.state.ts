import { proxy } from 'valtio';

/** The site a chat searches. */
export type Selection =
  | { name: 'reset' }
  | { name: 'loading'; siteId: string }
  | { name: 'loaded'; siteId: string }
  | { name: 'failed'; siteId: string; detail: string };

export interface Search {
  selection: Selection;
  /** Files of the site that alone are searched; none means all. */
  files: string[];
}

/** What each chat searches, by the chat's id. */
export const searches = proxy<Record<string, Search>>({});

export function searchOf(chatId: string): Search {
  searches[chatId] ??= { selection: { name: 'reset' }, files: [] };
  return searches[chatId];
}

/** The site a chat searches, once it is sure; `null` otherwise. */
export function siteIdOf(search: { readonly selection: Selection } | undefined): string | null {
  return search?.selection.name === 'loaded' ? search.selection.siteId : null;
}
