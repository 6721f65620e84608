import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AvaError } from '#contract/errors.ts';
import { getStatus, type JobStatus } from '#contract/runs/jobs.ts';
import {
  getEmbeddedFiles,
  getSiteFiles,
  startEmbedding,
  uploadSiteFile,
  type CandidateFile,
} from '#contract/sites/corpusFiles.ts';
import { api } from '#tab/api.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import {
  beginKnowledgeStory,
  press,
  sampleCandidate,
  sampleSite,
  show,
  siteIds,
  getToastTexts,
} from '#tab/testing/knowledgeStory.tsx';
import { sampleId } from '#tab/testing/samples.ts';
import { AddFiles } from './AddFiles.tsx';
import { fileProgress } from './fileProgress.state.ts';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

const server = api as FakeApi;
const corpus = sampleSite({ can: { edit: true, removeAnyFile: true } });

const completed: JobStatus = { status: 'COMPLETED', pctProgress: 100, stage: 'done', result: null, error: null };

/** Serves a library with these files. `endings` has the result of the job by file name; other jobs succeed. */
function serve(files: CandidateFile[], endings: Record<string, Partial<JobStatus>> = {}): void {
  const jobs = new Map<string, string>();
  server.answer(getSiteFiles, ({ search }) => {
    const found = files.filter(({ name }) => name.toLowerCase().includes((search ?? '').toLowerCase()));
    return {
      files: found,
      total: found.length,
      crawl: { state: 'complete' as const, folders: 1, files: files.length, error: null },
    };
  });
  server.answer(getEmbeddedFiles, () => ({ files: [] }));
  server.answer(startEmbedding, ({ datasourceName }) => {
    const job_id = sampleId();
    jobs.set(job_id, datasourceName);
    return { job_id };
  });
  server.answer(getStatus, ({ jobId }) => ({
    ...completed,
    ...endings[jobs.get(jobId) ?? ''],
  }));
}

const rows = () => screen.queryAllByRole('checkbox', { name: /^Select [^a]/ });
const items = () => fileProgress[siteIds.finance]?.items ?? [];

async function open(): Promise<void> {
  show(<AddFiles corpus={corpus} />);
  // Waits for the table, or for the heading of the empty state.
  await waitFor(() => expect(document.querySelector('table, h2, h3')).not.toBeNull());
}

async function tick(name: string): Promise<void> {
  await press(`Select ${name}`, 'checkbox');
}

beforeEach(() => {
  server.reset();
  beginKnowledgeStory();
});

