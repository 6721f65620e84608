import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { cancelChatResponse, chatResponse, generateTitle, getChat, type Message } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { api } from '#tab/api.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { beginStory, createFakeRun } from '#tab/testing/chatStory.ts';
import {
  waitForDrawing,
  lastAnswer,
  streamWords,
  serveChat,
  showConversation,
} from '#tab/testing/conversationStory.tsx';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleChat, sampleId, sampleMessage, sampleMetadata } from '#tab/testing/samples.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { fillDraft, takeOutgoing } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { ensureDraft } from '#tab/features/chat/composer/draft/draft.state.ts';
import { readStoredDraft } from '#tab/features/chat/composer/draft/draft.storage.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';
import { getMetadata } from '#tab/features/chat/history/metadata.actions.ts';
import { openChat, refreshChat } from './open.actions.ts';
import { send } from '#tab/features/chat/exchange/send.actions.ts';
import { stop } from '#tab/features/chat/exchange/stop.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
const cache = new Map<string, unknown>();
jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: (store: string, key: string) => Promise.resolve(cache.get(`${store}/${key}`) ?? null),
  writeDatabase: (store: string, key: string, value: unknown) =>
    Promise.resolve(void cache.set(`${store}/${key}`, structuredClone(value))),
  deleteDatabase: (store: string, key: string) => Promise.resolve(void cache.delete(`${store}/${key}`)),
}));

const server = api as FakeApi;

beforeEach(() => {
  server.reset();
  cache.clear();
  toasts.entries = [];
  beginStory();
});

