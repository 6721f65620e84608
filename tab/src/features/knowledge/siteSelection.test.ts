import { beginKnowledgeStory, haveSites, sampleSite, siteIds } from '../../testing/knowledgeStory.tsx';
import {
  lookUpSite,
  resetSite,
  restoreSite,
  selectFiles,
  selectSite,
  toggleSite,
  SITE_LOOKUP_LIMIT_MS,
} from './siteSelection.actions.ts';
import { searches, siteIdOf } from './siteSelection.state.ts';

const CHAT = 'chat-1';
const { finance, design } = siteIds;
const selection = () => searches[CHAT]?.selection;

beforeEach(() => {
  beginKnowledgeStory();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

describe('the site a search asks', () => {
  it('is chosen by a press and taken back by the next', () => {
    toggleSite(CHAT, finance);
    expect(siteIdOf(searches[CHAT])).toBe(finance);
    toggleSite(CHAT, design);
    expect(siteIdOf(searches[CHAT])).toBe(design);
    toggleSite(CHAT, design);
    expect(selection()).toEqual({ name: 'reset' });
    expect(siteIdOf(searches[CHAT])).toBeNull();
  });

  it('is each chat its own', () => {
    selectSite(CHAT, finance);
    expect(siteIdOf(searches['chat-2'])).toBeNull();
    selectSite('chat-2', design);
    expect(siteIdOf(searches[CHAT])).toBe(finance);
  });

  it('keeps its selected files only as long as it stays', () => {
    selectSite(CHAT, finance);
    selectFiles(CHAT, ['01A', '01B']);
    selectSite(CHAT, finance);
    expect(searches[CHAT]?.files).toEqual(['01A', '01B']);
    selectSite(CHAT, design);
    expect(searches[CHAT]?.files).toEqual([]);
    selectFiles(CHAT, ['01C']);
    resetSite(CHAT);
    expect(searches[CHAT]?.files).toEqual([]);
  });
});

describe('a chat that was opened again', () => {
  it('is brought to its site as soon as the sites are there', async () => {
    restoreSite(CHAT, finance);
    expect(selection()).toEqual({ name: 'loading', siteId: finance });
    await jest.advanceTimersByTimeAsync(3_000);
    expect(selection()?.name).toBe('loading');
    haveSites(sampleSite());
    await jest.advanceTimersByTimeAsync(100);
    expect(selection()).toEqual({ name: 'loaded', siteId: finance });
  });

  it('gives up after ten seconds without sites', async () => {
    restoreSite(CHAT, finance);
    await jest.advanceTimersByTimeAsync(SITE_LOOKUP_LIMIT_MS - 100);
    expect(selection()?.name).toBe('loading');
    await jest.advanceTimersByTimeAsync(200);
    expect(selection()).toEqual({ name: 'failed', siteId: finance, detail: 'Max retries exceeded' });
  });

  it('is told when its site is not hers any more', async () => {
    haveSites(sampleSite({ SiteId: design }));
    await lookUpSite(CHAT, finance);
    expect(selection()).toEqual({ name: 'failed', siteId: finance, detail: 'Inaccessible site' });
  });

  it('follows the person, who has chosen another site meanwhile', async () => {
    restoreSite(CHAT, finance);
    selectSite(CHAT, design);
    haveSites(sampleSite());
    await jest.advanceTimersByTimeAsync(1_000);
    expect(siteIdOf(searches[CHAT])).toBe(design);
  });

  it('keeps a choice of a chat that has asked no site yet', () => {
    selectSite(CHAT, finance);
    restoreSite(CHAT, null);
    expect(siteIdOf(searches[CHAT])).toBe(finance);
  });
});
