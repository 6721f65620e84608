import { AvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { session } from '#tab/state/session.state.ts';
import {
  answerPolls,
  beginFileStory,
  chatId,
  completed,
  createReport,
  endFileStory,
  job,
  listFiles,
  listToasts,
  passOneSecond,
  runPendingWork,
  uploadUntilCanceled,
} from '#tab/testing/fileStory.ts';
import { takeOutgoing } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { drafts } from '#tab/features/chat/composer/draft/draft.state.ts';
import { getChipState, getChipTooltip } from './chips/fileChip.rules.ts';
import { addFiles, removeFiles, restoreFile, restoreFiles, removeFile, retryFile } from './files.actions.ts';
import { getPendingBytes } from './upload/pendingBytes.ts';

jest.mock('#tab/state/browserDatabase.ts', () => jest.requireActual<object>('#tab/testing/memoryBrowserDatabase.ts'));

beforeEach(beginFileStory);
afterEach(endFileStory);

describe('a document that Ada attaches', () => {
  it('shows that it waits while the server reads other files, also after a reload', async () => {
    const pendingStatus = { status: 'PENDING', stage: 'waiting' } as const;
    answerPolls(
      pendingStatus,
      pendingStatus,
      pendingStatus,
      { status: 'PROGRESS', stage: 'reading', pctProgress: 5 },
      completed(),
    );
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    await passOneSecond();
    const [file] = listFiles();
    expect(file).toMatchObject({ state: 'waiting', jobId: job.job_id });
    expect(file && getChipState(file, false)).toEqual({ name: 'waiting', word: 'Waiting to be read' });
    expect(file && getChipTooltip(file, false)).toBe('Report.pdf · Other files are read first. You can keep working.');
    for (const { id } of listFiles()) removeFiles(chatId, [id], { stored: false });
    delete drafts[chatId];
    await restoreFiles(chatId);
    await runPendingWork();
    expect(listFiles()[0]).toMatchObject({ state: 'waiting', jobId: job.job_id });
    await passOneSecond();
    expect(listFiles()[0]).toMatchObject({ state: 'reading', percent: 5 });
    await passOneSecond();
    expect(listFiles()[0]?.state).toBe('ready');
    expect(api.upload).toHaveBeenCalledTimes(1);
  });

  /** @shows Processing {file}... */
  /** @shows Processed {file} successfully! */
  it('changes from uploading to reading to ready', async () => {
    answerPolls({ status: 'PENDING' }, { status: 'PROGRESS', pctProgress: 40 }, completed());
    addFiles(chatId, [createReport()]);
    expect(listFiles()[0]).toMatchObject({ name: 'Report.pdf', fileType: 'PDF', state: 'uploading' });
    expect(listToasts()).toEqual([['processing', 'Processing Report.pdf...']]);
    await runPendingWork();
    expect(listFiles()[0]).toMatchObject({ state: 'reading', percent: 0 });
    await passOneSecond();
    expect(listFiles()[0]).toMatchObject({ state: 'reading', percent: 40 });
    await passOneSecond();
    expect(listFiles()[0]).toMatchObject({
      state: 'ready',
      content: { kind: 'text', fileId: job.file_id, tokens: 3, bytes: 15 },
    });
    expect(listToasts()).toEqual([['success', 'Processed Report.pdf successfully!']]);
  });

  /** @shows Processed {file} with OCR successfully! */
  it('says when its text was recognized by OCR, and what was not read', async () => {
    const warning = 'Only the first 60 scanned pages were read.';
    answerPolls(completed('Spending in May', { usedOcr: true, warning }));
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    expect(listToasts()).toEqual([['success', 'Processed Report.pdf with OCR successfully!']]);
    const [file] = listFiles();
    expect(file && getChipTooltip(file, false)).toBe(`Report.pdf · 1 KB · 3 tokens · Read with OCR · ${warning}`);
  });

  it.each([
    ['chart', 'Partly read'],
    ['picture', 'Ready'],
  ] as const)('with a %s that was not read is shown as “%s”', async (kind, word) => {
    answerPolls(completed('Spending in May', { unread: [{ kind, count: 1 }], warning: `1 ${kind} was not read.` }));
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    const [file] = listFiles();
    expect(file && getChipState(file, false).word).toBe(word);
    expect(file && getChipTooltip(file, false)).toContain(`1 ${kind} was not read.`);
  });

  it('counts its text in UTF-8 bytes', async () => {
    answerPolls(completed('Übung'));
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    expect(listFiles()[0]).toMatchObject({ content: { bytes: 6 } });
  });

  it('fails with the reason when it is locked, and can be retried', async () => {
    answerPolls({ status: 'FAILURE', error: 'The PDF is protected by a password.' }, completed());
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    expect(listToasts()).toEqual([['error', 'Failed to process Report.pdf. The PDF is protected by a password.']]);
    expect(listFiles()[0]).toMatchObject({
      state: 'failed',
      reason: 'The PDF is protected by a password.',
      retry: true,
    });
    retryFile(chatId, listFiles()[0]!.id);
    await runPendingWork();
    expect(listFiles()[0]).toMatchObject({ state: 'ready' });
  });

  /** @shows Task failed */
  it('fails with a general reason when the server gives none', async () => {
    answerPolls({ status: 'FAILURE' });
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    expect(listFiles()[0]).toMatchObject({ state: 'failed', reason: 'Task failed' });
  });

  it('stops uploading when she removes it', async () => {
    jest.mocked(api.upload).mockImplementation(uploadUntilCanceled);
    addFiles(chatId, [createReport()]);
    removeFile(chatId, listFiles()[0]!.id);
    await runPendingWork();
    expect(jest.mocked(api.upload).mock.lastCall?.[3]?.signal?.aborted).toBe(true);
    expect(listFiles()).toEqual([]);
    expect(listToasts()).toEqual([]);
  });

  it('is polled again after a lost connection', async () => {
    jest
      .mocked(api.call)
      .mockRejectedValueOnce(new AvaError('unexpected'))
      .mockRejectedValueOnce(new AvaError('closing'));
    answerPolls(completed());
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    expect(listFiles()[0]).toMatchObject({ state: 'waiting', jobId: job.job_id });
    await passOneSecond();
    await passOneSecond();
    expect(listFiles()[0]).toMatchObject({ state: 'ready' });
  });

  it('waits when she has too many uploads', async () => {
    jest.mocked(api.upload).mockRejectedValueOnce(new AvaError('too_many_requests', { retryAfter: 2 }));
    answerPolls(completed());
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    expect(api.upload).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(listFiles()[0]).toMatchObject({ state: 'ready' });
  });

  it('waits while the session is expired and continues after sign-in', async () => {
    jest.mocked(api.upload).mockRejectedValueOnce(new AvaError('not_signed_in'));
    answerPolls(completed());
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    expect(listFiles()[0]).toMatchObject({ state: 'waiting' });
    expect(listToasts()).toEqual([]);
    session.status = { name: 'signedIn' } as typeof session.status;
    await runPendingWork();
    expect(listFiles()[0]).toMatchObject({ state: 'ready' });
    session.status = { name: 'starting' };
  });
});

describe('a file that Ada removes', () => {
  const attach = async (...names: string[]) => {
    addFiles(
      chatId,
      names.map((name) => new File(['%PDF'], name)),
    );
    await runPendingWork();
  };
  const listNames = () => listFiles().map(({ name }) => name);

  it('returns to its place unchanged', async () => {
    answerPolls(completed(), completed(), completed());
    await attach('a.pdf', 'b.pdf', 'c.pdf');
    const [a, b] = listFiles().map(({ id }) => id);
    removeFile(chatId, a!);
    removeFile(chatId, b!);
    expect(listNames()).toEqual(['c.pdf']);
    restoreFile(chatId, b!);
    restoreFile(chatId, a!);
    expect(listNames()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    expect(listFiles().map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
    expect(api.upload).toHaveBeenCalledTimes(3);
  });

  it('is uploaded again if its upload had not ended', async () => {
    jest.mocked(api.upload).mockImplementationOnce(uploadUntilCanceled);
    await attach('a.pdf');
    const { id } = listFiles()[0]!;
    removeFile(chatId, id);
    answerPolls(completed());
    restoreFile(chatId, id);
    await runPendingWork();
    expect(listFiles()).toMatchObject([{ name: 'a.pdf', state: 'ready' }]);
  });

  it('is not sent, and cannot be restored after that', async () => {
    answerPolls(completed());
    jest.mocked(api.upload).mockImplementationOnce(uploadUntilCanceled);
    await attach('secret.pdf', 'b.pdf');
    const { id } = listFiles()[0]!;
    removeFile(chatId, id);
    expect(getPendingBytes(id)).not.toBeNull();
    expect(takeOutgoing(chatId, []).files.map(({ fileName }) => fileName)).toEqual(['b.pdf']);
    restoreFile(chatId, id);
    expect(listNames()).toEqual(['b.pdf']);
    expect(getPendingBytes(id)).toBeNull();
  });

  it('does not exceed the number of files of a message when it comes back', () => {
    jest.mocked(api.upload).mockImplementation(uploadUntilCanceled);
    addFiles(chatId, Array.from({ length: 50 }, createReport));
    const { id } = listFiles()[0]!;
    removeFile(chatId, id);
    addFiles(chatId, [createReport()]);
    restoreFile(chatId, id);
    expect(listFiles()).toHaveLength(50);
  });
});
