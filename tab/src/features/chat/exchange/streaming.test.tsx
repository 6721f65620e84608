import { act, waitFor } from '@testing-library/react';
import { cancelChatResponse, chatResponse } from '#contract/chats/chat.ts';
import { continueResponse } from '#contract/chats/versions.ts';
import { AvaError } from '#contract/errors.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { api } from '#tab/api.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { beginStory, createFakeRun, type FakeRun } from '#tab/testing/chatStory.ts';
import {
  waitForDrawing,
  lastAnswer,
  streamWords,
  serveChat,
  showConversation,
} from '#tab/testing/conversationStory.tsx';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { isChatAnswering } from '#tab/features/chat/chat.actions.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { openNewChat } from '#tab/features/chat/opening/open.actions.ts';
import { send } from './send.actions.ts';
import { stop } from './stop.actions.ts';
import { continueAnswer } from './continue.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('#tab/state/browserDatabase.ts');

const server = api as FakeApi;

beforeEach(() => {
  server.reset();
  toasts.entries = [];
  beginStory();
});

describe('when Ada stops an answer', () => {
  it('its text stays', async () => {
    const runs = serveChat(server);
    server.answer(cancelChatResponse, () => {
      runs[0]?.write({ type: 'stopped' });
      runs[0]?.end();
      return { cancelled: true };
    });
    const chatId = openNewChat();
    showConversation(chatId);
    await act(() => send(chatId, { text: 'Hello', files: [] }));
    streamWords(runs[0], 'Good mor');
    await waitForDrawing();
    await act(() => stop(chatId));
    await waitForDrawing();
    expect(lastAnswer()).toHaveTextContent('Good mor');
    expect(lastAnswer()).toHaveTextContent('You stopped this answer.');
    const [sent] = server.requestsTo(chatResponse);
    expect(server.requestsTo(cancelChatResponse)[0]).toEqual({
      event_session_id: sent?.event_session_id,
      convo_id: chatId,
    });
  });

  /** @shows Failed to cancel response stream */
  it('she sees an error if stopping fails, and the answer continues', async () => {
    const runs = serveChat(server);
    server.answer(cancelChatResponse, () => Promise.reject(new AvaError('unexpected')));
    const chatId = openNewChat();
    showConversation(chatId);
    await act(() => send(chatId, { text: 'Hello', files: [] }));
    await act(() => stop(chatId));
    expect(toasts.entries.map((toast) => toast.text)).toEqual(['Failed to cancel response stream.']);
    streamWords(runs[0], 'Good morning.');
    await waitForDrawing();
    expect(lastAnswer()).toHaveTextContent('Good morning.');
  });
});

/** @proves threat:reconnecting-reader */
describe('a connection that breaks', () => {
  it('is resumed from the last event with identical text', async () => {
    const runs = serveChat(server);
    server.open(followAnswerRun, ({ from }) => (runs[0] as FakeRun).open(Number(from)));
    const chatId = openNewChat();
    showConversation(chatId);
    await act(() => send(chatId, { text: 'Hello', files: [] }));
    const words = Array.from({ length: 40 }, (_, index) => `word${index} `);
    for (const [index, chunk] of words.entries()) {
      runs[0]?.write({ type: 'chunk', chunk });
      if (index === 5 || index === 25) {
        runs[0]?.disconnect();
        await waitForDrawing();
        expect(chats.open[chatId]?.entries.at(-1)?.seq).toBe(index + 2);
      }
      if (index === 15) await waitForDrawing(500);
    }
    runs[0]?.write({ type: 'done', finish: 'stop' });
    await waitFor(() => expect(isChatAnswering(chatId)).toBe(false));
    expect(chats.open[chatId]?.entries.at(-1)?.content).toBe(words.join(''));
    expect(server.requestsTo(followAnswerRun).map((ask) => ask.run_id)).toEqual([runs[0]?.runId, runs[0]?.runId]);
    expect(server.requestsTo(chatResponse)).toHaveLength(1);
  });
});

it('an answer that is continued before its follow-up questions arrive shows the whole new run and no late event of the old one', async () => {
  const runs = serveChat(server);
  const chatId = openNewChat();
  await act(() => send(chatId, { text: 'Hello', files: [] }));
  const getAnswer = () => chats.open[chatId]!.entries.at(-1)!;
  streamWords(runs[0], 'One two three four');
  runs[0]?.write({ type: 'done', finish: 'length' });
  await waitForDrawing();
  const continuation = createFakeRun(getAnswer().message_id);
  server.open(continueResponse, () => continuation.open());
  void continueAnswer(chatId, getAnswer().message_id);
  runs[0]?.write({ type: 'follow_ups', questions: ['Of the old?'] });
  runs[0]?.end();
  await waitForDrawing();
  streamWords(continuation, 'One two three four five');
  continuation.write({ type: 'done', finish: 'stop' });
  continuation.end();
  await waitFor(() => expect(isChatAnswering(chatId)).toBe(false));
  expect(getAnswer()).toMatchObject({ content: 'One two three four five', followUpQuestions: [] });
});
