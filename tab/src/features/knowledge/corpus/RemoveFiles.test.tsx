import { act, screen, waitFor } from '@testing-library/react';
import { AvaError } from '#contract/errors.ts';
import { deleteEmbeddedFile, getEmbeddedFiles, type EmbeddedFile } from '#contract/sites/corpusFiles.ts';
import { api } from '#tab/api.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import {
  beginKnowledgeStory,
  press,
  sampleEmbedded,
  show,
  siteIds,
  getToastTexts,
} from '#tab/testing/knowledgeStory.tsx';
import { fileProgress } from './fileProgress.state.ts';
import { RemoveFiles } from './RemoveFiles.tsx';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

const server = api as FakeApi;
const audit = sampleEmbedded({ DataSourceId: '01AUDIT', DataSourceName: 'Audit.docx', CreatorName: 'Ben Okafor' });
let files: EmbeddedFile[];

async function open(): Promise<void> {
  show(<RemoveFiles siteId={siteIds.finance} />);
  await act(async () => undefined);
}

const names = () =>
  screen.queryAllByRole('checkbox', { name: /^Select [^a]/ }).map((box) => box.getAttribute('aria-label')?.slice(7));

async function removeAll(): Promise<void> {
  await press('Select all files shown', 'checkbox');
  await press('Remove Files from Corpus');
  await press('Remove');
}

beforeEach(() => {
  server.reset();
  beginKnowledgeStory();
  files = [sampleEmbedded(), audit];
  server.answer(getEmbeddedFiles, () => ({ files }));
  server.answer(deleteEmbeddedFile, ({ datasource_id }) => {
    files = files.filter(({ DataSourceId }) => DataSourceId !== datasource_id);
    return { deleted: true as const };
  });
});

it('offers Ben only files that he can remove', async () => {
  files = [sampleEmbedded({ can: { remove: false } }), audit];
  await open();
  expect(names()).toEqual(['Audit.docx']);
});

/** @shows No embedded files available to delete */
it('shows an empty state when he can remove nothing', async () => {
  files = [sampleEmbedded({ can: { remove: false } })];
  await open();
  expect(screen.getByText('No embedded files available to delete')).toBeInTheDocument();
});

/** @proves call:deleteEmbeddedFile */
/** @shows Remove Files from Corpus */
it('asks for confirmation, then removes one file after the other', async () => {
  await open();
  expect(screen.getByRole('button', { name: 'Remove Files from Corpus' })).toBeDisabled();
  await press('Select Budget 2027.pdf', 'checkbox');
  await press('Remove Files from Corpus');
  expect(screen.getByRole('alertdialog', { name: 'Remove this file?' })).toHaveTextContent('Budget 2027.pdf');
  await press('Cancel');
  expect(server.requestsTo(deleteEmbeddedFile)).toEqual([]);

  await removeAll();
  await waitFor(() => expect(getToastTexts()).toEqual(['Removed 2 files from the corpus.']));
  expect(server.requestsTo(deleteEmbeddedFile)).toEqual([
    { datasource_id: '01BUDGET', site_id: siteIds.finance },
    { datasource_id: '01AUDIT', site_id: siteIds.finance },
  ]);
  await waitFor(() => expect(names()).toEqual([]));
});

it('shows a file at 50 percent while it is removed', async () => {
  let end: () => void = () => undefined;
  server.answer(deleteEmbeddedFile, () => new Promise((resolve) => (end = () => resolve({ deleted: true }))));
  files = [audit];
  await open();
  await removeAll();
  expect(fileProgress[siteIds.finance]?.items[0]).toMatchObject({ status: 'deleting', progress: 50 });
  expect(screen.getByRole('list', { name: 'Progress of the files' })).toHaveTextContent('Deleting 50%');
  await act(async () => end());
  await waitFor(() => expect(fileProgress[siteIds.finance]?.items[0]?.status).toBe('complete'));
});

/** @shows Failed to delete the following files: */
it('names the files that could not be removed', async () => {
  server.answer(deleteEmbeddedFile, ({ datasource_id }) => {
    if (datasource_id === '01BUDGET') throw new AvaError('not_allowed');
    return { deleted: true as const };
  });
  await open();
  await removeAll();
  await waitFor(() => expect(getToastTexts()).toEqual(['Failed to delete the following files:\nBudget 2027.pdf']));
});

/** @shows An unexpected error occurred during file deletion. */
it('reports an unexpected error', async () => {
  server.answer(deleteEmbeddedFile, () => Promise.reject(new TypeError('broken')));
  await open();
  await removeAll();
  await waitFor(() => expect(getToastTexts()).toEqual(['An unexpected error occurred during file deletion.']));
});

it('says what of a file was not read', async () => {
  files = [
    sampleEmbedded({
      unread: [
        { kind: 'chart', count: 3 },
        { kind: 'message', count: 1 },
      ],
    }),
  ];
  await open();
  expect(screen.getByText('3 charts and 1 attached message were not read.')).toBeInTheDocument();
});

it('shows owners why a file could not be read', async () => {
  files = [sampleEmbedded({ state: 'failed', DataSourceDescription: 'The file is damaged.' })];
  await open();
  expect(screen.getByText('Could not be read: The file is damaged.')).toBeInTheDocument();
});
