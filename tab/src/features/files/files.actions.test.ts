import { waitFor } from '@testing-library/react';
import { AvaError } from '../../../../api/contract/errors.ts';
import type { JobStatus } from '../../../../api/contract/runs.ts';
import { api } from '../../api.ts';
import { toasts } from '../../shell/toasts/toasts.ts';
import { session } from '../../state/session.state.ts';
import { drafts } from '../chat/composer/draft/draft.state.ts';
import { getChipState, getChipTooltip } from './chips/fileChip.rules.ts';
import { addFiles, removeFiles, restoreFiles, removeFile, retryFile } from './files.actions.ts';

const mockStore = new Map<string, unknown>();
jest.mock('../../state/browserDatabase.ts', () => ({
  readDatabase: async (_store: string, key: string) => mockStore.get(key) ?? null,
  writeDatabase: async (_store: string, key: string, value: unknown) => void mockStore.set(key, value),
  deleteDatabase: async (_store: string, key: string) => void mockStore.delete(key),
}));

const mockCompress = jest.fn();
jest.mock('browser-image-compression', () => ({ __esModule: true, default: mockCompress }));

const chat = 'c0ffee00-0000-4000-8000-000000000001';
const job = { job_id: 'c0ffee00-0000-4000-8000-00000000000a', file_id: 'c0ffee00-0000-4000-8000-00000000000b' };
const upload = jest.spyOn(api, 'upload');
const call = jest.spyOn(api, 'call');

function answers(...statuses: Partial<JobStatus>[]): void {
  for (const status of statuses) {
    call.mockResolvedValueOnce({ pctProgress: 0, stage: '', result: null, error: null, ...status } as never);
  }
}

function completed(content = 'Spending in May'): Partial<JobStatus> {
  const extraction = { kind: 'text', places: [] } as unknown as NonNullable<JobStatus['result']>['extraction'];
  const file = { fileName: 'Report.pdf', fileType: 'PDF', fileSize: 10, content, extraction, tokens: 3 };
  return { status: 'COMPLETED', result: { file_id: job.file_id, ...file } };
}

/** A slow connection: the upload ends only when it is canceled. */
const untilCanceled: typeof api.upload = (_endpoint, _ask, _file, options) =>
  new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error)));

const report = () => new File(['%PDF'], 'Report.pdf', { type: 'application/pdf' });
const photo = (type = 'image/png', name = 'photo.png') => new File(['pixels'], name, { type });
const files = () => drafts[chat]?.files ?? [];
const listToasts = () => toasts.entries.map(({ kind, text }) => [kind, text]);
const second = () => jest.advanceTimersByTimeAsync(1_000);
const ready = () => waitFor(() => expect(files()[0]?.state).toBe('ready'));
const moment = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
  jest
    .spyOn(console, 'warn')
    .mockReset()
    .mockImplementation(() => undefined);
  mockStore.clear();
  for (const id of Object.keys(drafts)) delete drafts[id];
  toasts.entries = [];
  upload.mockReset().mockResolvedValue(job as never);
  call.mockReset();
  globalThis.createImageBitmap = jest.fn(async () => ({ width: 600, height: 400, close: () => undefined })) as never;
});

afterEach(async () => {
  for (const { id } of files()) removeFile(chat, id);
  await jest.advanceTimersByTimeAsync(120_000);
  jest.useRealTimers();
});

