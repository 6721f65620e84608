import { api } from '#tab/api.ts';
import {
  answerPolls,
  beginFileStory,
  chatId,
  completed,
  createReport,
  endFileStory,
  job,
  listFiles,
  runPendingWork,
  uploadUntilCanceled,
} from '#tab/testing/fileStory.ts';
import { records } from '#tab/testing/memoryBrowserDatabase.ts';
import { drafts } from '#tab/features/chat/composer/draft/draft.state.ts';
import { addFiles, removeFile, restoreFiles } from './files.actions.ts';

jest.mock('#tab/state/browserDatabase.ts', () => jest.requireActual<object>('#tab/testing/memoryBrowserDatabase.ts'));

beforeEach(beginFileStory);
afterEach(endFileStory);

describe('a stored draft', () => {
  const forgetPage = async () => {
    await runPendingWork();
    const storedBefore = new Map(records);
    for (const { id } of listFiles()) removeFile(chatId, id);
    delete drafts[chatId];
    await runPendingWork();
    for (const [key, value] of storedBefore) records.set(key, value);
  };

  it('resumes the job of a file that was being read, without another upload', async () => {
    answerPolls({ status: 'PENDING' });
    addFiles(chatId, [createReport()]);
    await forgetPage();
    answerPolls(completed());
    await restoreFiles(chatId);
    await runPendingWork();
    expect(listFiles()[0]).toMatchObject({ state: 'ready' });
    expect(api.upload).toHaveBeenCalledTimes(1);
    expect(jest.mocked(api.call).mock.lastCall?.[1]).toEqual({ jobId: job.job_id });
  });

  it('uploads a file again from the stored bytes', async () => {
    jest.mocked(api.upload).mockImplementationOnce(uploadUntilCanceled);
    addFiles(chatId, [createReport()]);
    await forgetPage();
    answerPolls(completed());
    await restoreFiles(chatId);
    await runPendingWork();
    expect(api.upload).toHaveBeenCalledTimes(2);
    expect(listFiles()[0]).toMatchObject({ name: 'Report.pdf', state: 'ready' });
  });

  it('keeps files that another window added to the same draft', async () => {
    answerPolls(completed(), completed());
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    const [otherWindowsFile] = (records.get(chatId) as { files: { file: { id: string } }[] }).files;
    const foreign = { file: { ...otherWindowsFile!.file, id: 'other-window' }, bytes: null };
    records.set(chatId, { files: [otherWindowsFile, foreign] });
    removeFile(chatId, listFiles()[0]!.id);
    await runPendingWork();
    expect((records.get(chatId) as { files: unknown[] }).files).toEqual([foreign]);
  });
});
