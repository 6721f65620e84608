import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { shareChat } from '#contract/chats/chat.ts';
import { AvaError, errors } from '#contract/errors.ts';
import { getPeers } from '#contract/people.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { server, travel, showHistory, choose, beginHistoryStory } from '#tab/testing/historyStory.tsx';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');

beforeEach(beginHistoryStory);

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
    await showHistory();
    server.answer(getPeers, ({ search }) => ({
      peers: [ben, cleo].filter((peer) => peer.name.toLowerCase().startsWith(search ?? '')),
    }));
    await choose('Travel costs', 'Share');
    return screen.findByRole('dialog', { name: 'Share this chat' });
  }

  /** @proves call:getPeers */
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

  /** @shows Failed to share chat */
  it('keeps the selection after a failure and shows an error', async () => {
    const dialog = await openDialog();
    server.answer(shareChat, () => Promise.reject(new AvaError('unexpected')));
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Ben Okafor/, hidden: true }));
    await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Share', hidden: true })));
    expect(within(dialog).getByText('Failed to share chat')).toBeInTheDocument();
    expect(within(dialog).getByText('1 selected')).toBeInTheDocument();
  });

  it('says which limit is reached and what to do', async () => {
    const dialog = await openDialog();
    server.answer(shareChat, () => Promise.reject(new AvaError('too_many_copies')));
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: /Ben Okafor/, hidden: true }));
    await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Share', hidden: true })));
    expect(within(dialog).getByText(errors.too_many_copies.detail)).toBeInTheDocument();
  });
});