describe('a document that Ada attaches', () => {
  it('shows that it waits while the server reads other files, also after a reload', async () => {
    const pendingStatus = { status: 'PENDING', stage: 'waiting' } as const;
    answers(
      pendingStatus,
      pendingStatus,
      pendingStatus,
      { status: 'PROGRESS', stage: 'reading', pctProgress: 5 },
      completed(),
    );
    addFiles(chat, [report()]);
    await moment();
    await second();
    const [file] = files();
    expect(file).toMatchObject({ state: 'waiting', jobId: job.job_id });
    expect(file && getChipState(file)).toEqual({ name: 'waiting', word: 'Waiting to be read' });
    expect(file && getChipTooltip(file)).toBe('Report.pdf · Other files are read first. You can keep working.');
    for (const { id } of files()) removeFiles(chat, [id], { stored: false });
    delete drafts[chat];
    await restoreFiles(chat);
    await moment();
    expect(files()[0]).toMatchObject({ state: 'waiting', jobId: job.job_id });
    await second();
    expect(files()[0]).toMatchObject({ state: 'reading', percent: 5 });
    await second();
    expect(files()[0]?.state).toBe('ready');
    expect(upload).toHaveBeenCalledTimes(1);
  });

  it('changes from uploading to reading to ready', async () => {
    answers({ status: 'PENDING' }, { status: 'PROGRESS', pctProgress: 40 }, completed());
    addFiles(chat, [report()]);
    expect(files()[0]).toMatchObject({ name: 'Report.pdf', fileType: 'PDF', state: 'uploading' });
    expect(listToasts()).toEqual([['processing', 'Processing Report.pdf...']]);
    await moment();
    expect(files()[0]).toMatchObject({ state: 'reading', percent: 0 });
    await second();
    expect(files()[0]).toMatchObject({ state: 'reading', percent: 40 });
    await second();
    expect(files()[0]).toMatchObject({
      state: 'ready',
      content: { kind: 'text', fileId: job.file_id, tokens: 3, bytes: 15 },
    });
    expect(listToasts()).toEqual([['success', 'Processed Report.pdf successfully!']]);
  });

  it('counts its text in UTF-8 bytes', async () => {
    answers(completed('Übung'));
    addFiles(chat, [report()]);
    await moment();
    expect(files()[0]).toMatchObject({ content: { bytes: 6 } });
  });

  it('fails with the reason when it is locked, and can be retried', async () => {
    answers({ status: 'FAILURE', error: 'The PDF is protected by a password.' }, completed());
    addFiles(chat, [report()]);
    await moment();
    expect(listToasts()).toEqual([['error', 'Failed to process Report.pdf. The PDF is protected by a password.']]);
    expect(files()[0]).toMatchObject({ state: 'failed', reason: 'The PDF is protected by a password.', retry: true });
    retryFile(chat, files()[0]!.id);
    await moment();
    expect(files()[0]).toMatchObject({ state: 'ready' });
  });

  it('fails with a general reason when the server gives none', async () => {
    answers({ status: 'FAILURE' });
    addFiles(chat, [report()]);
    await moment();
    expect(files()[0]).toMatchObject({ state: 'failed', reason: 'Task failed' });
  });

  it('stops uploading when she removes it', async () => {
    upload.mockImplementation(untilCanceled);
    addFiles(chat, [report()]);
    removeFile(chat, files()[0]!.id);
    await moment();
    expect(upload.mock.lastCall?.[3]?.signal?.aborted).toBe(true);
    expect(files()).toEqual([]);
    expect(listToasts()).toEqual([]);
  });

  it('is polled again after a lost connection', async () => {
    call.mockRejectedValueOnce(new AvaError('unexpected')).mockRejectedValueOnce(new AvaError('closing'));
    answers(completed());
    addFiles(chat, [report()]);
    await moment();
    expect(files()[0]).toMatchObject({ state: 'waiting', jobId: job.job_id });
    await second();
    await second();
    expect(files()[0]).toMatchObject({ state: 'ready' });
  });

  it('waits when she has too many uploads', async () => {
    upload.mockRejectedValueOnce(new AvaError('too_many_requests', { retryAfter: 2 }));
    answers(completed());
    addFiles(chat, [report()]);
    await moment();
    expect(upload).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(files()[0]).toMatchObject({ state: 'ready' });
  });

  it('waits while the session is expired and continues after sign-in', async () => {
    upload.mockRejectedValueOnce(new AvaError('not_signed_in'));
    answers(completed());
    addFiles(chat, [report()]);
    await moment();
    expect(files()[0]).toMatchObject({ state: 'waiting' });
    expect(listToasts()).toEqual([]);
    session.status = { name: 'signedIn' } as typeof session.status;
    await moment();
    expect(files()[0]).toMatchObject({ state: 'ready' });
    session.status = { name: 'starting' };
  });
});

describe('files that are large together', () => {
  it('are logged from 943,718.4 bytes on', async () => {
    answers(completed('x'.repeat(943_000)), completed('x'.repeat(1_000)));
    addFiles(chat, [report()]);
    await moment();
    expect(console.warn).not.toHaveBeenCalled();
    addFiles(chat, [report()]);
    await moment();
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('close to the limit'), { bytes: 944_000 });
  });
});

