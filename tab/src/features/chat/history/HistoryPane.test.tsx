import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { getChat, getChats, renameChat, shareChat } from '../../../../../api/contract/chat.ts';
import { AvaError } from '../../../../../api/contract/errors.ts';
import {
  deleteFolder,
  getFolders,
  organizeChats,
  saveFolder,
  searchChats,
} from '../../../../../api/contract/history.ts';
import { getPeers } from '../../../../../api/contract/people.ts';
import { api } from '../../../api.ts';
import { runToastAction, toasts } from '../../../shell/toasts/toasts.ts';
import { getActiveSession, session } from '../../../state/session.state.ts';
import { openLink } from '../../../teams/teamsHost.ts';
import { beginStory } from '../../../testing/chatStory.ts';
import { waitForDrawing } from '../../../testing/conversationStory.tsx';
import type { FakeApi } from '../../../testing/fakeApi.ts';
import { sampleChat, sampleMetadata } from '../../../testing/samples.ts';
import { chats } from '../chat.state.ts';
import { putMetadata } from './metadata.actions.ts';
import { HistoryPane } from './HistoryPane.tsx';
import { loadChats, openChat } from '../opening/open.actions.ts';

jest.mock('../../../api.ts');
jest.mock('../../../state/log.ts');
jest.mock('../../../teams/teamsHost.ts', () => ({ openLink: jest.fn() }));

const server = api as FakeApi;
const travel = sampleMetadata({ Title: 'Travel costs' });
const budget = sampleMetadata({ Title: 'Budget', LastUpdated: '2020-03-01T10:00:00.000Z', SharedBy: 'Ben Okafor' });

async function start(): Promise<void> {
  server.answer(getChats, () => ({ chats: [structuredClone(budget), structuredClone(travel)] }));
  server.answer(getChat, ({ convo_id }) => sampleChat(convo_id === travel.ConversationId ? travel : budget));
  render(
    <FluentProvider theme={webLightTheme}>
      <HistoryPane />
    </FluentProvider>,
  );
  await act(loadChats);
}