describe('Ada, when she comes back,', () => {
  const question = sampleMessage({ content: 'What do trains cost?' });

  const chatWith = (answer: Parameters<typeof sampleMessage>[0]) => {
    const chat = sampleMetadata({ Title: 'New Chat' });
    server.answer(getChat, () => sampleChat(chat, question, sampleMessage({ source: 'AVA', ...answer })));
    server.answer(generateTitle, () => 'Travel costs');
    return chat.ConversationId;
  };

  it.each<[string, Message['state']]>([
    ['complete', { name: 'complete', finish: 'stop' }],
    ['failed', { name: 'failed', error: { code: 'model_unavailable', detail: 'x' } }],
  ])('gets the title that the chat missed during the reload, after a %s answer', async (_, state) => {
    const chatId = chatWith({ run_id: sampleId(), state });
    await openChat(chatId);
    await waitFor(() => expect(getMetadata(chatId)?.Title).toBe('Travel costs'));
    await refreshChat(chatId);
    expect(server.requestsTo(generateTitle)).toEqual([{ convo_id: chatId, text: 'What do trains cost?' }]);
    expect(toasts.entries).toEqual([]);
  });

  it('gets the title when the answer that she follows after a reload ends', async () => {
    const run = createFakeRun(question.message_id);
    const state = { name: 'streaming', stage: 'thinking' } as const;
    const chatId = chatWith({ message_id: run.messageId, content: '', state, run_id: run.runId, seq: 1 });
    server.open(followAnswerRun, ({ from }) => run.open(Number(from)));
    await openChat(chatId);
    expect(server.requestsTo(generateTitle)).toEqual([]);
    run.write({ type: 'done', finish: 'stop' });
    run.end();
    await waitFor(() => expect(getMetadata(chatId)?.Title).toBe('Travel costs'));
  });

  it('gets the follow-up questions although the chat is refreshed before they come', async () => {
    const run = createFakeRun(question.message_id);
    const answer = { source: 'AVA', message_id: run.messageId, content: 'Little.', run_id: run.runId } as const;
    const chat = sampleMetadata();
    const serve = (state: Message['state'], seq: number) =>
      server.answer(getChat, () => sampleChat(chat, question, sampleMessage({ ...answer, state, seq })));
    server.open(followAnswerRun, ({ from }) => run.open(Number(from)));
    serve({ name: 'streaming', stage: 'thinking' }, 1);
    await openChat(chat.ConversationId);
    run.write({ type: 'done', finish: 'stop' });
    serve({ name: 'complete', finish: 'stop' }, 2);
    await refreshChat(chat.ConversationId);
    run.write({ type: 'follow_ups', questions: ['Where from?'] });
    run.end();
    const getEntry = () => chats.open[chat.ConversationId]?.entries.at(-1);
    await waitFor(() => expect(getEntry()?.followUpQuestions).toEqual(['Where from?']));
  });

  it('requests no title if no model has answered', async () => {
    await openChat(chatWith({ run_id: null }));
    expect(server.requestsTo(generateTitle)).toEqual([]);
  });

  it('follows a streaming answer from the last event and can stop it', async () => {
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
    server.answer(cancelChatResponse, () => ({ cancelled: true }));
    server.open(followAnswerRun, ({ from }) => run.open(Number(from)));
    showConversation(chat.ConversationId);
    await act(() => openChat(chat.ConversationId));
    run.write({ type: 'chunk', chunk: 'cost little.' });
    await waitForDrawing();
    expect(lastAnswer()).toHaveTextContent('Trains cost little.');
    expect(server.requestsTo(followAnswerRun)).toEqual([{ run_id: run.runId, from: 2 }]);
    await act(() => stop(chat.ConversationId));
    expect(server.requestsTo(cancelChatResponse)).toEqual([
      { event_session_id: run.runId, convo_id: chat.ConversationId },
    ]);
  });

  it('sees the cached chat first, then the messages of the server', async () => {
    const chat = sampleMetadata();
    cache.set(`chats/${chat.ConversationId}`, sampleChat(chat, question));
    const written = sampleMessage({ content: 'Written on the phone' });
    let answerServer: () => void = () => undefined;
    server.answer(getChat, async () => {
      await new Promise<void>((resolve) => (answerServer = resolve));
      return sampleChat(chat, question, written);
    });
    showConversation(chat.ConversationId);
    const opening = openChat(chat.ConversationId);
    expect(await screen.findByText('What do trains cost?')).toBeInTheDocument();
    expect(screen.queryByText('Written on the phone')).not.toBeInTheDocument();
    answerServer();
    await act(() => opening);
    expect(screen.getByText('Written on the phone')).toBeInTheDocument();
    expect(screen.getAllByText('What do trains cost?')).toHaveLength(1);
    expect(cache.get(`chats/${chat.ConversationId}`)).toMatchObject({ Messages: [question, written] });
  });

  it('sees that an answer was interrupted and can retry', async () => {
    const runs = serveChat(server);
    const chat = sampleMetadata();
    const cut = sampleMessage({
      source: 'AVA',
      content: 'Trains co',
      state: { name: 'interrupted' },
      run_id: sampleId(),
      seq: 5,
    });
    server.answer(getChat, () => sampleChat(chat, question, cut));
    showConversation(chat.ConversationId);
    await act(() => openChat(chat.ConversationId));
    expect(lastAnswer()).toHaveTextContent('Trains co');
    expect(lastAnswer()).toHaveTextContent('This answer was interrupted. The text so far is kept.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitForDrawing();
    streamWords(runs[0], 'Trains cost little.');
    await waitForDrawing();
    expect(lastAnswer()).toHaveTextContent('Trains cost little.');
    expect(server.requestsTo(chatResponse)[0]).toMatchObject({
      request_id: question.message_id,
      text: question.content,
    });
  });

  /** @shows Failed to fetch chat messages: {status} */
  it('sees an error when messages cannot be fetched and can retry', async () => {
    const chat = sampleMetadata();
    chats.metadata = [chat];
    server.answer(getChat, () => Promise.reject(new AvaError('store_unavailable')));
    showConversation(chat.ConversationId);
    await act(() => openChat(chat.ConversationId));
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch chat messages: 503');
    server.answer(getChat, () => sampleChat(chat, question));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('What do trains cost?')).toBeInTheDocument();
  });

  it('sees why a copy cannot be opened, keeps it in her list and opens it when she has room', async () => {
    const chat = sampleMetadata();
    chats.metadata = [chat];
    const detail = 'This chat was shared with you, but your storage is full.';
    server.answer(getChat, () => Promise.reject(new AvaError('copy_not_opened', { detail })));
    showConversation(chat.ConversationId);
    await act(() => openChat(chat.ConversationId));
    expect(screen.getByRole('alert')).toHaveTextContent(detail);
    expect(chats.metadata).toHaveLength(1);
    server.answer(getChat, () => sampleChat(chat, question));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('What do trains cost?')).toBeInTheDocument();
  });

  it('gets a new chat with what she wrote if hers was deleted on another device', async () => {
    const chat = sampleMetadata();
    chats.metadata = [chat];
    fillDraft(chat.ConversationId, 'Sent offline.');
    takeOutgoing(chat.ConversationId, []);
    fillDraft(chat.ConversationId, 'Not sent.');
    await openChat(chat.ConversationId);
    expect(chats.metadata).toEqual([]);
    expect(chats.openId).not.toBe(chat.ConversationId);
    expect(toOutput(ensureDraft(chats.openId ?? '').document).text).toBe('Sent offline.\nNot sent.');
    expect(readStoredDraft(chat.ConversationId)).toBeNull();
  });

  it('keeps a message that is being sent when an older response arrives', async () => {
    serveChat(server);
    const chat = sampleMetadata();
    let answerServer: () => void = () => undefined;
    server.answer(getChat, () => sampleChat(chat, question));
    await openChat(chat.ConversationId);
    server.answer(getChat, async () => {
      await new Promise<void>((resolve) => (answerServer = resolve));
      return sampleChat(chat, question);
    });
    const refreshing = refreshChat(chat.ConversationId);
    await send(chat.ConversationId, { text: 'And flights?', files: [] });
    await waitForDrawing();
    answerServer();
    await refreshing;
    expect(chats.open[chat.ConversationId]?.entries.map((entry) => entry.content)).toEqual([
      'What do trains cost?',
      'And flights?',
      '',
    ]);
  });
});
