import { beginKnowledgeStory, getToastTexts, setSites, sampleSite, siteIds } from '#tab/testing/knowledgeStory.tsx';
import {
  lookUpSites,
  clearSite,
  restoreSites,
  selectFiles,
  selectLastSite,
  selectSite,
  selectSites,
  toggleAllSites,
  toggleSite,
  SITE_LOOKUP_LIMIT_MS,
} from './siteSelection.actions.ts';
import { writeLocal } from '#tab/state/localStorage.ts';
import { setStorageOwner } from '#tab/state/storageOwner.ts';
import { signedInAsAda } from '#tab/testing/samples.ts';
import { searches, getSelectedSiteId, getSelectedSites } from './siteSelection.state.ts';

const CHAT = 'chat-1';
const { finance, design } = siteIds;
const selection = () => searches[CHAT]?.selection;

beforeEach(() => {
  localStorage.clear();
  setStorageOwner(signedInAsAda().person);
  beginKnowledgeStory();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

describe('the selected site of a search', () => {
  it('is selected by a click and cleared by a second click', () => {
    toggleSite(CHAT, finance);
    expect(getSelectedSiteId(searches[CHAT])).toBe(finance);
    toggleSite(CHAT, finance);
    expect(selection()).toEqual({ name: 'reset' });
    expect(getSelectedSiteId(searches[CHAT])).toBeNull();
  });

  it('can be several, or all of them; a click on one replaces the choice of all', () => {
    toggleSite(CHAT, finance);
    toggleSite(CHAT, design);
    expect(getSelectedSites(searches[CHAT])).toEqual([finance, design]);
    expect(getSelectedSiteId(searches[CHAT])).toBeNull();
    toggleAllSites(CHAT);
    expect(getSelectedSites(searches[CHAT])).toBe('all');
    toggleSite(CHAT, design);
    expect(getSelectedSites(searches[CHAT])).toEqual([design]);
    toggleAllSites(CHAT);
    toggleAllSites(CHAT);
    expect(selection()).toEqual({ name: 'reset' });
  });

  it('are at most 20, and one more shows why', () => {
    const ids = Array.from({ length: 20 }, (_, n) => n.toString(16).padStart(32, '0'));
    for (const id of [...ids, finance]) toggleSite(CHAT, id);
    expect(getSelectedSites(searches[CHAT])).toEqual(ids);
    expect(getToastTexts()).toEqual(['You can choose up to 20 sites, or all of them.']);
    toggleSite(CHAT, ids[0] ?? '');
    toggleSite(CHAT, finance);
    expect(getSelectedSites(searches[CHAT])).toEqual([...ids.slice(1), finance]);
  });

  it('is separate for each chat', () => {
    selectSite(CHAT, finance);
    expect(getSelectedSiteId(searches['chat-2'])).toBeNull();
    selectSite('chat-2', design);
    expect(getSelectedSiteId(searches[CHAT])).toBe(finance);
  });

  it('keeps its selected files only while it stays selected', () => {
    selectSite(CHAT, finance);
    selectFiles(CHAT, ['01A', '01B']);
    selectSite(CHAT, finance);
    expect(searches[CHAT]?.files).toEqual(['01A', '01B']);
    selectSite(CHAT, design);
    expect(searches[CHAT]?.files).toEqual([]);
    selectFiles(CHAT, ['01C']);
    clearSite(CHAT);
    expect(searches[CHAT]?.files).toEqual([]);
  });
});

describe('a chat that Ada reopens', () => {
  it('restores its site when the sites are loaded', async () => {
    restoreSites(CHAT, [finance]);
    expect(selection()).toEqual({ name: 'loading', sites: [finance] });
    await jest.advanceTimersByTimeAsync(3_000);
    expect(selection()?.name).toBe('loading');
    setSites(sampleSite());
    await jest.advanceTimersByTimeAsync(100);
    expect(selection()).toEqual({ name: 'loaded', sites: [finance] });
  });

  /** @shows Max retries exceeded */
  it('fails to restore its site if the sites are not loaded in ten seconds', async () => {
    restoreSites(CHAT, [finance]);
    await jest.advanceTimersByTimeAsync(SITE_LOOKUP_LIMIT_MS - 100);
    expect(selection()?.name).toBe('loading');
    await jest.advanceTimersByTimeAsync(200);
    expect(selection()).toEqual({ name: 'failed', sites: [finance], detail: 'Max retries exceeded' });
  });

  /** @shows Inaccessible site */
  it('fails to restore a site that she can no longer access', async () => {
    setSites(sampleSite({ SiteId: design }));
    await lookUpSites(CHAT, [finance]);
    expect(selection()).toEqual({ name: 'failed', sites: [finance], detail: 'Inaccessible site' });
  });

  it('restores all of her sites, and those of several that she can still access', async () => {
    setSites(sampleSite({ SiteId: design }));
    await lookUpSites(CHAT, [finance, design]);
    expect(selection()).toEqual({ name: 'loaded', sites: [finance, design] });
    await lookUpSites(CHAT, 'all');
    expect(selection()).toEqual({ name: 'loaded', sites: 'all' });
    setSites();
    await lookUpSites(CHAT, 'all');
    expect(selection()).toMatchObject({ name: 'failed' });
  });

  it('keeps another site that she selected during the lookup', async () => {
    restoreSites(CHAT, [finance]);
    selectSite(CHAT, design);
    setSites(sampleSite());
    await jest.advanceTimersByTimeAsync(1_000);
    expect(getSelectedSiteId(searches[CHAT])).toBe(design);
  });

  it('keeps the site that she selected for her next question while she reads another chat', async () => {
    setSites(sampleSite(), sampleSite({ SiteId: design }));
    restoreSites(CHAT, 'all');
    await jest.advanceTimersByTimeAsync(100);
    selectSite(CHAT, finance);
    restoreSites('chat-2', [design]);
    restoreSites(CHAT, 'all');
    await jest.advanceTimersByTimeAsync(100);
    expect(getSelectedSites(searches[CHAT])).toEqual([finance]);
    // A question that she asked on another device has searched another site since.
    restoreSites(CHAT, [design]);
    await jest.advanceTimersByTimeAsync(100);
    expect(getSelectedSites(searches[CHAT])).toEqual([design]);
  });

  it('keeps the selection of a chat that has searched no site yet', () => {
    selectSite(CHAT, finance);
    restoreSites(CHAT, null);
    expect(getSelectedSiteId(searches[CHAT])).toBe(finance);
  });
});

describe('a new search', () => {
  it('starts with the site that Ada used last', () => {
    setSites(sampleSite());
    selectSite(CHAT, finance);
    restoreSites('chat-2', null);
    selectLastSite('chat-2');
    expect(getSelectedSiteId(searches['chat-2'])).toBe(finance);
  });

  it('waits until the sites are loaded', () => {
    selectSite(CHAT, finance);
    selectLastSite('chat-2');
    expect(searches['chat-2']).toBeUndefined();
    setSites(sampleSite());
    selectLastSite('chat-2');
    expect(getSelectedSiteId(searches['chat-2'])).toBe(finance);
  });

  it('starts with several sites, all of them, or the one that an earlier version has stored', () => {
    setSites(sampleSite(), sampleSite({ SiteId: design }));
    selectSites(CHAT, [finance, 'e'.repeat(32)]);
    selectLastSite('chat-2');
    expect(getSelectedSites(searches['chat-2'])).toEqual([finance]);
    selectSites(CHAT, 'all');
    selectLastSite('chat-3');
    expect(getSelectedSites(searches['chat-3'])).toBe('all');
    writeLocal('lastSite', design);
    selectLastSite('chat-4');
    expect(getSelectedSites(searches['chat-4'])).toEqual([design]);
  });

  it('starts without a site when Ada can no longer access it', () => {
    setSites(sampleSite());
    selectSite(CHAT, design);
    selectLastSite('chat-2');
    expect(getSelectedSiteId(searches['chat-2'])).toBeNull();
  });

  it('keeps the choice of Ada, also the choice of no site', () => {
    setSites(sampleSite(), sampleSite({ SiteId: design }));
    selectSite(CHAT, finance);
    selectSite('chat-2', design);
    selectLastSite('chat-2');
    expect(getSelectedSiteId(searches['chat-2'])).toBe(design);
    clearSite('chat-2');
    selectLastSite('chat-2');
    expect(getSelectedSiteId(searches['chat-2'])).toBeNull();
  });

  it('ignores the site that another person used in this browser', () => {
    setSites(sampleSite());
    selectSite(CHAT, finance);
    setStorageOwner({ ...signedInAsAda().person, id: 'ben' });
    selectLastSite('chat-2');
    expect(searches['chat-2']).toBeUndefined();
  });
});
