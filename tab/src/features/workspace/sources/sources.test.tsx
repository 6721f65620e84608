import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AvaError } from '#contract/errors.ts';
import { startFileTextFromUrl } from '#contract/files/files.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import {
  attachMessage,
  getSourceSites,
  searchSource,
  type SourceFile,
  type SourceMessage,
} from '#contract/files/sources.ts';
import { api } from '#tab/api.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { beginKnowledgeStory, press, show } from '#tab/testing/knowledgeStory.tsx';
import { sampleId } from '#tab/testing/samples.ts';
import { drafts } from '#tab/features/chat/composer/draft/draft.state.ts';
import { openNewChat } from '#tab/features/chat/opening/open.actions.ts';
import { SourceSearch } from './SourceSearch.tsx';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

const mockOpenLink = jest.fn();
jest.mock('#tab/shell/openLink.ts', () => ({ openLink: (address: string) => mockOpenLink(address) as unknown }));

const server = api as FakeApi;
const plan: SourceFile = {
  kind: 'file',
  url: 'https://graph.microsoft.com/v1.0/drives/b!1/items/01A',
  name: 'Budget 2027.pdf',
  size: 1_000,
  mimeType: 'application/pdf',
  modifiedOn: '2026-11-02T10:00:00Z',
  accessedOn: null,
  owner: 'Ben Okafor',
  excerpt: 'The budget of 2027 …',
  webUrl: 'https://northwind.example/Budget.pdf',
  resource: { siteId: 'site', itemId: '01A' },
};
const mail: SourceMessage & { kind: 'mail' } = {
  kind: 'mail',
  id: 'AAMk1',
  chatId: null,
  title: 'Lamps on the quay',
  sender: 'Inés Caballero',
  sentOn: '2026-11-03T10:00:00Z',
  excerpt: 'The electrician …',
  webUrl: 'https://outlook.example/AAMk1',
};
let chatId: string;

beforeEach(() => {
  server.reset();
  mockOpenLink.mockReset();
  beginKnowledgeStory();
  chatId = openNewChat('chat');
  server.answer(getStatus, () => ({
    status: 'PROGRESS' as const,
    pctProgress: 0,
    stage: 'waiting',
    result: null,
    error: null,
  }));
  show(<SourceSearch>Passages of the answer</SourceSearch>);
});

async function search(text: string, source?: string): Promise<void> {
  if (source) await userEvent.click(screen.getByRole('tab', { name: source }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search files, chats, mail and sites' }), text);
}

it('shows the passages of the answer until there is something to search for', async () => {
  expect(screen.getByText('Passages of the answer')).toBeVisible();
  server.answer(searchSource, () => ({ entries: [] }));
  await search('budget');
  expect(await screen.findByText('No results found for search term', {}, { timeout: 5_000 })).toBeVisible();
  expect(screen.queryByText('Passages of the answer')).toBeNull();
  expect(server.requestsTo(searchSource)).toEqual([{ source: 'files', text: 'budget' }]);
});

it('finds a file and attaches it to the message', async () => {
  server.answer(searchSource, () => ({ entries: [plan] }));
  server.answer(startFileTextFromUrl, () => ({ job_id: sampleId(), file_id: sampleId() }));
  await search('budget');
  expect(await screen.findByText('Budget 2027.pdf', {}, { timeout: 5_000 })).toBeVisible();
  expect(screen.getByText('Ben Okafor · Nov 2, 2026')).toBeVisible();
  await press('Attach');
  await waitFor(() => expect(drafts[chatId]?.files).toMatchObject([{ name: 'Budget 2027.pdf', fileType: 'PDF' }]));
  await waitFor(() => expect(server.requestsTo(startFileTextFromUrl)).toHaveLength(1));
  expect(server.requestsTo(startFileTextFromUrl)).toEqual([{ file_url: plan.url, file_name: plan.name }]);
});

it('finds a mail, attaches its text, and opens it in Outlook', async () => {
  server.answer(searchSource, () => ({ entries: [mail] }));
  server.answer(attachMessage, () => ({ job_id: sampleId(), file_id: sampleId(), fileName: 'Lamps on the quay.eml' }));
  await search('electrician', 'Mail');
  await screen.findByText('Lamps on the quay', {}, { timeout: 5_000 });
  await press('Attach');
  await waitFor(() => expect(drafts[chatId]?.files).toMatchObject([{ name: 'Lamps on the quay.eml' }]));
  await waitFor(() => expect(server.requestsTo(attachMessage)).toEqual([{ kind: 'mail', id: 'AAMk1' }]));
  await press('Open in Outlook');
  expect(mockOpenLink).toHaveBeenCalledWith(mail.webUrl);
});

it('does not open a file that has no site, and says why', async () => {
  server.answer(searchSource, () => ({ entries: [{ ...plan, resource: null }] }));
  await search('budget');
  const open = await screen.findByRole('button', { name: 'Open' }, { timeout: 5_000 });
  expect(open).toHaveAttribute('aria-disabled', 'true');
  await userEvent.hover(open);
  expect(await screen.findByText('Cannot open file in AVA')).toBeInTheDocument();
});

it('finds sites, which cannot be attached', async () => {
  server.answer(getSourceSites, () => ({
    sites: [{ id: 's', name: 'Finance', link: 'https://northwind.example/finance', followed: true }],
  }));
  await search('fin', 'Sites');
  await screen.findByText('Finance', {}, { timeout: 5_000 });
  expect(screen.queryByRole('button', { name: 'Attach' })).toBeNull();
  await press('Open site');
  expect(mockOpenLink).toHaveBeenCalledWith('https://northwind.example/finance');
});

it('says why a source could not be searched, and searches again', async () => {
  server.answer(searchSource, () => Promise.reject(new AvaError('graph_unavailable')));
  await search('budget');
  expect(await screen.findByText(/Microsoft 365 didn't respond/, {}, { timeout: 5_000 })).toBeVisible();
  server.answer(searchSource, () => ({ entries: [plan] }));
  await act(() => press('Retry'));
  expect(await screen.findByText('Budget 2027.pdf', {}, { timeout: 5_000 })).toBeVisible();
});
