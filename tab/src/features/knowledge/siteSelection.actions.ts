import { SITE_LOOKUP_RETRY_MS } from '../../../../api/contract/limits.ts';
import { knowledgeTexts } from './knowledge.texts.ts';
import { searches, searchOf, type Selection } from './siteSelection.state.ts';
import { siteNamed, sites } from './sites/sites.state.ts';

/** A look-up that has found no sites for this long has failed; in milliseconds. */
export const SITE_LOOKUP_LIMIT_MS = 10_000;

/** Chooses the site a chat searches; choosing the chosen one again clears it. */
export function toggleSite(chatId: string, siteId: string): void {
  const { selection } = searchOf(chatId);
  if (selection.name === 'loaded' && selection.siteId === siteId) resetSite(chatId);
  else selectSite(chatId, siteId);
}

export function selectSite(chatId: string, siteId: string): void {
  turn(chatId, { name: 'loaded', siteId });
}

export function resetSite(chatId: string): void {
  turn(chatId, { name: 'reset' });
}

/** Brings a chat that was opened to the site it has searched before; one that has searched none keeps its choice. */
export function restoreSite(chatId: string, corpus: string | null): void {
  const { selection } = searchOf(chatId);
  const known = selection.name !== 'reset' && selection.name !== 'failed' && selection.siteId === corpus;
  if (corpus !== null && !known) void lookUpSite(chatId, corpus);
}

/**
 * Looks for a site by its id, again and again until the sites are there, for ten seconds at most. A choice that the
 * person makes meanwhile ends it.
 */
export async function lookUpSite(chatId: string, siteId: string): Promise<void> {
  const looking = turn(chatId, { name: 'loading', siteId });
  const deadline = Date.now() + SITE_LOOKUP_LIMIT_MS;
  for (;;) {
    if (searches[chatId]?.selection !== looking) return;
    if (sites.list.name === 'ready') return arrive(chatId, siteId);
    if (Date.now() >= deadline) return fail(chatId, siteId, knowledgeTexts.maxRetries);
    await new Promise((resolve) => setTimeout(resolve, SITE_LOOKUP_RETRY_MS));
  }
}

/** Searches only these files of the site; none means all of them again. */
export function selectFiles(chatId: string, files: readonly string[]): void {
  searchOf(chatId).files = [...files];
}

function arrive(chatId: string, siteId: string): void {
  if (siteNamed(siteId)) turn(chatId, { name: 'loaded', siteId });
  else fail(chatId, siteId, knowledgeTexts.siteInaccessible);
}

function fail(chatId: string, siteId: string, detail: string): void {
  turn(chatId, { name: 'failed', siteId, detail });
}

function turn(chatId: string, selection: Selection): Selection {
  const search = searchOf(chatId);
  const before = 'siteId' in search.selection ? search.selection.siteId : null;
  // Files belong to a site; another site has none of them.
  if (before !== ('siteId' in selection ? selection.siteId : null)) search.files = [];
  search.selection = selection;
  return search.selection;
}
