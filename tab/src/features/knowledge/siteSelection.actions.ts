import { SITE_LOOKUP_RETRY_MS } from '#contract/limits.ts';
import { SiteId } from '#contract/sites/sites.ts';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import { knowledgeTexts } from './knowledge.texts.ts';
import { searches, getSearch, type SiteSelection } from './siteSelection.state.ts';
import { findSite, sites } from './sites/sites.state.ts';

/** The lookup of a site fails if the sites are not loaded within this time. */
export const SITE_LOOKUP_LIMIT_MS = 10_000;

/** Selects the site of a search, or clears it when it is already selected. */
export function toggleSite(chatId: string, siteId: string): void {
  const { selection } = getSearch(chatId);
  if (selection.name === 'loaded' && selection.siteId === siteId) clearSite(chatId);
  else selectSite(chatId, siteId);
}

export function selectSite(chatId: string, siteId: string): void {
  rememberLastSite(siteId);
  setSelection(chatId, { name: 'loaded', siteId });
}

export function clearSite(chatId: string): void {
  setSelection(chatId, { name: 'reset' });
}

/** Remembers the site for the person's next search in this browser. */
export function rememberLastSite(siteId: string): void {
  writeLocal('lastSite', siteId);
}

/**
 * Selects the site that the person used last, in a search whose site was neither selected nor cleared. Does nothing
 * before the sites are loaded, or when the person can no longer access that site.
 */
export function selectLastSite(chatId: string): void {
  if (searches[chatId] !== undefined || sites.list.name !== 'ready') return;
  const siteId = readLocal('lastSite', SiteId.nullable(), null);
  if (siteId !== null && findSite(siteId)) setSelection(chatId, { name: 'loaded', siteId });
}

/** Restores the site that an opened chat has searched. A chat without one keeps its selection. */
export function restoreSite(chatId: string, corpus: string | null): void {
  if (corpus === null) return;
  const { selection } = getSearch(chatId);
  const isSelected = selection.name !== 'reset' && selection.name !== 'failed' && selection.siteId === corpus;
  if (!isSelected) void lookUpSite(chatId, corpus);
}

/**
 * Polls until the sites are loaded, for ten seconds at most, and selects the site. Stops when the person selects
 * another one.
 */
export async function lookUpSite(chatId: string, siteId: string): Promise<void> {
  const looking = setSelection(chatId, { name: 'loading', siteId });
  const deadline = Date.now() + SITE_LOOKUP_LIMIT_MS;
  for (;;) {
    if (searches[chatId]?.selection !== looking) return;
    if (sites.list.name === 'ready') return confirmSite(chatId, siteId);
    if (Date.now() >= deadline) return failSelection(chatId, siteId, knowledgeTexts.maxRetries);
    await new Promise((resolve) => setTimeout(resolve, SITE_LOOKUP_RETRY_MS));
  }
}

/** Limits the search to these files of the site; an empty list searches all files. */
export function selectFiles(chatId: string, files: readonly string[]): void {
  getSearch(chatId).files = [...files];
}

function confirmSite(chatId: string, siteId: string): void {
  if (findSite(siteId)) setSelection(chatId, { name: 'loaded', siteId });
  else failSelection(chatId, siteId, knowledgeTexts.siteInaccessible);
}

function failSelection(chatId: string, siteId: string, detail: string): void {
  setSelection(chatId, { name: 'failed', siteId, detail });
}

function setSelection(chatId: string, selection: SiteSelection): SiteSelection {
  const search = getSearch(chatId);
  const before = 'siteId' in search.selection ? search.selection.siteId : null;
  // The selected files are cleared, because they belong to the site that was selected before.
  if (before !== ('siteId' in selection ? selection.siteId : null)) search.files = [];
  search.selection = selection;
  return search.selection;
}
