import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, render, screen } from '@testing-library/react';
import { deleteChat, getChat, getChats, newChat } from '#contract/chats/chat.ts';
import { api } from '#tab/api.ts';
import { readLocal } from '#tab/state/localStorage.ts';
import { beginStory } from '#tab/testing/chatStory.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleChat, sampleMessage, sampleMetadata } from '#tab/testing/samples.ts';
import { z } from 'zod';
import { chats } from '#tab/features/chat/chat.state.ts';
import { ChatBanner } from '#tab/features/chat/conversation/ChatBanner.tsx';
import { filterByType } from '#tab/features/chat/history/history.rules.ts';
import { createChat } from '#tab/features/chat/exchange/request.ts';
import { loadChats, openChat, openNewChat } from './open.actions.ts';
import { closeOnPageHide } from './temporaryChat.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');

const server = api as FakeApi;

beforeEach(() => {
  server.reset();
  beginStory();
  server.answer(newChat, ({ chat_id = '', temporary }) =>
    sampleMetadata({ ConversationId: chat_id, Temporary: temporary === true }),
  );
  server.answer(deleteChat, () => ({ deleted: true as const }));
});

const showBanner = (chatId: string) =>
  render(
    <FluentProvider theme={webLightTheme}>
      <ChatBanner chatId={chatId} />
    </FluentProvider>,
  );

it('a temporary chat is labeled, is in no list, and is deleted when the person opens another chat', async () => {
  const chatId = openNewChat('chat', true);
  showBanner(chatId);
  expect(screen.getByText(/^Temporary chat: it isn't in your history/)).toBeInTheDocument();
  await act(() => createChat(chatId));
  expect(server.requestsTo(newChat)).toMatchObject([{ chat_type: 'chat', chat_id: chatId, temporary: true }]);
  expect(filterByType(chats.metadata, 'chat')).toEqual([]);
  expect(readLocal('openChat', z.string().nullable(), null)).not.toBe(chatId);
  server.answer(getChats, () => ({ chats: [] }));
  await act(loadChats);
  expect(chats.metadata).toHaveLength(1);
  await act(async () => void openNewChat());
  expect(server.requestsTo(deleteChat)).toEqual([{ convo_id: chatId }]);
  expect(chats.metadata).toEqual([]);
  expect(chats.open[chatId]).toBeUndefined();
});

it('a temporary chat in which nothing was sent needs no call; another one is deleted when the page is closed for good', async () => {
  openNewChat('chat', true);
  await act(async () => void openNewChat('chat', true));
  expect(server.requestsTo(deleteChat)).toEqual([]);
  const chatId = chats.openId ?? '';
  await act(() => createChat(chatId));
  closeOnPageHide({ persisted: true } as PageTransitionEvent);
  expect(server.requestsTo(deleteChat)).toEqual([]);
  closeOnPageHide({ persisted: false } as PageTransitionEvent);
  expect(server.requestsTo(deleteChat)).toEqual([{ convo_id: chatId }]);
});

it('other chats are not deleted, and a copy names the person who shared it', async () => {
  const shared = sampleMetadata({ SharedBy: 'Ben Okafor' });
  server.answer(getChat, () => sampleChat(shared, sampleMessage({ author: 'Ben Okafor' })));
  await act(() => openChat(shared.ConversationId));
  showBanner(shared.ConversationId);
  expect(screen.getByText('Ben Okafor shared this chat with you. This is your own copy.')).toBeInTheDocument();
  expect(chats.open[shared.ConversationId]?.entries[0]).toMatchObject({ author: 'Ben Okafor' });
  await act(async () => void openNewChat());
  expect(server.requestsTo(deleteChat)).toEqual([]);
});
