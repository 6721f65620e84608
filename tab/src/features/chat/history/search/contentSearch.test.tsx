import { act, fireEvent, screen, within } from '@testing-library/react';
import { AvaError } from '#contract/errors.ts';
import { searchChats } from '#contract/chats/history.ts';
import { server, budget, showHistory, row, titles, beginHistoryStory } from '#tab/testing/historyStory.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');

beforeEach(beginHistoryStory);

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
    await showHistory();
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

  it('finds symbols in titles only, and says that messages are searched by letters and numbers', async () => {
    await showHistory();
    type('🚚');
    expect(await screen.findByText('Messages are searched by letters and numbers.')).toBeInTheDocument();
    expect(screen.getByText('No results found for search term')).toBeInTheDocument();
    expect(server.requestsTo(searchChats)).toEqual([]);
  });

  it('says that it failed, next to the titles', async () => {
    await showHistory();
    server.answer(searchChats, () => Promise.reject(new AvaError('unexpected')));
    type('travel');
    expect(await screen.findByText("Couldn't search in messages.")).toBeInTheDocument();
    expect(row('Travel costs')).toBeInTheDocument();
  });
});
