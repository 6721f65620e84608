import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getAccessRequests, requestAccess } from '#contract/sites/accessRequests.ts';
import { getSites, type InaccessibleSite, type Site } from '#contract/sites/sites.ts';
import { AvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { openLink } from '#tab/shell/openLink.ts';
import { dialogs } from '#tab/shell/dialogs.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { beginKnowledgeStory, press, sampleSite, show, siteIds, getToastTexts } from '#tab/testing/knowledgeStory.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { createPersonEntry } from '#tab/features/chat/exchange/newEntries.ts';
import { openNewChat } from '#tab/features/chat/opening/open.actions.ts';
import { selectFiles } from '#tab/features/knowledge/siteSelection.actions.ts';
import { searches, getSelectedSiteId, getSelectedSites } from '#tab/features/knowledge/siteSelection.state.ts';
import SelectedSiteBar from './SelectedSiteBar.tsx';
import SitePanel from './SitePanel.tsx';
import { loadSites } from './sites.actions.ts';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));
jest.mock('#tab/shell/openLink.ts', () => ({ openLink: jest.fn() }));

const server = api as FakeApi;
let chatId: string;

const design = sampleSite({ SiteId: siteIds.design, SiteName: 'Design', CorpusDescription: '' });
const help = sampleSite({ SiteId: siteIds.help, SiteName: 'AVA Help', isHelp: true });
const finance = sampleSite();

function serve(accessibleSites: Site[], inaccessibleSites: InaccessibleSite[] = [], preparing: string[] = []): void {
  server.answer(getSites, () => ({ accessibleSites, inaccessibleSites, preparing }));
  server.answer(getAccessRequests, () => ({ mine: [], received: [] }));
}

async function visit(): Promise<void> {
  show(<SitePanel />);
  await act(loadSites);
}

const cards = () => within(screen.getByRole('list', { name: 'Sites' })).getAllByRole('button');

beforeEach(() => {
  server.reset();
  beginKnowledgeStory();
  jest.mocked(openLink).mockClear();
  chatId = openNewChat('search');
});

