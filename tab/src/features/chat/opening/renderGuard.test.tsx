import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { z } from 'zod';
import { getChat, getChats } from '#contract/chats/chat.ts';
import { api } from '#tab/api.ts';
import { readLocal } from '#tab/state/localStorage.ts';
import { setStorageOwner } from '#tab/state/storageOwner.ts';
import { beginStory } from '#tab/testing/chatStory.ts';
import { waitForDrawing } from '#tab/testing/conversationStory.tsx';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { ada, sampleChat, sampleMessage, sampleMetadata } from '#tab/testing/samples.ts';
import { chats, emptyChats } from '#tab/features/chat/chat.state.ts';
import { ChatScreen } from '#tab/features/chat/ChatScreen.tsx';
import { markChatOpening } from './renderGuard.ts';
import { openChat } from './open.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('#tab/state/browserDatabase.ts');

const failing = { answers: false, lists: false };
const overflow = () => new RangeError('Maximum call stack size exceeded');
jest.mock('#tab/features/chat/entries/AnswerActions.tsx', () => ({
  AnswerActions: () => {
    if (failing.answers) throw overflow();
    return null;
  },
}));
jest.mock('#tab/features/chat/conversation/useLinkedEntry.ts', () => ({
  useLinkedEntry: () => {
    if (failing.lists) throw overflow();
  },
}));

const server = api as FakeApi;
const broken = sampleMetadata({ Title: 'Broken' });
const other = sampleMetadata({ Title: 'Other' });
const answerOf = { [broken.ConversationId]: 'A **hard** answer', [other.ConversationId]: 'An easy answer' };

const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
afterAll(() => silent.mockRestore());

beforeEach(() => {
  server.reset();
  server.answer(getChats, () => ({ chats: [broken, other] }));
  server.answer(getChat, ({ convo_id }) => {
    const chat = convo_id === broken.ConversationId ? broken : other;
    return sampleChat(chat, sampleMessage({ source: 'AVA', content: answerOf[convo_id] ?? '' }));
  });
  Object.assign(failing, { answers: false, lists: false });
  localStorage.clear();
  setStorageOwner(ada);
  beginStory();
});

async function start(): Promise<void> {
  cleanup();
  Object.assign(chats, emptyChats());
  render(
    <FluentProvider theme={webLightTheme}>
      <ChatScreen />
    </FluentProvider>,
  );
  await waitForDrawing();
}

async function open(chatId: string): Promise<void> {
  await act(() => openChat(chatId));
  await waitForDrawing();
}

const noted = () => readLocal('undrawnChat', z.string().nullable(), null);
const history = () => screen.getByLabelText('Chat history');

it('shows a failing entry as plain text', async () => {
  await start();
  failing.answers = true;
  await open(broken.ConversationId);
  const entry = screen.getByRole('article', { name: 'AVA' });
  expect(entry).toHaveTextContent('A **hard** answer');
  expect(within(entry).getByRole('button', { name: 'Copy' })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Message to AVA' })).toBeInTheDocument();
});

/** @proves threat:undrawable-entry */
it('offers another chat or a new one instead of a chat that fails to render', async () => {
  await start();
  failing.lists = true;
  await open(broken.ConversationId);
  expect(screen.getByText("This chat couldn't be shown.")).toBeInTheDocument();
  failing.lists = false;
  fireEvent.click(within(history()).getByText('Other'));
  await waitForDrawing();
  expect(screen.getByText('An easy answer')).toBeInTheDocument();
  failing.lists = true;
  await open(broken.ConversationId);
  fireEvent.click(screen.getAllByRole('button', { name: 'New chat' }).at(-1) ?? document.body);
  await waitForDrawing();
  expect(screen.getByText('What can I help you with today?')).toBeInTheDocument();
});

it('offers a failed chat at the next start', async () => {
  await start();
  failing.lists = true;
  await open(broken.ConversationId);
  failing.lists = false;
  await start();
  expect(chats.openId).not.toBe(broken.ConversationId);
  fireEvent.click(screen.getByRole('button', { name: 'Open it' }));
  await waitForDrawing();
  expect(chats.openId).toBe(broken.ConversationId);
  expect(screen.getByRole('article', { name: 'AVA' })).toBeInTheDocument();
  await waitForDrawing(2_100);
  expect(noted()).toBeNull();
});

it('does not open a chat again if the page froze or crashed while opening it', async () => {
  await start();
  await open(broken.ConversationId);
  markChatOpening(broken.ConversationId);
  await start();
  expect(chats.openId).not.toBe(broken.ConversationId);
});

it('opens the last chat after an immediate reload', async () => {
  await start();
  await open(other.ConversationId);
  window.dispatchEvent(new Event('pagehide'));
  await start();
  expect(chats.openId).toBe(other.ConversationId);
  expect(screen.queryByRole('button', { name: 'Open it' })).not.toBeInTheDocument();
});
