import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getChats, renameChat } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import { organizeChats } from '#contract/chats/history.ts';
import { runToastAction, toasts } from '#tab/shell/toasts/toasts.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { openLink } from '#tab/teams/teamsHost.ts';
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
import { chats } from '#tab/features/chat/chat.state.ts';
import { loadChats, openChat } from '#tab/features/chat/opening/open.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('#tab/teams/teamsHost.ts', () => ({ openLink: jest.fn() }));

beforeEach(beginHistoryStory);

it('lists chats by day, most recently updated first', async () => {
  await showHistory();
  expect(titles()).toEqual(['Today', 'Travel costs', 'March 2020', 'Budget']);
  expect(screen.getByRole('img', { name: 'Shared by Ben Okafor' })).toBeInTheDocument();
});

it('opens a chat and marks it', async () => {
  await showHistory();
  await act(async () => void fireEvent.click(row('Budget')));
  expect(chats.openId).toBe(budget.ConversationId);
  expect(row('Budget')).toHaveAttribute('aria-current', 'page');
});

it('finds a chat by its title, and says when no title matches', async () => {
  await showHistory();
  const search = screen.getByRole('searchbox', { name: 'Search chats' });
  fireEvent.change(search, { target: { value: 'trav' } });
  await waitFor(() => expect(titles()).toEqual(['Today', 'Travel costs']));
  fireEvent.change(search, { target: { value: 'nothing like it' } });
  expect(await screen.findByText('No results found for search term')).toBeInTheDocument();
});

/** @shows Failed to fetch chat data */
it('shows the empty state, and an error with a retry', async () => {
  await showHistory();
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
  await showHistory();
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
    await showHistory();
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
    await showHistory();
    server.answer(renameChat, () => Promise.reject(new AvaError('unexpected')));
    fireEvent.keyDown(row('Travel costs'), { key: 'F2' });
    const field = await screen.findByRole('textbox', { name: 'New title' });
    fireEvent.change(field, { target: { value: 'Oslo' } });
    await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
    await waitFor(() => expect(titles()).toContain('Travel costs'));
    expect(toasts.entries.map((toast) => toast.text)).toEqual(['Failed to rename chat']);
  });

  it.each([
    ['while an input method composes a word', { isComposing: true }],
    ['in Safari, which reports the Enter that accepted a word after the word', { keyCode: 229 }],
  ])('goes on after Enter %s', async (_, press) => {
    await showHistory();
    await choose('Travel costs', 'Rename');
    const field = screen.getByRole('textbox', { name: 'New title' });
    fireEvent.change(field, { target: { value: '出張' } });
    fireEvent.keyDown(field, { key: 'Enter', ...press });
    expect(server.requestsTo(renameChat)).toEqual([]);
    expect(field).toBeInTheDocument();
  });

  it('keeps the old title after Escape', async () => {
    await showHistory();
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
    await showHistory();
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
    await showHistory();
    server.answer(organizeChats, () => Promise.reject(new AvaError('unexpected')));
    await act(async () => void fireEvent.keyDown(row('Budget'), { key: 'Delete' }));
    expect(toasts.entries.map((toast) => toast.text)).toEqual(['Failed to delete chat']);
    expect(chats.metadata).toHaveLength(2);
  });

  it('asks first when several chats are selected', async () => {
    await showHistory();
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

  it('shows an error when the server has already removed the chat for good', async () => {
    await showHistory();
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

describe('continuing in Teams', () => {
  function bot(there: boolean): void {
    const organization = getActiveSession(session.status)?.organization;
    if (organization) organization.features.teamsBotEnabled = there;
  }

  it("opens the bot's chat with a message that continues this chat", async () => {
    bot(true);
    jest.mocked(openLink).mockResolvedValue(undefined);
    await showHistory();
    await choose('Travel costs', 'Continue in Teams chat');
    const link = new URL(jest.mocked(openLink).mock.lastCall?.[0] ?? '');
    expect(link.searchParams.get('message')).toBe('continue “Travel costs”');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });

  it("shows an error if Teams does not open the bot's chat", async () => {
    bot(true);
    jest.mocked(openLink).mockRejectedValue(new Error('Teams is away.'));
    await showHistory();
    await choose('Travel costs', 'Continue in Teams chat');
    expect(toasts.entries.map((toast) => toast.text)).toEqual(["Couldn't open the chat with AVA."]);
  });

  it('is not offered if the organization has no bot', async () => {
    bot(false);
    await showHistory();
    fireEvent.click(screen.getByRole('button', { name: 'More options for Travel costs' }));
    await screen.findByRole('menuitem', { name: 'Copy link' });
    expect(screen.queryByRole('menuitem', { name: 'Continue in Teams chat' })).not.toBeInTheDocument();
  });
});