describe('a rejected file', () => {
  it('is named in a toast, and the others are attached', async () => {
    answers(completed());
    const large = new File([], 'film.pdf');
    Object.defineProperty(large, 'size', { value: 73_400_321 });
    addFiles(chat, [large, new File(['x'], 'setup.exe'), report()]);
    expect(files().map((file) => file.name)).toEqual(['Report.pdf']);
    expect(listToasts().slice(0, 2)).toEqual([
      ['error', 'film.pdf is larger than 70 MB. Please choose a smaller file.'],
      ['error', "setup.exe can't be attached. AVA can't read this file type."],
    ]);
    expect(upload).toHaveBeenCalledTimes(1);
  });

  it('is the 51st file', () => {
    upload.mockImplementation(untilCanceled);
    addFiles(chat, Array.from({ length: 51 }, report));
    expect(files()).toHaveLength(50);
    expect(listToasts().at(-1)).toEqual(['error', 'You can attach at most 50 files to a message.']);
  });

  it('uploads at most three at once', async () => {
    upload.mockImplementation(untilCanceled);
    addFiles(chat, Array.from({ length: 5 }, report));
    await moment();
    expect(files().map((file) => file.state)).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting']);
  });
});

describe('an image', () => {
  it('is compressed in the page, and its tokens are counted from the compressed pixels', async () => {
    mockCompress.mockResolvedValueOnce(new File(['fewer'], 'photo.png', { type: 'image/png' }));
    addFiles(chat, [photo()], 'paste');
    expect(files()[0]).toMatchObject({ state: 'compressing' });
    await ready();
    expect(files()[0]).toMatchObject({
      state: 'ready',
      content: { kind: 'image', width: 600, height: 400, tokens: 425, base64: btoa('fewer') },
    });
    const options = { maxSizeMB: 0.5, maxWidthOrHeight: 1024, initialQuality: 0.7, useWebWorker: false };
    expect(mockCompress.mock.lastCall?.[1]).toEqual(options);
    expect(upload).not.toHaveBeenCalled();
  });

  it('is sent as it is when it cannot be compressed', async () => {
    mockCompress.mockRejectedValueOnce(new Event('error'));
    addFiles(chat, [photo()]);
    await ready();
    expect(files()[0]).toMatchObject({ state: 'ready', content: { base64: btoa('pixels') } });
  });

  it('is not compressed when it is an animation', async () => {
    mockCompress.mockClear();
    addFiles(chat, [photo('image/gif', 'party.gif')]);
    await ready();
    expect(files()[0]).toMatchObject({ state: 'ready', content: { mime: 'image/gif', base64: btoa('pixels') } });
    expect(mockCompress).not.toHaveBeenCalled();
  });

  it('shows an error when it cannot be decoded', async () => {
    globalThis.createImageBitmap = jest.fn(async () => Promise.reject(new Error('no image'))) as never;
    addFiles(chat, [photo('image/gif', 'broken.gif')]);
    await moment();
    expect(files()[0]).toMatchObject({ state: 'failed', reason: 'Failed to load image.', retry: false });
    expect(listToasts()).toEqual([['error', 'Failed to load image.']]);
  });
});

describe('after a reload', () => {
  const forgetPage = async () => {
    await moment();
    const storedBefore = new Map(mockStore);
    for (const { id } of files()) removeFile(chat, id);
    delete drafts[chat];
    await moment();
    for (const [key, value] of storedBefore) mockStore.set(key, value);
  };

  it('resumes the job of a file that was being read, without another upload', async () => {
    answers({ status: 'PENDING' });
    addFiles(chat, [report()]);
    await forgetPage();
    answers(completed());
    await restoreFiles(chat);
    await moment();
    expect(files()[0]).toMatchObject({ state: 'ready' });
    expect(upload).toHaveBeenCalledTimes(1);
    expect(call.mock.lastCall?.[1]).toEqual({ jobId: job.job_id });
  });

  it('uploads a file again from the stored bytes', async () => {
    upload.mockImplementationOnce(untilCanceled);
    addFiles(chat, [report()]);
    await forgetPage();
    answers(completed());
    await restoreFiles(chat);
    await moment();
    expect(upload).toHaveBeenCalledTimes(2);
    expect(files()[0]).toMatchObject({ name: 'Report.pdf', state: 'ready' });
  });

  it('keeps files that another window added to the same draft', async () => {
    answers(completed(), completed());
    addFiles(chat, [report()]);
    await moment();
    const [otherWindowsFile] = (mockStore.get(chat) as { files: { file: { id: string } }[] }).files;
    const foreign = { file: { ...otherWindowsFile!.file, id: 'other-window' }, bytes: null };
    mockStore.set(chat, { files: [otherWindowsFile, foreign] });
    removeFile(chat, files()[0]!.id);
    await moment();
    expect((mockStore.get(chat) as { files: unknown[] }).files).toEqual([foreign]);
  });
});
