import { act, fireEvent, screen, within } from '@testing-library/react';
import { getChats } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import { deleteFolder, getFolders, organizeChats, saveFolder } from '#contract/chats/history.ts';
import { runToastAction, toasts } from '#tab/shell/toasts/toasts.ts';
import {
  server,
  travel,
  budget,
  showHistory,
  row,
  titles,
  choose,
  beginHistoryStory,
} from '#tab/testing/historyStory.tsx';
import { putMetadata } from '#tab/features/chat/history/metadata.actions.ts';
import { loadChats } from '#tab/features/chat/opening/open.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');

beforeEach(beginHistoryStory);

describe('organizing', () => {
  const oslo = { FolderId: 'f0000000-0000-4000-8000-000000000001', Name: 'Oslo' };
  beforeEach(() => server.answer(organizeChats, ({ convo_ids }) => ({ changed: convo_ids })));

  it('lists pinned chats first; P pins and unpins', async () => {
    await showHistory();
    await act(async () => void fireEvent.keyDown(row('Budget'), { key: 'p' }));
    expect(titles()).toEqual(['Pinned', 'Budget', 'Today', 'Travel costs']);
    expect(server.requestsTo(organizeChats)).toEqual([{ convo_ids: [budget.ConversationId], pinned: true }]);
    server.answer(organizeChats, () => Promise.reject(new AvaError('unexpected')));
    await act(() => choose('Budget', 'Unpin'));
    expect(titles()[0]).toBe('Pinned');
    expect(toasts.entries.map((toast) => toast.text)).toEqual(['Failed to pin chats']);
  });

  it('moves a pinned chat into a new folder, which opens with the arrow key', async () => {
    await showHistory();
    await act(async () => void fireEvent.keyDown(row('Budget'), { key: 'p' }));
    server.answer(saveFolder, ({ folder_id, name }) => ({ FolderId: folder_id, Name: name }));
    fireEvent.keyDown(row('Budget'), { key: 'm' });
    const dialog = await screen.findByRole('dialog', { name: 'Move to folder' });
    const field = within(dialog).getByRole('textbox', { name: 'Folder name' });
    fireEvent.change(field, { target: { value: ' Oslo ' } });
    // The Enter of an input method accepts a word.
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(server.requestsTo(saveFolder)).toEqual([]);
    await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Move' })));
    const folder = screen.getByRole('button', { name: 'Oslo 1 chat' });
    expect(folder).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('button', { name: 'Budget' })).not.toBeInTheDocument();
    fireEvent.keyDown(folder, { key: 'ArrowRight' });
    expect(row('Budget')).toBeInTheDocument();
    const [{ folder_id: folderId, name } = { folder_id: '', name: '' }] = server.requestsTo(saveFolder);
    expect(name).toBe('Oslo');
    const convo_ids = [budget.ConversationId];
    expect(server.requestsTo(organizeChats).slice(1)).toEqual([
      { convo_ids, folder_id: folderId },
      { convo_ids, pinned: false },
    ]);
  });

  it('deletes a folder but not its chats, and can undo that', async () => {
    budget.FolderId = oslo.FolderId;
    server.answer(getFolders, () => ({ folders: [oslo] }));
    server.answer(deleteFolder, () => ({ deleted: true }));
    server.answer(saveFolder, ({ folder_id, name }) => ({ FolderId: folder_id, Name: name }));
    await showHistory();
    budget.FolderId = null;
    const folder = await screen.findByRole('button', { name: 'Oslo 1 chat' });
    await act(async () => void fireEvent.keyDown(folder, { key: 'Delete' }));
    expect(titles()).toEqual(['Today', 'Travel costs', 'March 2020', 'Budget']);
    await act(async () => runToastAction(toasts.entries.at(-1)?.id ?? 0));
    expect(await screen.findByRole('button', { name: 'Oslo 1 chat' })).toBeInTheDocument();
    expect(server.requestsTo(organizeChats)).toEqual([
      { convo_ids: [budget.ConversationId], folder_id: oslo.FolderId },
    ]);
  });

  it('shows chats with an answer in progress, and with one that the person has not seen', async () => {
    await showHistory();
    await act(async () => putMetadata({ ...travel, IsAnswering: true }, { ...budget, Unread: true, SharedBy: null }));
    expect(screen.getByRole('img', { name: 'Answer in progress' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'New answer' })).toBeInTheDocument();
    await act(async () => void fireEvent.click(row('Budget')));
    expect(screen.queryByRole('img', { name: 'New answer' })).not.toBeInTheDocument();
  });

  it('shows the full date of a chat', async () => {
    await showHistory();
    expect(row('Budget')).toHaveAccessibleDescription(/Last updated Sunday, March 1, 2020 at /);
    expect(row('Budget').title).toContain('Sunday, March 1, 2020');
  });

  it('reads all pages of the list', async () => {
    await showHistory();
    server.answer(getChats, ({ cursor }) =>
      cursor === undefined ? { chats: [travel], next: 'page 2' } : { chats: [budget] },
    );
    await act(loadChats);
    expect(titles()).toEqual(['Today', 'Travel costs', 'March 2020', 'Budget']);
    expect(server.requestsTo(getChats).slice(-2)).toEqual([{}, { cursor: 'page 2' }]);
  });
});