describe('an empty search', () => {
  it('offers the sites by name, the help corpus first', async () => {
    serve([finance, design, sampleSite({ SiteId: 'b'.repeat(32), SiteName: 'accounts' }), help]);
    await visit();
    expect(cards().map((card) => card.textContent)).toEqual([
      'All my sitesEvery site that you can search. Each source names its site.',
      expect.stringContaining('AVA Help'),
      expect.stringContaining('accounts'),
      'Design',
      'FinanceBudgets and travel rules.',
    ]);
  });

  /** @shows Currently searching in */
  it("offers all of Ada's sites first, or several of them", async () => {
    serve([finance, design, help]);
    await visit();
    await press(/^All my sites/);
    expect(screen.getByRole('button', { name: /^All my sites/ })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('button', { name: 'View Data Source' })).toBeNull();
    show(<SelectedSiteBar />);
    expect(screen.getByText('Currently searching in').parentElement).toHaveTextContent('inAll my sites');
    await press(/^Finance/);
    await press(/^Design/);
    expect(screen.getByRole('button', { name: /^All my sites/ })).toHaveAttribute('aria-pressed', 'false');
    expect(getSelectedSites(searches[chatId])).toEqual([siteIds.finance, siteIds.design]);
    expect(screen.getByText('Currently searching in').parentElement).toHaveTextContent('inDesign,Finance');
  });

  it('selects a site by its card; a second click clears it', async () => {
    serve([finance, design]);
    await visit();
    await press(/^Finance/);
    expect(screen.getByRole('button', { name: /^Finance/ })).toHaveAttribute('aria-pressed', 'true');
    expect(getSelectedSiteId(searches[chatId])).toBe(siteIds.finance);
    await press(/^Finance/);
    expect(screen.getByRole('button', { name: /^Finance/ })).toHaveAttribute('aria-pressed', 'false');
    expect(getSelectedSiteId(searches[chatId])).toBeNull();
  });

  it('says which sites are still being prepared, until they are ready', async () => {
    jest.useFakeTimers();
    serve([finance, design], [], [siteIds.finance]);
    await visit();
    const status = () => screen.getByRole('list', { name: 'Sites' }).nextElementSibling;
    expect(status()).toHaveTextContent(
      'AVA is still reading files of Finance. Answers come from the ones that are ready.',
    );
    serve([finance, design]);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(status()).not.toHaveTextContent('still reading');
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(server.requestsTo(getSites)).toHaveLength(2);
    jest.useRealTimers();
  });

  /** @shows View Data Source */
  it('links to the data source, and only for owners to the description and the insights', async () => {
    serve([finance, sampleSite({ ...design, can: { edit: true, removeAnyFile: true } })]);
    await visit();
    expect(screen.queryByRole('button', { name: 'View Data Source' })).toBeNull();
    await press(/^Finance/);
    await press('View Data Source');
    expect(openLink).toHaveBeenCalledWith('https://northwind.example/sites/finance');
    expect(screen.queryByRole('button', { name: 'Edit site details' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Site insights' })).toBeNull();
    await press('Manage files');
    expect(dialogs.open).toEqual({ name: 'corpusFiles', siteId: siteIds.finance });

    await press(/^Finance/);
    await press('Design');
    await press('Edit site details');
    expect(dialogs.open).toEqual({ name: 'editSite', siteId: siteIds.design });
    await press('Site insights');
    expect(dialogs.open).toEqual({ name: 'siteInsights', siteId: siteIds.design });
  });

  it('opens the dialog for creating a corpus, and the help', async () => {
    serve([finance]);
    await visit();
    await press('Create a new one');
    expect(dialogs.open).toEqual({ name: 'createCorpus' });
    await press('Help with Knowledge Search');
    expect(dialogs.open).toEqual({ name: 'about', type: 'ks' });
  });

  it('lists inaccessible sites in an expandable box, each with its request for access', async () => {
    const link = 'https://northwind.example/sites/board';
    server.answer(requestAccess, () => ({ link, state: 'open' as const }));
    serve([finance], [{ name: 'Board', link }]);
    await visit();
    expect(screen.queryByText('Board')).toBeNull();
    await press('Sites you cannot access (1)');
    expect(screen.getByText('Board')).toBeInTheDocument();
    await press('Open the site Board');
    expect(openLink).toHaveBeenCalledWith(link);
    await press('Request access to Board');
    await screen.findByText('Requested');
    expect(screen.queryByRole('button', { name: 'Request access to Board' })).toBeNull();
    expect(getToastTexts()).toContain('The owners of Board can see your request now.');
  });

  /** @shows No inaccessible sites found. */
  it('shows a sentence when there are no inaccessible sites', async () => {
    serve([finance]);
    await visit();
    await press('Sites you cannot access');
    expect(screen.getByText('No inaccessible sites found.')).toBeInTheDocument();
  });

  /** @shows Knowledge Search has not yet been configured for your organization */
  it('says that nothing is configured when there is no corpus', async () => {
    serve([]);
    await visit();
    expect(screen.getByText('Knowledge Search has not yet been configured for your organization')).toBeInTheDocument();
  });

  it('expands the box when all sites are inaccessible', async () => {
    serve([], [{ name: 'Board', link: '' }]);
    await visit();
    expect(screen.getByText('Board')).toBeInTheDocument();
  });

  /** @shows Failed to fetch knowledge search sites */
  it('shows an error when the sites could not be loaded, and retries', async () => {
    server.answer(getSites, () => Promise.reject(new AvaError('graph_unavailable')));
    await visit();
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch knowledge search sites');
    serve([finance]);
    await press('Retry');
    await waitFor(() => expect(cards()).toHaveLength(1));
    server.answer(getSites, () => Promise.reject(new AvaError('graph_unavailable')));
    await act(loadSites);
    expect(cards()).toHaveLength(1);
    expect(getToastTexts()).toEqual(['Failed to fetch knowledge search sites']);
  });

  /** @shows No results found for search term */
  it('finds one site among many', async () => {
    const sites = Array.from({ length: 12 }, (_, index) =>
      sampleSite({ SiteId: index.toString(16).repeat(32), SiteName: `Team ${index}`, CorpusDescription: '' }),
    );
    serve(sites);
    await visit();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find a site' }), { target: { value: 'team 11' } });
    expect(cards().map((card) => card.textContent)).toEqual(['Team 11']);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find a site' }), { target: { value: 'elsewhere' } });
    expect(screen.getByText('No results found for search term')).toBeInTheDocument();
  });
});

describe('the bar above the composer', () => {
  /** @shows Currently searching in */
  it('offers a list of sites in a search with entries but without a site', async () => {
    serve([finance, design]);
    await act(loadSites);
    const chat = chats.open[chatId];
    if (chat) chat.entries = [createPersonEntry('m1', 'What is paid?', [])];
    show(<SelectedSiteBar />);
    await press('Choose a site');
    await press('Finance', 'menuitemcheckbox');
    expect(getSelectedSiteId(searches[chatId])).toBe(siteIds.finance);
    expect(await screen.findByText('Currently searching in')).toBeInTheDocument();
    // The menu stays open, so that several sites can be ticked, and none for a moment.
    await press('Design', 'menuitemcheckbox');
    expect(getSelectedSites(searches[chatId])).toEqual([siteIds.finance, siteIds.design]);
    await press('Finance', 'menuitemcheckbox');
    await press('Design', 'menuitemcheckbox');
    expect(getSelectedSites(searches[chatId])).toBeNull();
    await press('All my sites', 'menuitemcheckbox');
    expect(getSelectedSites(searches[chatId])).toBe('all');
    expect(screen.getByRole('menuitemcheckbox', { name: 'All my sites' })).toBeChecked();
    expect(screen.getByRole('menuitemcheckbox', { name: 'Finance' })).not.toBeChecked();
  });

  it('shows the selected site with a link, and the number of selected files', async () => {
    serve([finance]);
    await visit();
    show(<SelectedSiteBar />);
    expect(screen.queryByText('Currently searching in')).toBeNull();
    await press(/^Finance/);
    expect(screen.getByText('Currently searching in')).toBeInTheDocument();
    await press('Finance');
    expect(openLink).toHaveBeenCalledWith('https://northwind.example/sites/finance');
    act(() => selectFiles(chatId, ['01A', '01B']));
    expect(await screen.findByText(/only 2 selected files/)).toBeInTheDocument();
    await press('Search all files again');
    await waitFor(() => expect(searches[chatId]?.files).toEqual([]));
  });
});