const row = (title: string) => screen.getByRole('button', { name: title });
const titles = () =>
  within(screen.getByRole('list', { name: 'Chat history' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

async function choose(title: string, item: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: `More options for ${title}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  await waitForDrawing();
}

beforeEach(() => {
  server.reset();
  toasts.entries = [];
  beginStory();
});

it('lists chats by day, most recently updated first', async () => {
  await start();
  expect(titles()).toEqual(['Today', 'Travel costs', 'March 2020', 'Budget']);
  expect(screen.getByRole('img', { name: 'Shared by Ben Okafor' })).toBeInTheDocument();
});

it('opens a chat and marks it', async () => {
  await start();
  await act(async () => void fireEvent.click(row('Budget')));
  expect(chats.openId).toBe(budget.ConversationId);
  expect(row('Budget')).toHaveAttribute('aria-current', 'page');
});

it('finds a chat by its title, and says when no title matches', async () => {
  await start();
  const search = screen.getByRole('searchbox', { name: 'Search chats' });
  fireEvent.change(search, { target: { value: 'trav' } });
  await waitFor(() => expect(titles()).toEqual(['Today', 'Travel costs']));
  fireEvent.change(search, { target: { value: 'nothing like it' } });
  expect(await screen.findByText('No results found for search term')).toBeInTheDocument();
});

it('shows the empty state, and an error with a retry', async () => {
  await start();
  server.answer(getChats, () => ({ chats: [] }));
  await act(loadChats);
  expect(screen.getByText('Your chats will be listed here.')).toBeInTheDocument();
  chats.list = { name: 'loading' };
  server.answer(getChats, () => Promise.reject(new AvaError('store_unavailable')));
  await act(loadChats);
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch chat data');
  server.answer(getChats, () => ({ chats: [travel] }));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Travel costs' })).toBeInTheDocument();
});

it('moves through the list with the arrow keys from one tab stop', async () => {
  await start();
  act(() => row('Travel costs').focus());
  fireEvent.keyDown(row('Travel costs'), { key: 'ArrowDown' });
  expect(row('Budget')).toHaveFocus();
  fireEvent.keyDown(row('Budget'), { key: 'Home' });
  expect(row('Travel costs')).toHaveFocus();
  expect(row('Travel costs')).toHaveAttribute('tabindex', '0');
  expect(row('Budget')).toHaveAttribute('tabindex', '-1');
});

describe('renaming', () => {
  it('shows the new title immediately', async () => {
    await start();
    server.answer(renameChat, ({ title }) => ({ ...travel, Title: title }));
    await choose('Travel costs', 'Rename');
    const field = screen.getByRole('textbox', { name: 'New title' });
    expect(field).toHaveFocus();
    fireEvent.change(field, { target: { value: ' Oslo ' } });
    await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
    expect(titles()).toContain('Oslo');
    expect(server.requestsTo(renameChat)).toEqual([{ convo_id: travel.ConversationId, title: 'Oslo' }]);
  });

  it('restores the title when the server rejects it', async () => {
    await start();
    server.answer(renameChat, () => Promise.reject(new AvaError('unexpected')));
    fireEvent.keyDown(row('Travel costs'), { key: 'F2' });
    const field = await screen.findByRole('textbox', { name: 'New title' });
    fireEvent.change(field, { target: { value: 'Oslo' } });
    await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
    await waitFor(() => expect(titles()).toContain('Travel costs'));
    expect(toasts.entries.map((toast) => toast.text)).toEqual(['Failed to rename chat']);
  });

  it('keeps the old title after Escape', async () => {
    await start();
    await choose('Travel costs', 'Rename');
    const field = screen.getByRole('textbox', { name: 'New title' });
    fireEvent.change(field, { target: { value: 'Oslo' } });
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(titles()).toContain('Travel costs');
    expect(server.requestsTo(renameChat)).toEqual([]);
  });
});

describe('deleting', () => {
  const undo = async () => {
    const toast = toasts.entries.findLast((entry) => entry.action);
    await act(async () => runToastAction(toast?.id ?? 0));
  };

  it('is done at once and can be undone, with the chat open again', async () => {
    await start();
    server.answer(organizeChats, ({ convo_ids }) => ({ changed: convo_ids }));
    await act(() => openChat(travel.ConversationId));
    await act(() => choose('Travel costs', 'Delete'));
    await waitFor(() => expect(titles()).toEqual(['March 2020', 'Budget']));
    expect(chats.openId).not.toBe(travel.ConversationId);
    expect(toasts.entries.map((toast) => toast.text)).toEqual(['Travel costs deleted.']);
    await undo();
    await waitFor(() => expect(titles()).toContain('Travel costs'));
    expect(chats.openId).toBe(travel.ConversationId);
    expect(server.requestsTo(organizeChats).filter(({ unread }) => unread === undefined)).toEqual([
      { convo_ids: [travel.ConversationId], deleted: true },
      { convo_ids: [travel.ConversationId], deleted: false },
    ]);
  });

  it('keeps the chat after a failure and shows an error', async () => {
    await start();
    server.answer(organizeChats, () => Promise.reject(new AvaError('unexpected')));
    await act(async () => void fireEvent.keyDown(row('Budget'), { key: 'Delete' }));
    expect(toasts.entries.map((toast) => toast.text)).toEqual(['Failed to delete chat']);
    expect(chats.metadata).toHaveLength(2);
  });

  it('asks first when several chats are selected', async () => {
    await start();
    server.answer(organizeChats, ({ convo_ids }) => ({ changed: convo_ids }));
    fireEvent.click(row('Travel costs'), { ctrlKey: true });
    fireEvent.click(row('Budget'), { shiftKey: true });
    expect(screen.getByRole('toolbar', { name: 'Selected chats' })).toHaveTextContent('2 selected');
    fireEvent.keyDown(row('Budget'), { key: 'Delete' });
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 chats?' });
    expect(server.requestsTo(organizeChats)).toEqual([]);
    await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })));
    expect(await screen.findByText('Your chats will be listed here.')).toBeInTheDocument();
    expect(toasts.entries.map((toast) => toast.text)).toEqual(['2 chats deleted.']);
    await undo();
    await waitFor(() => expect(titles()).toEqual(['Today', 'Travel costs', 'March 2020', 'Budget']));
  });

  it('says so when the server has already removed the chat', async () => {
    await start();
    server.answer(organizeChats, ({ convo_ids, deleted }) =>
      deleted ? { changed: convo_ids } : Promise.reject(new AvaError('not_found')),
    );
    await act(async () => void fireEvent.keyDown(row('Budget'), { key: 'Delete' }));
    await undo();
    expect(toasts.entries.map((toast) => toast.text)).toEqual([
      "Couldn't restore the chats. They might have been permanently deleted.",
    ]);
    expect(titles()).toEqual(['Today', 'Travel costs']);
  });
});

describe('organizing', () => {
  const oslo = { FolderId: 'f0000000-0000-4000-8000-000000000001', Name: 'Oslo' };
  beforeEach(() => server.answer(organizeChats, ({ convo_ids }) => ({ changed: convo_ids })));

  it('lists pinned chats first; P pins and unpins', async () => {
    await start();
    await act(async () => void fireEvent.keyDown(row('Budget'), { key: 'p' }));
    expect(titles()).toEqual(['Pinned', 'Budget', 'Today', 'Travel costs']);
    expect(server.requestsTo(organizeChats)).toEqual([{ convo_ids: [budget.ConversationId], pinned: true }]);
    server.answer(organizeChats, () => Promise.reject(new AvaError('unexpected')));
    await act(() => choose('Budget', 'Unpin'));
    expect(titles()[0]).toBe('Pinned');
    expect(toasts.entries.map((toast) => toast.text)).toEqual(['Failed to pin chats']);
  });

  it('moves a pinned chat into a new folder, which opens with the arrow key', async () => {
    await start();
    await act(async () => void fireEvent.keyDown(row('Budget'), { key: 'p' }));
    server.answer(saveFolder, ({ folder_id, name }) => ({ FolderId: folder_id, Name: name }));
    fireEvent.keyDown(row('Budget'), { key: 'm' });
    const dialog = await screen.findByRole('dialog', { name: 'Move to folder' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Folder name' }), { target: { value: ' Oslo ' } });
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
    await start();
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
    await start();
    await act(async () => putMetadata({ ...travel, IsAnswering: true }, { ...budget, Unread: true, SharedBy: null }));
    expect(screen.getByRole('img', { name: 'Answer in progress' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'New answer' })).toBeInTheDocument();
    await act(async () => void fireEvent.click(row('Budget')));
    expect(screen.queryByRole('img', { name: 'New answer' })).not.toBeInTheDocument();
  });

  it('shows the full date of a chat', async () => {
    await start();
    expect(row('Budget')).toHaveAccessibleDescription(/Last updated Sunday, March 1, 2020 at /);
    expect(row('Budget').title).toContain('Sunday, March 1, 2020');
  });

  it('reads all pages of the list', async () => {
    await start();
    server.answer(getChats, ({ cursor }) =>
      cursor === undefined ? { chats: [travel], next: 'page 2' } : { chats: [budget] },
    );
    await act(loadChats);
    expect(titles()).toEqual(['Today', 'Travel costs', 'March 2020', 'Budget']);
    expect(server.requestsTo(getChats).slice(-2)).toEqual([{}, { cursor: 'page 2' }]);
  });
});

describe('the search in messages', () => {
  const result = {
    ConversationId: budget.ConversationId,
    Title: 'Budget',
    message_id: 'c0000000-0000-4000-8000-000000000009',
    source: 'AVA' as const,
    timestamp: '2020-03-01T10:00:00.000Z',
    excerpt: 'The <b>travel</b> costs & more',
    marks: [{ from: 7, to: 13 }],
  };
  const type = (value: string) =>
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search chats' }), { target: { value } });

  it('follows the titles, marks the words and opens the chat at the message', async () => {
    await start();
    server.answer(searchChats, () => ({ results: [result] }));
    type('trav');
    type('travel');
    const found = await screen.findByRole('button', { name: /The <b>.*travel.*<\/b> costs & more/ });
    expect(titles()).toEqual(['Today', 'Travel costs', 'In messages', found.textContent]);
    expect(within(found).getByText('travel').tagName).toBe('MARK');
    expect(server.requestsTo(searchChats)).toEqual([{ text: 'travel', chat_type: 'chat' }]);
    fireEvent.keyDown(row('Travel costs'), { key: 'ArrowDown' });
    expect(found).toHaveFocus();
    await act(async () => void fireEvent.click(found));
    expect(chats.openId).toBe(budget.ConversationId);
    expect(chats.linkedMessageId).toBe(result.message_id);
  });

  it('finds symbols in titles only, and says so', async () => {
    await start();
    type('🚚');
    expect(await screen.findByText('Messages are searched by letters and numbers.')).toBeInTheDocument();
    expect(screen.getByText('No results found for search term')).toBeInTheDocument();
    expect(server.requestsTo(searchChats)).toEqual([]);
  });

  it('says that it failed, next to the titles', async () => {
    await start();
    server.answer(searchChats, () => Promise.reject(new AvaError('unexpected')));
    type('travel');
    expect(await screen.findByText("Couldn't search in messages.")).toBeInTheDocument();
    expect(row('Travel costs')).toBeInTheDocument();
  });
});

describe('sharing', () => {
  const ben = {
    id: 'b0000000-0000-4000-8000-000000000002',
    name: 'Ben Okafor',
    email: 'ben@northwind.example',
    title: 'Controller',
  };
  const cleo = {
    ...ben,
    id: 'c0000000-0000-4000-8000-000000000003',
    name: 'Cleo Lindqvist',
    email: 'cleo@northwind.example',
  };

  async function openDialog(): Promise<HTMLElement> {
    await start();
    server.answer(getPeers, ({ search }) => ({
      peers: [ben, cleo].filter((peer) => peer.name.toLowerCase().startsWith(search ?? '')),
    }));
    await choose('Travel costs', 'Share');
    return screen.findByRole('dialog', { name: 'Share this chat' });
  }

  it('shares with each selected person', async () => {
    const dialog = await openDialog();
    // A click in jsdom does not move the focus, so Fluent can hide the dialog from the accessibility tree.
    const hidden = true;
    server.answer(shareChat, () => ({ shared: 2 }));
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Ben Okafor/, hidden }));
    fireEvent.change(within(dialog).getByRole('searchbox', { hidden }), { target: { value: 'cleo' } });
    await waitFor(() => expect(server.requestsTo(getPeers).map((ask) => ask.search)).toEqual(['', 'cleo']));
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Cleo/, hidden }));
    expect(within(dialog).getByRole('checkbox', { name: /Ben Okafor/, hidden })).toBeChecked();
    expect(within(dialog).getByText('2 selected')).toBeInTheDocument();
    await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Share', hidden })));
    expect(server.requestsTo(shareChat)[0]).toMatchObject({
      convo_id: travel.ConversationId,
      peers: [ben.id, cleo.id],
    });
    expect(toasts.entries.map((toast) => toast.text)).toEqual(['Travel costs shared with 2 people.']);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('keeps the selection after a failure and shows an error', async () => {
    const dialog = await openDialog();
    server.answer(shareChat, () => Promise.reject(new AvaError('unexpected')));
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Ben Okafor/, hidden: true }));
    await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Share', hidden: true })));
    expect(within(dialog).getByText('Failed to share chat')).toBeInTheDocument();
    expect(within(dialog).getByText('1 selected')).toBeInTheDocument();
  });
});

describe('continuing in Teams', () => {
  function bot(there: boolean): void {
    const organization = getActiveSession(session.status)?.organization;
    if (organization) organization.features.teamsBotEnabled = there;
  }

  it("opens the bot's chat with a message that continues this chat", async () => {
    bot(true);
    jest.mocked(openLink).mockResolvedValue(undefined);
    await start();
    await choose('Travel costs', 'Continue in Teams chat');
    const link = new URL(jest.mocked(openLink).mock.lastCall?.[0] ?? '');
    expect(link.searchParams.get('message')).toBe('continue “Travel costs”');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });

  it("shows an error if Teams does not open the bot's chat", async () => {
    bot(true);
    jest.mocked(openLink).mockRejectedValue(new Error('Teams is away.'));
    await start();
    await choose('Travel costs', 'Continue in Teams chat');
    expect(toasts.entries.map((toast) => toast.text)).toEqual(["Couldn't open the chat with AVA."]);
  });

  it('is not offered if the organization has no bot', async () => {
    bot(false);
    await start();
    fireEvent.click(screen.getByRole('button', { name: 'More options for Travel costs' }));
    await screen.findByRole('menuitem', { name: 'Copy link' });
    expect(screen.queryByRole('menuitem', { name: 'Continue in Teams chat' })).not.toBeInTheDocument();
  });
});
