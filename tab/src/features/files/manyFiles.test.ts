import { api } from '#tab/api.ts';
import {
  answerPolls,
  beginFileStory,
  chatId,
  completed,
  createReport,
  endFileStory,
  listFiles,
  listToasts,
  runPendingWork,
  uploadUntilCanceled,
} from '#tab/testing/fileStory.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { ensureDraft } from '#tab/features/chat/composer/draft/draft.state.ts';
import { addFiles, removeFile } from './files.actions.ts';

jest.mock('#tab/state/browserDatabase.ts', () => jest.requireActual<object>('#tab/testing/memoryBrowserDatabase.ts'));

beforeEach(beginFileStory);
afterEach(endFileStory);

describe('files that Ada attaches together', () => {
  it('share one toast, including files that she adds while it is shown', async () => {
    answerPolls(completed(), completed(), completed());
    addFiles(chatId, [createReport(), createReport()]);
    expect(listToasts()).toEqual([['processing', 'Processing 2 files...']]);
    addFiles(chatId, [createReport()]);
    expect(listToasts()).toEqual([['processing', 'Processing 3 files...']]);
    await runPendingWork();
    expect(listToasts()).toEqual([['success', 'Processed 3 files successfully!']]);
  });

  it('are named when they fail, one per line, without those that she removed', async () => {
    const locked = { status: 'FAILURE', error: 'The PDF is protected by a password.' } as const;
    answerPolls(locked, locked, completed());
    const names = ['Minutes.pdf', 'Board.pdf', 'Plan.pdf', 'Gone.pdf'];
    addFiles(
      chatId,
      names.map((name) => new File(['%PDF'], name)),
    );
    removeFile(chatId, listFiles()[3]!.id);
    await runPendingWork();
    expect(listToasts()).toEqual([['error', 'The following files failed to process:\nMinutes.pdf\nBoard.pdf']]);
  });

  /** @shows Failed to process {file}. */
  it('that fail alone are named with the reason', async () => {
    answerPolls({ status: 'FAILURE', error: 'The PDF is protected by a password.' }, completed());
    addFiles(chatId, [createReport(), new File(['%PDF'], 'Plan.pdf')]);
    await runPendingWork();
    expect(listToasts()).toEqual([['error', 'Failed to process Report.pdf. The PDF is protected by a password.']]);
  });

  it('are only read aloud while their chips are in view', async () => {
    chats.openId = chatId;
    answerPolls({ status: 'FAILURE', error: 'The PDF is protected by a password.' }, completed());
    addFiles(chatId, [createReport()]);
    expect(toasts.entries).toMatchObject([{ text: 'Processing Report.pdf...', isQuiet: true }]);
    await runPendingWork();
    // The chip does not show the reason.
    expect(toasts.entries).toMatchObject([{ kind: 'error', isQuiet: false }]);
    toasts.entries = [];
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    expect(toasts.entries).toMatchObject([{ text: 'Processed Report.pdf successfully!', isQuiet: true }]);
  });

  it('have a toast that she sees when there are too many for a row of chips', () => {
    chats.openId = chatId;
    jest.mocked(api.upload).mockImplementation(uploadUntilCanceled);
    addFiles(chatId, Array.from({ length: 5 }, createReport));
    expect(toasts.entries).toMatchObject([{ text: 'Processing 5 files...', isQuiet: false }]);
  });

  it('are uploaded at most three at once', async () => {
    jest.mocked(api.upload).mockImplementation(uploadUntilCanceled);
    addFiles(chatId, Array.from({ length: 5 }, createReport));
    await runPendingWork();
    expect(listFiles().map((file) => file.state)).toEqual([
      'uploading',
      'uploading',
      'uploading',
      'waiting',
      'waiting',
    ]);
  });

  it('are logged when their images reach 90 percent of the size limit, but not when their texts do', async () => {
    answerPolls(completed('x'.repeat(944_000)), completed());
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    expect(console.warn).not.toHaveBeenCalled();
    const content = {
      kind: 'image',
      mime: 'image/png',
      base64: 'A'.repeat(944_000),
      width: 9,
      height: 9,
      tokens: 9,
    } as const;
    const photo = { id: 'photo', name: 'photo.png', fileType: 'PNG', size: 9, date: '' } as const;
    ensureDraft(chatId).files.push({ ...photo, state: 'ready', content });
    addFiles(chatId, [createReport()]);
    await runPendingWork();
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('close to the limit'), { bytes: 944_000 });
  });
});

describe('rejected files', () => {
  it('are named in one toast, and the others are attached', async () => {
    answerPolls(completed());
    const large = new File([], 'film.pdf');
    Object.defineProperty(large, 'size', { value: 73_400_321 });
    addFiles(chatId, [large, new File(['x'], 'setup.exe'), createReport()]);
    expect(listFiles().map((file) => file.name)).toEqual(['Report.pdf']);
    expect(listToasts().filter(([kind]) => kind === 'error')).toEqual([
      [
        'error',
        "film.pdf is larger than 70 MB. Please choose a smaller file.\nsetup.exe can't be attached. AVA can't read this file type.",
      ],
    ]);
    expect(api.upload).toHaveBeenCalledTimes(1);
  });

  it('include every file after the 50th', () => {
    jest.mocked(api.upload).mockImplementation(uploadUntilCanceled);
    addFiles(chatId, Array.from({ length: 51 }, createReport));
    expect(listFiles()).toHaveLength(50);
    expect(listToasts().at(-1)).toEqual(['error', 'You can attach at most 50 files to a message.']);
  });
});
