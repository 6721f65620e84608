import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AvaError } from '#contract/errors.ts';
import { getSiteFiles, uploadSiteFile } from '#contract/sites/corpusFiles.ts';
import { createSite, getFunctionGroups, getSiteCandidates, getSiteLibraries, getSites } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { openLink } from '#tab/shell/openLink.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { beginKnowledgeStory, press, sampleSite, show, siteIds, getToastTexts } from '#tab/testing/knowledgeStory.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { openNewChat } from '#tab/features/chat/opening/open.actions.ts';
import { searches, getSelectedSiteId } from '#tab/features/knowledge/siteSelection.state.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import CreateCorpusDialog from './CreateCorpusDialog.tsx';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));
jest.mock('#tab/shell/openLink.ts', () => ({ openLink: jest.fn() }));

const server = api as FakeApi;
const finance = sampleSite({ can: { edit: true, removeAnyFile: true } });
const siteOfGraph = (id: string, displayName: string) => ({
  id: `northwind.example,${id.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')},web`,
  displayName,
  webUrl: `https://northwind.example/sites/${displayName}`,
});
const onClose = jest.fn();

beforeEach(() => {
  server.reset();
  beginKnowledgeStory();
  onClose.mockClear();
  openNewChat('search');
  sites.accessible = [sampleSite({ SiteId: siteIds.design, SiteName: 'Design' })];
  server.answer(getSiteCandidates, () => ({
    value: [siteOfGraph(siteIds.design, 'Design'), siteOfGraph(siteIds.finance, 'Finance')],
  }));
  server.answer(getSiteLibraries, () => ({
    value: [
      { id: 'lib-1', driveId: 'drive-1', name: 'Documents', kind: 'library' as const },
      { id: 'list-1', driveId: null, name: 'Announcements', kind: 'list' as const },
    ],
  }));
  server.answer(createSite, () => finance);
  server.answer(getSites, () => ({ accessibleSites: [finance], inaccessibleSites: [], preparing: [] }));
  server.answer(getFunctionGroups, () => ({ groups: [] }));
  server.answer(getSiteFiles, () => ({
    files: [],
    total: 0,
    crawl: { state: 'complete' as const, folders: 1, files: 0, error: null },
  }));
});

async function open(): Promise<void> {
  show(<CreateCorpusDialog onClose={onClose} />);
  await act(async () => undefined);
}

async function choose(field: RegExp, option: string): Promise<void> {
  await press(field, 'combobox');
  await screen.findByRole('option', { name: option });
  await press(option, 'option');
}

async function fillIn(library = 'Documents'): Promise<void> {
  await choose(/^Site/, 'Finance');
  await choose(/^Library or list/, library);
}

/** Whether a button is disabled in a way that keeps it focusable. */
const isInactive = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

const create = () => press('Create Corpus + Add Files');

it('offers Ada the sites without a corpus', async () => {
  await open();
  await press(/^Site/, 'combobox');
  await screen.findByRole('option', { name: 'Finance' });
  expect(screen.queryByRole('option', { name: 'Design' })).toBeNull();
});

/** @shows Please select a site and a library */
it('requires a site and a library', async () => {
  await open();
  await create();
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a site and a library');
  await choose(/^Site/, 'Finance');
  await create();
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a site and a library');
  expect(server.requestsTo(createSite)).toEqual([]);
});

