import { beginKnowledgeStory, setSites, sampleSite, siteIds } from '#tab/testing/knowledgeStory.tsx';
import {
  lookUpSite,
  clearSite,
  restoreSite,
  selectFiles,
  selectLastSite,
  selectSite,
  toggleSite,
  SITE_LOOKUP_LIMIT_MS,
} from './siteSelection.actions.ts';
import { setStorageOwner } from '#tab/state/storageOwner.ts';
import { signedInAsAda } from '#tab/testing/samples.ts';
import { searches, getSelectedSiteId } from './siteSelection.state.ts';

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
    toggleSite(CHAT, design);
    expect(getSelectedSiteId(searches[CHAT])).toBe(design);
    toggleSite(CHAT, design);
    expect(selection()).toEqual({ name: 'reset' });
    expect(getSelectedSiteId(searches[CHAT])).toBeNull();
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
    restoreSite(CHAT, finance);
    expect(selection()).toEqual({ name: 'loading', siteId: finance });
    await jest.advanceTimersByTimeAsync(3_000);
    expect(selection()?.name).toBe('loading');
    setSites(sampleSite());
    await jest.advanceTimersByTimeAsync(100);
    expect(selection()).toEqual({ name: 'loaded', siteId: finance });
  });

  /** @shows Max retries exceeded */
  it('fails to restore its site if the sites are not loaded in ten seconds', async () => {
    restoreSite(CHAT, finance);
    await jest.advanceTimersByTimeAsync(SITE_LOOKUP_LIMIT_MS - 100);
    expect(selection()?.name).toBe('loading');
    await jest.advanceTimersByTimeAsync(200);
    expect(selection()).toEqual({ name: 'failed', siteId: finance, detail: 'Max retries exceeded' });
  });

  /** @shows Inaccessible site */
  it('fails to restore a site that she can no longer access', async () => {
    setSites(sampleSite({ SiteId: design }));
    await lookUpSite(CHAT, finance);
    expect(selection()).toEqual({ name: 'failed', siteId: finance, detail: 'Inaccessible site' });
  });

  it('keeps another site that she selected during the lookup', async () => {
    restoreSite(CHAT, finance);
    selectSite(CHAT, design);
    setSites(sampleSite());
    await jest.advanceTimersByTimeAsync(1_000);
    expect(getSelectedSiteId(searches[CHAT])).toBe(design);
  });

  it('keeps the selection of a chat that has searched no site yet', () => {
    selectSite(CHAT, finance);
    restoreSite(CHAT, null);
    expect(getSelectedSiteId(searches[CHAT])).toBe(finance);
  });
});

describe('a new search', () => {
  it('starts with the site that Ada used last', () => {
    setSites(sampleSite());
    selectSite(CHAT, finance);
    restoreSite('chat-2', null);
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
