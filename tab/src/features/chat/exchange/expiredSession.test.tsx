import { act, screen } from '@testing-library/react';
import { chatResponse, getChat } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { api } from '#tab/api.ts';
import { markSessionExpired } from '#tab/state/sessionExpiry.ts';
import { session } from '#tab/state/session.state.ts';
import { beginStory, createFakeRun } from '#tab/testing/chatStory.ts';
import {
  waitForDrawing,
  lastAnswer,
  streamWords,
  serveChat,
  showConversation,
} from '#tab/testing/conversationStory.tsx';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleChat, sampleMessage, sampleMetadata, signedInAsAda } from '#tab/testing/samples.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { refreshAll } from '#tab/features/chat/opening/chat.sync.ts';
import { fillDraft, openDraft } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { ensureDraft } from '#tab/features/chat/composer/draft/draft.state.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';
import { submitDraft } from '#tab/features/chat/composer/submitDraft.ts';
import { openNewChat, openChat } from '#tab/features/chat/opening/open.actions.ts';
import { send } from './send.actions.ts';

const signIn = jest.fn(() => Promise.resolve());
const hasToken = jest.fn(() => Promise.resolve(true));
jest.mock('#tab/api.ts');
jest.mock('#tab/state/session.actions.ts', () => ({
  ...jest.requireActual<object>('#tab/state/session.actions.ts'),
  signIn: () => signIn(),
  hasToken: () => hasToken(),
}));
jest.mock('#tab/state/log.ts');
jest.mock('#tab/state/browserDatabase.ts');

const server = api as FakeApi;

beforeEach(() => {
  server.reset();
  signIn.mockReset();
  hasToken.mockReset().mockResolvedValue(true);
  beginStory();
  history.replaceState(null, '', '/chat');
});

const draftText = (chatId: string) => toOutput(ensureDraft(chatId).document).text;

it('a 401 goes to the address /, expires the session and puts the question back into the draft', async () => {
  serveChat(server);
  server.open(chatResponse, () => {
    throw new AvaError('not_signed_in');
  });
  const chatId = openNewChat();
  openDraft(chatId);
  await waitForDrawing();
  fillDraft(chatId, 'A long question about travel costs');
  await act(() => submitDraft(chatId, 0));
  expect(location.pathname).toBe('/');
  expect(session.status.name).toBe('expired');
  expect(draftText(chatId)).toBe('A long question about travel costs');
  expect(chats.open[chatId]?.entries.map((entry) => entry.content)).toEqual(['A long question about travel costs', '']);
});

/** @shows Logging user in again... */
it('signs Ada in again before sending', async () => {
  const runs = serveChat(server);
  markSessionExpired();
  let loggedIn: () => void = () => undefined;
  signIn.mockImplementation(async () => {
    await new Promise<void>((resolve) => (loggedIn = resolve));
    session.status = { name: 'signedIn', ...signedInAsAda() };
  });
  const chatId = openNewChat();
  showConversation(chatId);
  const sending = send(chatId, { text: 'Hello', files: [] });
  expect(await screen.findByText('Logging user in again...')).toBeInTheDocument();
  expect(server.requestsTo(chatResponse)).toEqual([]);
  loggedIn();
  await act(() => sending);
  streamWords(runs[0], 'Good morning.');
  await waitForDrawing();
  expect(lastAnswer()).toHaveTextContent('Good morning.');
});

it('signs Ada in before the first message if Teams gives no token', async () => {
  const runs = serveChat(server);
  let token: string | null = null;
  hasToken.mockImplementation(() => Promise.resolve(token !== null));
  let loggedIn: () => void = () => undefined;
  signIn.mockImplementation(async () => {
    await new Promise<void>((resolve) => (loggedIn = resolve));
    token = 'a token';
  });
  const chatId = openNewChat();
  showConversation(chatId);
  const sending = send(chatId, { text: 'Hello', files: [] });
  expect(await screen.findByText('Logging user in again...')).toBeInTheDocument();
  expect(server.calls).toEqual([]);
  loggedIn();
  await act(() => sending);
  expect(runs).toHaveLength(1);
});

it('shows the apology if signing in fails', async () => {
  serveChat(server);
  markSessionExpired();
  const chatId = openNewChat();
  showConversation(chatId);
  await act(() => expect(send(chatId, { text: 'Hello', files: [] })).rejects.toThrow(AvaError));
  expect(lastAnswer()).toHaveTextContent("I couldn't verify your session. Please log in again.");
  expect(server.calls).toEqual([]);
});

it('follows an answer again after the next sign-in', async () => {
  const question = sampleMessage();
  const run = createFakeRun(question.message_id);
  run.write({ type: 'chunk', chunk: 'Trains ' });
  const half = sampleMessage({
    message_id: run.messageId,
    source: 'AVA',
    content: 'Trains ',
    state: { name: 'streaming', stage: 'thinking' },
    run_id: run.runId,
    seq: 2,
  });
  const chat = sampleMetadata();
  server.answer(getChat, () => sampleChat(chat, question, half));
  server.open(followAnswerRun, () => {
    throw new AvaError('not_signed_in');
  });
  showConversation(chat.ConversationId);
  await act(() => openChat(chat.ConversationId));
  expect(lastAnswer()).toHaveTextContent('Trains');
  expect(lastAnswer()).not.toHaveTextContent('Sorry');
  server.open(followAnswerRun, ({ from }) => run.open(Number(from)));
  await act(() => refreshAll());
  run.write({ type: 'chunk', chunk: 'cost little.' });
  await waitForDrawing();
  expect(lastAnswer()).toHaveTextContent('Trains cost little.');
});