/** @shows Congratulations */
/** @shows Start searching */
/** @shows Corpus for site {name} created successfully! */
it('goes through three steps: the corpus, its files, and congratulations', async () => {
  await open();
  expect(screen.getByText('Step 1 of 3')).toBeInTheDocument();
  await fillIn();
  fireEvent.change(screen.getByRole('textbox', { name: 'Description' }), { target: { value: ' Money ' } });
  await create();
  expect(server.requestsTo(createSite)).toEqual([
    {
      site_id: siteIds.finance,
      site_name: 'Finance',
      site_link: 'https://northwind.example/sites/Finance',
      corpus_config: {
        document_library_name: 'Documents',
        document_library_id: 'lib-1',
        list_name: '',
        list_id: '',
      },
      corpus_desc: 'Money',
      corpus_prompt: '',
    },
  ]);
  expect(await screen.findByText('Step 2 of 3')).toBeInTheDocument();
  expect(getToastTexts()).toEqual(['Corpus for site Finance created successfully!']);
  expect(sites.accessible.map(({ SiteName }) => SiteName)).toEqual(['Finance']);
  expect(getSelectedSiteId(searches[chats.openId ?? ''])).toBe(siteIds.finance);
  expect(screen.getByRole('button', { name: 'Add Files to Corpus' })).toBeDisabled();

  await press('Finish');
  expect(screen.getByText('Step 3 of 3')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Congratulations!' })).toBeInTheDocument();
  await press('Open Finance');
  expect(openLink).toHaveBeenCalledWith(finance.SiteLink);
  await press('Start searching');
  expect(onClose).toHaveBeenCalled();
  expect(location.pathname).toBe('/knowledgeSearch');
  expect(getSelectedSiteId(searches[chats.openId ?? ''])).toBe(siteIds.finance);
});

it('creates a corpus from a list', async () => {
  await open();
  await fillIn('Announcements');
  await create();
  expect(server.requestsTo(createSite)[0]?.corpus_config).toEqual({
    document_library_name: '',
    document_library_id: '',
    list_name: 'Announcements',
    list_id: 'list-1',
  });
});

/** @shows Creating corpus for {site}... */
it('the dialog cannot be closed while the corpus is created', async () => {
  let finishCreation: () => void = () => undefined;
  server.answer(createSite, () => new Promise((resolve) => (finishCreation = () => resolve(finance))));
  await open();
  await fillIn();
  await create();
  expect(getToastTexts()).toEqual(['Creating corpus for Finance...']);
  expect(isInactive('Close')).toBe(true);
  fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => finishCreation());
  await waitFor(() => expect(isInactive('Close')).toBe(false));
});

/** @shows My Computer */
it('the dialog cannot be finished while a file is uploaded, but it can be closed: the upload continues in the background', async () => {
  let end: (cause: unknown) => void = () => undefined;
  server.answer(uploadSiteFile, () => new Promise((_, reject) => (end = reject)));
  await open();
  await fillIn();
  await create();
  await screen.findByText('Step 2 of 3');
  await press('My Computer');
  const input = document.querySelector('input[type=file]');
  if (!input) throw new Error('There is no way to choose files.');
  await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], 'Plan.pdf')] } }));
  await press('Add Files to Corpus');
  expect(isInactive('Close')).toBe(true);
  expect(isInactive('Finish')).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  await press('Continue in the background');
  expect(onClose).toHaveBeenCalledTimes(1);
  await act(async () => end(new AvaError('unexpected')));
  await waitFor(() => expect(isInactive('Finish')).toBe(false));
  expect(getToastTexts()).toContain('The following files failed to process:\nPlan.pdf');
});

/** @shows Failed to create corpus for site {name}. */
/** @shows Failed to create site: {reason} */
it('shows why the corpus could not be created, and keeps the form', async () => {
  server.answer(createSite, () => Promise.reject(new AvaError('corpus_exists')));
  await open();
  await fillIn();
  fireEvent.change(screen.getByRole('textbox', { name: 'Prompt' }), { target: { value: 'Be brief.' } });
  await create();
  const detail = 'Someone has already created a corpus for this site. Reload the list of sites to use it.';
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(`Failed to create site: ${detail}`));
  expect(getToastTexts()).toEqual(['Failed to create corpus for site Finance.']);
  const dialog = within(screen.getByRole('alertdialog'));
  expect(dialog.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Be brief.');
  expect(dialog.getByRole('combobox', { name: /^Site/ })).toHaveValue('Finance');
});
