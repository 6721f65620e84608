import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { getChat, getChats, type Message } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { setStorageOwner } from '#tab/state/storageOwner.ts';
import { beginStory } from '#tab/testing/chatStory.ts';
import { waitForDrawing, showConversation } from '#tab/testing/conversationStory.tsx';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { ada, sampleChat, sampleMessage, sampleMetadata } from '#tab/testing/samples.ts';
import { startChats, hasEarlier } from '#tab/features/chat/chat.actions.ts';
import { readCachedMessages } from './chat.cache.ts';
import { hasImages } from '#tab/features/chat/chat.rules.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { ensureDraft } from '#tab/features/chat/composer/draft/draft.state.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';
import { stepToOlderPrompt } from '#tab/features/chat/composer/editor/promptHistory.actions.ts';
import { openAnswer } from '#tab/features/chat/exchange/request.ts';
import { loadEarlier } from './earlier.actions.ts';
import { openChat, refreshChat } from './open.actions.ts';
import { retry } from '#tab/features/chat/exchange/retry.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
const mockKept = new Map<string, unknown>();
jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: async (store: string, key: string) => mockKept.get(`${store}/${key}`) ?? null,
  writeDatabase: async (store: string, key: string, value: unknown) => void mockKept.set(`${store}/${key}`, value),
  deleteDatabase: async () => undefined,
}));
jest.mock('#tab/features/chat/exchange/request.ts', () => ({
  ...jest.requireActual<object>('#tab/features/chat/exchange/request.ts'),
  openAnswer: jest.fn().mockRejectedValue(new Error('not sent in this test')),
}));

const PAGE = 3;
const server = api as FakeApi;
const chat = sampleMetadata({ Title: 'Travel' });
const chatId = chat.ConversationId;
let stored: Message[];

beforeEach(() => {
  server.reset();
  beginStory();
  localStorage.clear();
  mockKept.clear();
  setStorageOwner(ada);
  stored = Array.from({ length: 8 }, (_, index) =>
    sampleMessage({ content: `message ${index}`, source: index % 2 === 0 ? 'User' : 'AVA', seq: index % 2 }),
  );
  server.answer(getChats, () => ({ chats: [chat] }));
  server.answer(getChat, ({ before }) => pageBefore(before));
});

/** The server's response: the page of the newest messages, or of those before the message with this id. */
function pageBefore(before: string | undefined) {
  const to = before === undefined ? stored.length : stored.findIndex(({ message_id }) => message_id === before);
  const from = Math.max(0, to - PAGE);
  const [oldest] = stored.slice(from, to);
  const Earlier = from === 0 || !oldest ? null : { before: oldest.message_id, tokens: from * 10, images: from > 2 };
  return { ...sampleChat(chat, ...stored.slice(from, to)), Earlier };
}

const numbers = () => (chats.open[chatId]?.entries ?? []).map(({ content }) => content.at(-1)).join('');
const say = (content: string) => void stored.push(sampleMessage({ content }));

it('opens with the newest page and loads earlier pages up to the first message', async () => {
  await openChat(chatId);
  expect(numbers()).toBe('567');
  expect(chats.open[chatId]?.earlier).toMatchObject({ name: 'available', tokens: 50, images: true });
  await Promise.all([loadEarlier(chatId), loadEarlier(chatId)]);
  expect(numbers()).toBe('234567');
  await loadEarlier(chatId);
  expect(numbers()).toBe('01234567');
  expect(hasEarlier(chatId)).toBe(false);
  await loadEarlier(chatId);
  expect(server.requestsTo(getChat)).toHaveLength(3);
});

it('keeps loaded entries when the newest page is fetched again', async () => {
  await openChat(chatId);
  await loadEarlier(chatId);
  const before = [...(chats.open[chatId]?.entries ?? [])];
  say('message 8');
  await refreshChat(chatId);
  expect(numbers()).toBe('2345678');
  expect(chats.open[chatId]?.entries.slice(0, 6).every((entry, index) => entry === before[index])).toBe(true);
  expect(chats.open[chatId]?.earlier).toMatchObject({ tokens: 20 });
  await loadEarlier(chatId);
  expect(numbers()).toBe('012345678');
});

it('leaves no gap when another device wrote more than a page', async () => {
  await openChat(chatId);
  await loadEarlier(chatId);
  for (const index of [8, 9, 0, 1]) say(`message ${index}`);
  await refreshChat(chatId);
  expect(numbers()).toBe('901');
  await loadEarlier(chatId);
  expect(numbers()).toBe('678901');
});

