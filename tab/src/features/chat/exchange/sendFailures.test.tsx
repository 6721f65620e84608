import { act, fireEvent, screen } from '@testing-library/react';
import { chatResponse, chatResponseWithContext, newChat as newChatCall } from '#contract/chats/chat.ts';
import { AvaError, errors, type ErrorCode } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
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
import { sampleFile } from '#tab/testing/samples.ts';
import { isChatAnswering } from '#tab/features/chat/chat.actions.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { openNewChat } from '#tab/features/chat/opening/open.actions.ts';
import { retry } from './retry.actions.ts';
import { send } from './send.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('#tab/state/browserDatabase.ts');

const server = api as FakeApi;

beforeEach(() => {
  server.reset();
  toasts.entries = [];
  beginStory();
});

describe('when sending fails', () => {
  const steps = [
    {
      what: 'making the chat',
      fails: newChatCall,
      files: [],
      words: 'I had trouble creating a new chat in the database.',
    },
    { what: 'sending', fails: chatResponse, files: [], words: 'I had trouble sending your chat message.' },
    {
      what: 'sending files',
      fails: chatResponseWithContext,
      files: [sampleFile()],
      words: 'I had trouble sending your chat message with files.',
    },
  ];
  const codes: ErrorCode[] = ['not_signed_in', 'too_large', 'too_many_requests', 'unexpected'];
  const table = steps.flatMap((step) => codes.map((code) => ({ ...step, code })));

  it.each(table)(
    'the answer shows the apology for $code while $what, and send() rejects',
    async ({ fails, files, words, code }) => {
      serveChat(server);
      const refuse = () => {
        throw new AvaError(code);
      };
      if (fails === newChatCall) server.answer(newChatCall, refuse);
      else server.open(fails === chatResponse ? chatResponse : chatResponseWithContext, refuse);
      const chatId = openNewChat();
      showConversation(chatId);
      await act(() => expect(send(chatId, { text: 'Hello', files })).rejects.toThrow(AvaError));
      const sentence = `Sorry, I encountered an error processing your request. ${words} ${errors[code].detail}`;
      expect(lastAnswer()).toHaveTextContent(sentence);
      expect(isChatAnswering(chatId)).toBe(false);
      expect(session.status.name).toBe(code === 'not_signed_in' ? 'expired' : 'signedIn');
    },
  );

  it('Retry sends the same message under the same id', async () => {
    const runs = serveChat(server);
    server.open(chatResponse, () => {
      throw new AvaError('too_many_requests');
    });
    const chatId = openNewChat();
    showConversation(chatId);
    await act(() => send(chatId, { text: 'Hello', files: [] }).catch(() => undefined));
    serveChat(server);
    server.open(chatResponse, ({ request_id }) => {
      const run = createFakeRun(request_id ?? '');
      runs.push(run);
      return run.open();
    });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitForDrawing();
    streamWords(runs[0], 'Good morning.');
    await waitForDrawing();
    expect(lastAnswer()).toHaveTextContent('Good morning.');
    expect(lastAnswer()).not.toHaveTextContent('Sorry');
    const [first, second] = server.requestsTo(chatResponse);
    expect(second?.request_id).toBe(first?.request_id);
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  it('sending the same text again replaces the failed message and reuses its id', async () => {
    serveChat(server);
    server.open(chatResponse, () => {
      throw new AvaError('unexpected');
    });
    const chatId = openNewChat();
    await send(chatId, { text: 'Hello', files: [] }).catch(() => undefined);
    serveChat(server);
    await send(chatId, { text: 'Hello', files: [] });
    expect(chats.open[chatId]?.entries.map((entry) => entry.content)).toEqual(['Hello', '']);
    const ids = server.requestsTo(chatResponse).map((ask) => ask.request_id);
    expect(new Set(ids).size).toBe(1);
  });

  it('a failed answer keeps its text and can be retried', async () => {
    const runs = serveChat(server);
    const chatId = openNewChat();
    showConversation(chatId);
    await act(() => send(chatId, { text: 'Hello', files: [] }));
    streamWords(runs[0], 'Good mor');
    runs[0]?.write({ type: 'failed', error: { code: 'model_unavailable', detail: 'x' } });
    runs[0]?.end();
    await waitForDrawing();
    expect(lastAnswer()).toHaveTextContent('Good mor');
    expect(lastAnswer()).toHaveTextContent(/I had trouble sending your chat message\. I'm having trouble connecting/);
    await act(() => retry(chatId, runs[0]?.messageId ?? ''));
    streamWords(runs[1], 'Good morning.');
    await waitForDrawing();
    expect(lastAnswer()).toHaveTextContent('Good morning.');
    expect(lastAnswer()).not.toHaveTextContent('Sorry');
  });
});
