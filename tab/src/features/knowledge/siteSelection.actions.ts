import { z } from 'zod';
import { SITE_LOOKUP_RETRY_MS } from '#contract/limits.ts';
import { MAX_CHOSEN_SITES, SiteChoice, SiteId, TOO_MANY_SITES } from '#contract/sites/sites.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import { knowledgeTexts } from './knowledge.texts.ts';
import {
  getSearch,
  getSelectedSites,
  isSameChoice,
  searches,
  type ChosenSites,
  type SiteSelection,
} from './siteSelection.state.ts';
import { findSite, sites } from './sites/sites.state.ts';

/** The lookup of a site fails if the sites are not loaded within this time. */
export const SITE_LOOKUP_LIMIT_MS = 10_000;

/** Adds a site to those of a search, or removes it. It replaces the choice of all sites. */
export function toggleSite(chatId: string, siteId: string): void {
  const selected = getSelectedSites(searches[chatId]) ?? [];
  const chosen = selected === 'all' ? [] : selected;
  if (!chosen.includes(siteId) && chosen.length === MAX_CHOSEN_SITES) showToast('error', TOO_MANY_SITES);
  else selectSites(chatId, chosen.includes(siteId) ? chosen.filter((id) => id !== siteId) : [...chosen, siteId]);
}

/** Selects all sites of the person, or clears them when they are already selected. */
export function toggleAllSites(chatId: string): void {
  selectSites(chatId, getSelectedSites(searches[chatId]) === 'all' ? [] : 'all');
}

export function selectSite(chatId: string, siteId: string): void {
  selectSites(chatId, [siteId]);
}

export function selectSites(chatId: string, sites: ChosenSites): void {
  if (sites.length === 0) return clearSite(chatId);
  rememberLastSites(sites);
  setSelection(chatId, { name: 'loaded', sites });
}

export function clearSite(chatId: string): void {
  setSelection(chatId, { name: 'reset' });
}

/** Remembers the sites for the person's next search in this browser. */
export function rememberLastSites(sites: ChosenSites): void {
  writeLocal('lastSite', sites);
}

/** Earlier versions stored the id of one site. */
const LastSites = z.union([SiteChoice, SiteId.transform((id) => [id])]).nullable();

/**
 * Selects the sites that the person used last, in a search whose sites were neither selected nor cleared. Does nothing
 * before the sites are loaded, or when the person can no longer access any of these sites.
 */
export function selectLastSite(chatId: string): void {
  if (searches[chatId] !== undefined || sites.list.name !== 'ready') return;
  const last = readLocal('lastSite', LastSites, null);
  const left = last === null ? [] : keepAccessible(last);
  if (left.length > 0) setSelection(chatId, { name: 'loaded', sites: left });
}

/** Remembers the sites of a chat's last question, so that sites that are selected after it are not replaced by them. */
export function rememberSearched(chatId: string, searched: ChosenSites): void {
  getSearch(chatId).searched = searched;
}

/**
 * Restores the sites that an opened chat has searched. A chat without any keeps its selection, and so does one in which the
 * person has selected other sites since the last question.
 */
export function restoreSites(chatId: string, searched: ChosenSites | null): void {
  if (searched === null) return;
  const { selection, searched: known } = getSearch(chatId);
  if (selection.name === 'loaded' && known !== undefined && isSameChoice(known, searched)) return;
  rememberSearched(chatId, searched);
  const isSelected =
    selection.name !== 'reset' && selection.name !== 'failed' && isSameChoice(selection.sites, searched);
  if (!isSelected) void lookUpSites(chatId, searched);
}

/**
 * Polls until the sites are loaded, for ten seconds at most, and selects the chosen ones. Stops when the person selects
 * others.
 */
export async function lookUpSites(chatId: string, chosen: ChosenSites): Promise<void> {
  const looking = setSelection(chatId, { name: 'loading', sites: chosen });
  const deadline = Date.now() + SITE_LOOKUP_LIMIT_MS;
  for (;;) {
    if (searches[chatId]?.selection !== looking) return;
    if (sites.list.name === 'ready') return confirmSites(chatId, chosen);
    if (Date.now() >= deadline) return failSelection(chatId, chosen, knowledgeTexts.maxRetries);
    await new Promise((resolve) => setTimeout(resolve, SITE_LOOKUP_RETRY_MS));
  }
}

/** Limits the search to these files of the site; an empty list searches all files. */
export function selectFiles(chatId: string, files: readonly string[]): void {
  getSearch(chatId).files = [...files];
}

/** A search of several sites goes on with those that are left; its answers say that some are not searched. */
function confirmSites(chatId: string, chosen: ChosenSites): void {
  if (keepAccessible(chosen).length > 0) setSelection(chatId, { name: 'loaded', sites: chosen });
  else failSelection(chatId, chosen, knowledgeTexts.siteInaccessible);
}

function keepAccessible(chosen: ChosenSites): ChosenSites {
  if (chosen === 'all') return sites.accessible.length > 0 ? chosen : [];
  return chosen.filter((id) => findSite(id) !== null);
}

function failSelection(chatId: string, chosen: ChosenSites, detail: string): void {
  setSelection(chatId, { name: 'failed', sites: chosen, detail });
}

function setSelection(chatId: string, selection: SiteSelection): SiteSelection {
  const search = getSearch(chatId);
  const before = 'sites' in search.selection ? search.selection.sites : [];
  // The selected files are cleared, because they belong to the sites that were selected before.
  if (!isSameChoice(before, 'sites' in selection ? selection.sites : [])) search.files = [];
  search.selection = selection;
  return search.selection;
}