describe('when Ada adds files from the library', () => {
  /** @shows File Name */
  /** @shows Modified On */
  /** @shows Owner */
  it('she sees the supported files with date and owner, and finds one by its name', async () => {
    serve([sampleCandidate(), sampleCandidate({ id: '01AUDIT', name: 'Audit.docx', owner: 'Ben Okafor' })]);
    await open();
    const table = screen.getByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent?.trim()),
    ).toEqual(['', 'File Name', 'Modified On', 'Owner']);
    expect(within(table).getByRole('row', { name: /Budget 2027/ })).toHaveTextContent('Oct 1, 2026');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search files by name' }), { target: { value: 'audit' } });
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(server.requestsTo(getSiteFiles).at(-1)).toMatchObject({ search: 'audit', reload: false });
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search files by name' }), { target: { value: 'zzz' } });
    expect(await screen.findByText('No results found for search term')).toBeInTheDocument();
  });

  /** @proves call:startEmbedding */
  /** @shows Changes can take up to 30 minutes to sync */
  /** @shows Add Files to Corpus */
  it('she must select a file; each added file goes through its stages and leaves the list', async () => {
    serve([sampleCandidate(), sampleCandidate({ id: '01AUDIT', name: 'Audit.docx' })]);
    await open();
    expect(screen.getByText('Changes can take up to 30 minutes to sync.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add Files to Corpus' })).toBeDisabled();
    await tick('Budget 2027.pdf');
    expect(screen.getByText('1 file selected')).toBeInTheDocument();
    await press('Add Files to Corpus');
    expect(server.requestsTo(startEmbedding)).toEqual([
      {
        datasourceId: '01BUDGET',
        datasourceName: 'Budget 2027.pdf',
        siteLink: corpus.SiteLink,
        fileLink: 'https://northwind.example/budget.pdf',
        parentLibraryName: 'Documents',
        siteId: siteIds.finance,
        documentLibraryId: 'lib-1',
      },
    ]);
    expect(items()[0]).toMatchObject({ status: 'embedding', progress: 15 });
    expect(getToastTexts()).toEqual(['Processing Budget 2027.pdf... 15%']);
    await waitFor(() => expect(items()[0]?.status).toBe('complete'));
    await waitFor(() => expect(toasts.entries[0]).toMatchObject({ kind: 'success' }));
    expect(getToastTexts()).toEqual(['Processed Budget 2027.pdf successfully!']);
    expect(rows().map((row) => row.getAttribute('aria-label'))).toEqual(['Select Audit.docx']);
  });

  /** @shows The following files failed to process: */
  /** @shows Failed to upload file */
  it('failed files are listed with their reasons, and the other files are added', async () => {
    const vault = sampleCandidate({ id: '01VAULT', name: 'Vault.pdf' });
    const untold = sampleCandidate({ id: '01OLD', name: 'Old.pdf', etag: null });
    serve([sampleCandidate(), vault, untold], {
      'Vault.pdf': { status: 'FAILURE', error: 'The file is protected with a password.' },
    });
    await open();
    await press('Select all files shown', 'checkbox');
    await press('Add Files to Corpus');
    await waitFor(() => expect(toasts.entries[0]?.kind).toBe('error'));
    expect(getToastTexts()).toEqual(['The following files failed to process:\nVault.pdf\nOld.pdf']);
    expect(items().map(({ fileName, status, reason }) => [fileName, status, reason])).toEqual([
      ['Budget 2027.pdf', 'complete', ''],
      ['Vault.pdf', 'error', 'The file is protected with a password.'],
      ['Old.pdf', 'error', 'Failed to upload file'],
    ]);
    const progress = screen.getByRole('list', { name: 'Progress of the files' });
    expect(progress).toHaveTextContent('The file is protected with a password.');
    expect(rows()).toHaveLength(2);
  });

  it('a call to a busy server is retried', async () => {
    serve([sampleCandidate()]);
    let refused = 0;
    server.answer(startEmbedding, () => {
      refused += 1;
      if (refused === 1) throw new AvaError('too_many_requests', { retryAfter: 0.05 });
      return { job_id: sampleId() };
    });
    await open();
    await tick('Budget 2027.pdf');
    await press('Add Files to Corpus');
    await waitFor(() => expect(items()[0]?.status).toBe('complete'));
    expect(refused).toBe(2);
  });

  /** @shows Reload files */
  /** @shows No supported files available for embedding */
  it('an empty library shows an empty state and can be reloaded', async () => {
    serve([]);
    await open();
    expect(screen.getByText('No supported files available for embedding')).toBeInTheDocument();
    serve([sampleCandidate()]);
    await press('Reload files');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(server.requestsTo(getSiteFiles).at(-1)).toMatchObject({ reload: true });
  });

  it('the list grows during the crawl', async () => {
    serve([sampleCandidate()]);
    const crawl = { state: 'running', folders: 3, files: 1, error: null } as const;
    server.answer(getSiteFiles, () => ({ files: [sampleCandidate()], total: 1, crawl }));
    await open();
    expect(screen.getByText('Searching the library: 1 file so far')).toBeInTheDocument();
    serve([sampleCandidate(), sampleCandidate({ id: '01AUDIT', name: 'Audit.docx' })]);
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByText(/Searching the library/)).toBeNull();
  });
});

describe('when Ada adds files from her computer', () => {
  const file = (name: string) => new File(['x'], name);

  async function choose(...files: File[]): Promise<void> {
    await press('My Computer');
    const input = document.querySelector('input[type=file]');
    if (!input) throw new Error('There is no way to choose files.');
    await act(async () => void fireEvent.change(input, { target: { files } }));
  }

  it('they are uploaded to the library first; a rejected file shows the reason and is not uploaded', async () => {
    serve([]);
    server.answer(uploadSiteFile, () => ({ datasource_id: '01NEW', name: 'Plan.pdf', link: 'https://x.example/plan' }));
    await open();
    await choose(file('Plan.pdf'), file('Song.mp3'));
    expect(screen.getByText("This file type isn't supported here.")).toBeInTheDocument();
    expect(screen.getByText('1 file selected')).toBeInTheDocument();
    await press('Add Files to Corpus');
    await waitFor(() => expect(items()[0]?.status).toBe('complete'));
    expect(server.requestsTo(uploadSiteFile)).toEqual([{ site_id: siteIds.finance, file_name: 'Plan.pdf' }]);
    expect(server.requestsTo(startEmbedding)[0]).toMatchObject({
      datasourceId: '01NEW',
      fileLink: 'https://x.example/plan',
    });
  });

  it('she cannot add more files during an upload, and sees why it fails', async () => {
    serve([]);
    let refuse: (cause: unknown) => void = () => undefined;
    server.answer(uploadSiteFile, () => new Promise((_, reject) => (refuse = reject)));
    await open();
    await choose(file('Plan.pdf'));
    await press('Add Files to Corpus');
    await choose(file('Other.pdf'));
    expect(screen.getByRole('button', { name: 'Add Files to Corpus' })).toBeDisabled();
    await act(async () => refuse(new AvaError('file_too_large')));
    expect(items()[0]).toMatchObject({
      status: 'error',
      reason: 'The file is larger than 70 MB. Please choose a smaller one.',
    });
    expect(getToastTexts()).toEqual(['The following files failed to process:\nPlan.pdf']);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Files to Corpus' })).toBeEnabled());
  });
});