it('shows an error for an earlier page and loads it on retry', async () => {
  await openChat(chatId);
  showConversation(chatId);
  await waitForDrawing();
  server.answer(getChat, () => {
    throw new AvaError('store_unavailable');
  });
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch earlier messages'));
  expect(numbers()).toBe('567');
  server.answer(getChat, ({ before }) => pageBefore(before));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(numbers()).toBe('234567'));
});

it('moves the focus from the button to the list', async () => {
  await openChat(chatId);
  showConversation(chatId);
  await waitForDrawing();
  for (const expected of ['234567', '01234567']) {
    fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }));
    await waitFor(() => expect(numbers()).toBe(expected));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Conversation' })).toHaveFocus());
  }
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).not.toBeInTheDocument();
  expect(chats.open[chatId]?.isAutoscrolling).toBe(false);
});

it('moves the focus to the list if a scroll loads the last page while the button has the focus', async () => {
  await openChat(chatId);
  showConversation(chatId);
  await waitForDrawing();
  screen.getByRole('button', { name: 'Show earlier messages' }).focus();
  await act(() => loadEarlier(chatId));
  expect(screen.getByRole('button', { name: 'Show earlier messages' })).toHaveFocus();
  await act(() => loadEarlier(chatId));
  expect(screen.getByRole('region', { name: 'Conversation' })).toHaveFocus();
});

it('loads pages until the linked message is found', async () => {
  window.history.replaceState(null, '', `/?sub=${chatId}/${stored[1]?.message_id}`);
  await act(() => startChats(ada.id));
  expect(numbers()).toBe('01234567');
  showConversation(chatId);
  await waitForDrawing();
  expect(screen.getByText('message 1')).toBeInTheDocument();
  expect(chats.linkedMessageId).toBeNull();
  window.history.replaceState(null, '', '/');
});

it('stops at the first message of the chat if the linked message does not exist', async () => {
  window.history.replaceState(null, '', `/?sub=${chatId}/${sampleMessage().message_id}`);
  await act(() => startChats(ada.id));
  expect(numbers()).toBe('01234567');
  expect(server.requestsTo(getChat).length).toBeLessThanOrEqual(4);
  window.history.replaceState(null, '', '/');
});

it('loads earlier pages for the arrow keys', async () => {
  await openChat(chatId);
  const prompt = () => toOutput(ensureDraft(chatId).document).text;
  expect(stepToOlderPrompt(chatId)).toBe(true);
  expect(prompt()).toBe('message 6');
  for (const expected of ['message 4', 'message 2', 'message 0']) {
    expect(stepToOlderPrompt(chatId)).toBe(true);
    await waitFor(() => expect(prompt()).toBe(expected));
  }
  expect(stepToOlderPrompt(chatId)).toBe(false);
});

it('retries an answer whose question is on an earlier page', async () => {
  const state = { name: 'failed', error: { code: 'model_unavailable', detail: '' } } as const;
  const failedAnswer = sampleMessage({ source: 'AVA', content: 'message 9', state });
  stored = [...stored.slice(0, 7), failedAnswer];
  const Earlier = { before: failedAnswer.message_id, tokens: 1, images: false };
  server.answer(getChat, ({ before }) =>
    before ? pageBefore(before) : { ...sampleChat(chat, failedAnswer), Earlier },
  );
  await openChat(chatId);
  await retry(chatId, failedAnswer.message_id);
  expect(chats.open[chatId]?.entries).toHaveLength(4);
  expect(openAnswer).toHaveBeenCalledWith(
    chatId,
    expect.any(String),
    expect.objectContaining({ text: 'message 6' }),
    expect.anything(),
  );
});

it('knows that pages that are not loaded have images', async () => {
  await openChat(chatId);
  expect(hasImages(chats.open[chatId]!)).toBe(true);
});

it('caches the loaded pages', async () => {
  await openChat(chatId);
  await loadEarlier(chatId);
  await waitFor(async () => expect((await readCachedMessages(chatId))?.Messages).toHaveLength(6));
  expect((await readCachedMessages(chatId))?.Earlier).toMatchObject({ tokens: 20 });
  delete chats.open[chatId];
  server.answer(getChat, () => {
    throw new AvaError('store_unavailable');
  });
  await openChat(chatId);
  expect(numbers()).toBe('234567');
  expect(hasEarlier(chatId)).toBe(true);
});
