import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  beginComposerStory,
  chatId,
  editor,
  endComposerStory,
  createEntry,
  leavePage,
  openComposer,
  pdf,
  photo,
  stream,
  typeMessage,
  getEditorLines,
} from '#tab/testing/composerStory.tsx';
import { AvaError } from '#contract/errors.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { setStorageOwner } from '#tab/state/storageOwner.ts';
import { session } from '#tab/state/session.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { saveDraftsNow } from './draft.actions.ts';
import { drafts } from './draft.state.ts';
import { retry } from '#tab/features/chat/exchange/retry.actions.ts';

const mockDatabase = new Map<string, unknown>();
jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: async (_store: string, key: string) => mockDatabase.get(key) ?? null,
  writeDatabase: async (_store: string, key: string, value: unknown) => void mockDatabase.set(key, value),
  deleteDatabase: async (_store: string, key: string) => void mockDatabase.delete(key),
}));

beforeEach(() => {
  mockDatabase.clear();
  beginComposerStory();
});
afterEach(endComposerStory);

describe('a draft', () => {
  it('survives a reload with its files', async () => {
    mockDatabase.set(chatId, { files: [{ file: pdf, bytes: null }] });
    await openComposer();
    await typeMessage('Half a thought');
    leavePage();
    await openComposer();
    expect(getEditorLines()).toEqual(['Half a thought']);
    expect(screen.getByRole('button', { name: /^Report\.pdf/ })).toBeInTheDocument();
  });

  it('is restored when the server rejects the message', async () => {
    stream.mockRejectedValueOnce(new AvaError('unexpected'));
    await openComposer();
    await typeMessage('Important{Enter}');
    await waitFor(() => expect(stream).toHaveBeenCalled());
    await waitFor(() => expect(getEditorLines()).toEqual(['Important']));
  });

  it('is cleared after a retry in the conversation sent it', async () => {
    stream.mockRejectedValueOnce(new AvaError('unexpected'));
    await openComposer();
    await typeMessage('Important{Enter}');
    await waitFor(() => expect(getEditorLines()).toEqual(['Important']));
    await act(() => retry(chatId, chats.open[chatId]!.entries.at(-1)!.message_id));
    await waitFor(() => expect(editor()).not.toHaveTextContent('Important'));
  });

  it('stays stored when the session has expired', async () => {
    stream.mockRejectedValueOnce(new AvaError('not_signed_in'));
    await openComposer();
    await typeMessage('Important{Enter}');
    await waitFor(() => expect(getEditorLines()).toEqual(['Important']));
    leavePage();
    await openComposer();
    expect(getEditorLines()).toEqual(['Important']);
  });

  it('is restored after the page closed during sending', async () => {
    stream.mockImplementation(() => new Promise(() => undefined));
    await openComposer();
    await typeMessage('On its way{Enter}');
    await waitFor(() => expect(stream).toHaveBeenCalled());
    leavePage();
    chats.open[chatId]!.entries = [];
    await openComposer();
    await waitFor(() => expect(getEditorLines()).toEqual(['On its way']));
  });

  it('is not restored if the message arrived', async () => {
    stream.mockImplementation(() => new Promise(() => undefined));
    await openComposer();
    await typeMessage('On its way{Enter}');
    await waitFor(() => expect(stream).toHaveBeenCalled());
    leavePage();
    chats.open[chatId]!.entries = [createEntry('User', 'On its way')];
    await openComposer();
    await waitFor(() => expect(drafts[chatId]?.outgoing).toBeNull());
    expect(editor()).not.toHaveTextContent('On its way');
  });

  it('is synced to a window without focus', async () => {
    const inUse = jest.spyOn(document, 'hasFocus');
    await openComposer();
    await typeMessage('From here');
    saveDraftsNow();
    const [key, ownDraft] = Object.entries(localStorage)[0] as [string, string];
    localStorage.setItem(key, ownDraft.replace('From here', 'From the other window'));
    inUse.mockReturnValue(true);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    expect(getEditorLines()).toEqual(['From here']);
    inUse.mockReturnValue(false);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    await waitFor(() => expect(getEditorLines()).toEqual(['From the other window']));
    inUse.mockRestore();
  });

  it('of Ada is not shown to Ben', async () => {
    await openComposer();
    await typeMessage('Salary of Dev');
    saveDraftsNow();
    cleanup();
    setStorageOwner({ tenantId: 'northwind', id: 'ben' });
    await act(async () => {
      session.status = { ...session.status, person: { tenantId: 'northwind', id: 'ben' } } as typeof session.status;
    });
    await openComposer();
    expect(editor()).not.toHaveTextContent('Salary');
  });
});

describe('files in the composer', () => {
  it('are removed with the Delete key and with their button', async () => {
    mockDatabase.set(chatId, {
      files: [
        { file: pdf, bytes: null },
        { file: photo, bytes: null },
      ],
    });
    await openComposer();
    act(() => screen.getByRole('button', { name: /^Report\.pdf/ }).focus());
    await userEvent.keyboard('{Delete}');
    expect(drafts[chatId]?.files.map((file) => file.name)).toEqual(['photo.png']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove photo.png' }));
    expect(drafts[chatId]?.files).toEqual([]);
  });

  it('are removed through the menu of the chip on a phone', async () => {
    layout.width = 'phone';
    mockDatabase.set(chatId, { files: [{ file: pdf, bytes: null }] });
    await openComposer();
    expect(screen.queryByRole('button', { name: 'Remove Report.pdf' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /^Report\.pdf/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    expect(drafts[chatId]?.files).toEqual([]);
  });

  it('are shown as one list if there are many', async () => {
    const files = Array.from({ length: 6 }, (_, index) => ({ file: { ...pdf, id: `f${index}` }, bytes: null }));
    files[5]!.file = { ...pdf, id: 'f5', state: 'failed', reason: 'Locked', retry: false } as never;
    mockDatabase.set(chatId, { files });
    await openComposer();
    const list = screen.getByRole('button', { name: /6 file\(s\) uploaded · 1 failed/ });
    await userEvent.click(list);
    expect(await screen.findAllByText('Report.pdf')).toHaveLength(6);
    await userEvent.click(screen.getByText(/6 file\(s\) uploaded/));
    await waitFor(() => expect(screen.queryByText('Report.pdf')).not.toBeInTheDocument());
  });

  it('are sent and removed with the message', async () => {
    mockDatabase.set(chatId, { files: [{ file: pdf, bytes: null }] });
    await openComposer();
    await typeMessage('Sum it up{Enter}');
    await waitFor(() => expect(stream).toHaveBeenCalled());
    expect(stream.mock.lastCall?.[1]).toMatchObject({ file_context: [{ fileName: 'Report.pdf', fileType: 'PDF' }] });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Report\.pdf/ })).not.toBeInTheDocument());
    await waitFor(() => expect(mockDatabase.has(chatId)).toBe(false));
  });
});
