import { act, screen, waitFor } from '@testing-library/react';
import { AvaError } from '#contract/errors.ts';
import { getEmbeddedFiles, startEmbedding } from '#contract/sites/corpusFiles.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import { api } from '#tab/api.ts';
import { dialogs } from '#tab/shell/dialogs.ts';
import { Toaster } from '#tab/shell/toasts/Toaster.tsx';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import {
  beginKnowledgeStory,
  press,
  sampleCandidate,
  sampleSite,
  setSites,
  show,
  siteIds,
} from '#tab/testing/knowledgeStory.tsx';
import { sampleId } from '#tab/testing/samples.ts';
import { addFilesToCorpus } from './addFiles.actions.ts';
import { BackgroundWork } from './BackgroundWork.tsx';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

const server = api as FakeApi;
const finance = sampleSite();
const financeFiles = { name: 'corpusFiles', siteId: siteIds.finance };

beforeEach(() => {
  server.reset();
  beginKnowledgeStory();
  setSites(finance);
  server.answer(getEmbeddedFiles, () => ({ files: [] }));
  server.answer(getStatus, () => ({
    status: 'COMPLETED' as const,
    pctProgress: 100,
    stage: 'done',
    result: null,
    error: null,
  }));
});

const add = (...names: string[]) =>
  act(
    async () =>
      void addFilesToCorpus(
        finance,
        names.map((name) => ({ from: 'site', file: sampleCandidate({ id: name, name }) })),
      ),
  );

it('shows Ada the progress after she has left, and leads her back', async () => {
  server.answer(startEmbedding, () => new Promise(() => undefined));
  show(<BackgroundWork />);
  expect(screen.queryByText(/Finance/)).toBeNull();
  await add('Budget.pdf', 'Audit.pdf');
  expect(screen.getByText('Processing the files of Finance: 5%')).toBeInTheDocument();
  await press('Show progress');
  expect(dialogs.open).toEqual(financeFiles);
});

it('leads her back from the toast, wherever she is', async () => {
  server.answer(startEmbedding, () => new Promise(() => undefined));
  show(<Toaster />);
  await add('Budget.pdf');
  await press('Show progress');
  expect(dialogs.open).toEqual(financeFiles);
});

it('keeps telling her that files failed, until she dismisses it', async () => {
  server.answer(startEmbedding, ({ datasourceName }) =>
    datasourceName === 'Locked.pdf' ? Promise.reject(new AvaError('unreadable_file')) : { job_id: sampleId() },
  );
  show(
    <>
      <BackgroundWork />
      <Toaster />
    </>,
  );
  await add('Budget.pdf', 'Locked.pdf');
  await waitFor(() => expect(screen.getByText('1 file of Finance failed to process.')).toBeInTheDocument());
  expect(screen.getByRole('alert')).toHaveTextContent('The following files failed to process: Locked.pdf');
  await press('Dismiss the failed files of Finance');
  expect(screen.queryByText(/failed to process\.$/)).toBeNull();
});

it('shows nothing if all files succeeded, or if she can no longer see the site', async () => {
  server.answer(startEmbedding, () => ({ job_id: sampleId() }));
  const { container } = show(<BackgroundWork />);
  await add('Budget.pdf');
  await waitFor(() => expect(screen.queryByText(/Finance/)).toBeNull());
  server.answer(startEmbedding, () => new Promise(() => undefined));
  act(() => setSites());
  await add('Audit.pdf');
  expect(container).not.toHaveTextContent('Finance');
});
