import { defaultSettings } from '#contract/settings.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  appendMessage,
  chatResponse,
  generateTitle,
  getAnswerMetadata,
  getChat,
  newChat as newChatCall,
} from '#contract/chats/chat.ts';
import { AvaError, errors } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { beginStory } from '#tab/testing/chatStory.ts';
import {
  waitForDrawing,
  finishAnswer,
  lastAnswer,
  streamWords,
  serveChat,
  showConversation,
} from '#tab/testing/conversationStory.tsx';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleChat, sampleCitation, sampleId, sampleMessage, sampleMetadata } from '#tab/testing/samples.ts';
import { ensureDraft } from '#tab/features/chat/composer/draft/draft.state.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';
import { isChatAnswering } from '#tab/features/chat/chat.actions.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { openNewChat, openChat } from '#tab/features/chat/opening/open.actions.ts';
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

describe('when Ada sends a message', () => {
  /** @shows AVA is thinking... */
  it('she sees it, a loading message, then the answer; the chat gets a title and moves to the top', async () => {
    const runs = serveChat(server);
    chats.metadata = [sampleMetadata({ Title: 'Older', LastUpdated: '2020-01-01T00:00:00.000Z' })];
    const chatId = openNewChat();
    showConversation(chatId);
    await act(() => send(chatId, { text: 'What do trains cost?', files: [] }));
    expect(screen.getByRole('article', { name: 'You' })).toHaveTextContent('What do trains cost?');
    expect(within(lastAnswer()).getByText('AVA is thinking...')).toBeInTheDocument();
    expect(isChatAnswering(chatId)).toBe(true);

    streamWords(runs[0], 'Trains cost **little** money.');
    await waitForDrawing();
    expect(lastAnswer()).toHaveTextContent('Trains cost little money.');
    runs[0]?.write({ type: 'citations', citations: [sampleCitation(), sampleCitation({ number: 2, pagenumber: 7 })] });
    runs[0]?.write({ type: 'done', finish: 'stop' });
    runs[0]?.write({ type: 'follow_ups', questions: ['And flights?'] });
    runs[0]?.end();
    await waitForDrawing();
    expect(isChatAnswering(chatId)).toBe(false);
    expect(within(lastAnswer()).getByRole('list', { name: 'Sources' })).toHaveTextContent('Travel policy.pdfp. 3, 7');
    expect(within(lastAnswer()).getByRole('button', { name: 'And flights?' })).toBeInTheDocument();
    await waitFor(() => expect(chats.metadata.map((chat) => chat.Title)).toEqual(['Travel costs', 'Older']));
    expect(server.requestsTo(newChatCall)).toEqual([
      { chat_type: 'chat', chat_id: chatId, chat_settings: defaultSettings.chat },
    ]);
    expect(server.requestsTo(generateTitle)).toEqual([{ convo_id: chatId, text: 'What do trains cost?' }]);
  });

  it('no title is generated if the chat has one', async () => {
    const runs = serveChat(server);
    const chat = sampleMetadata({ Title: 'Budget', LastUpdated: '2020-01-01T00:00:00.000Z' });
    chats.metadata = [chat];
    server.answer(getChat, () => sampleChat(chat));
    await openChat(chat.ConversationId);
    await send(chat.ConversationId, { text: 'Hello', files: [] });
    finishAnswer(runs[0]);
    await waitForDrawing();
    expect(server.requestsTo(generateTitle)).toEqual([]);
    expect(server.requestsTo(newChatCall)).toEqual([]);
    expect(Date.parse(chats.metadata[0]?.LastUpdated ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('repeated Enter sends it only once, and empty text is never sent', async () => {
    serveChat(server);
    const chatId = openNewChat();
    await Promise.all([
      send(chatId, { text: 'Hello', files: [] }),
      send(chatId, { text: 'Hello', files: [] }),
      send(chatId, { text: ' \n', files: [] }),
    ]);
    expect(server.requestsTo(chatResponse)).toHaveLength(1);
    expect(chats.open[chatId]?.entries).toHaveLength(2);
  });

  it('she sees an error if no title can be generated, and the answer stays', async () => {
    const runs = serveChat(server);
    server.answer(generateTitle, () => Promise.reject(new AvaError('unexpected')));
    const chatId = openNewChat();
    showConversation(chatId);
    await act(() => send(chatId, { text: 'Hello', files: [] }));
    streamWords(runs[0], 'Good morning.');
    finishAnswer(runs[0]);
    await waitForDrawing();
    expect(lastAnswer()).toHaveTextContent('Good morning.');
    expect(toasts.entries.map((toast) => toast.text)).toEqual([
      "Sorry, I encountered an error processing your request. I had trouble generating a chat title. I'm having trouble connecting to my services. Please try again in a few minutes.",
    ]);
  });

  it('the chat is named after her question, without an error, if her budget is used up', async () => {
    const runs = serveChat(server);
    const spent = new AvaError('budget_used_up', { data: { title: 'What do trains cost?' } });
    server.answer(generateTitle, () => Promise.reject(spent));
    const chatId = openNewChat();
    showConversation(chatId);
    await act(() => send(chatId, { text: 'What do trains cost?', files: [] }));
    streamWords(runs[0], 'Much.');
    finishAnswer(runs[0]);
    await waitForDrawing();
    expect(chats.metadata.find((chat) => chat.ConversationId === chatId)?.Title).toBe('What do trains cost?');
    expect(toasts.entries).toEqual([]);
  });

  it('an unknown mention gets a fixed answer without a model call', async () => {
    serveChat(server);
    server.answer(appendMessage, ({ message_id }) => ({ message_id: message_id ?? sampleId() }));
    const chatId = openNewChat();
    showConversation(chatId);
    await act(() => send(chatId, { text: '[Nobody] hello', files: [], mentions: ['Nobody'] }));
    expect(lastAnswer()).toHaveTextContent(errors.invalid_mention.detail);
    expect(server.requestsTo(chatResponse)).toEqual([]);
    expect(server.requestsTo(appendMessage).map((ask) => ask.message_type)).toEqual(['user', 'system']);
    expect(server.requestsTo(generateTitle)).toEqual([]);
    fireEvent.click(within(lastAnswer()).getByRole('button', { name: 'Edit message' }));
    expect(toOutput(ensureDraft(chatId).document).text).toBe('[Nobody] hello');
  });
});

describe('under an answer', () => {
  /** @shows Copied! */
  it('Ada copies its Markdown and opens its insights', async () => {
    const writeText = jest.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    const answer = sampleMessage({ source: 'AVA', content: 'Trains cost **little**.' });
    const chat = sampleMetadata();
    server.answer(getChat, () => sampleChat(chat, sampleMessage(), answer));
    server.answer(getAnswerMetadata, ({ message_id }) => ({
      message_id,
      used_model: 'sample-chat',
      temperature: 0.5,
      training_data_cutoff: 'June 2024',
      prompt_tokens: 1_234,
      answer_tokens: null,
      first_token_ms: 420,
      total_ms: 2_600,
      EMBEDDING_MODEL: null,
      similarity_search_time: null,
      detected_intent: null,
    }));
    showConversation(chat.ConversationId);
    await act(() => openChat(chat.ConversationId));
    fireEvent.click(within(lastAnswer()).getByRole('button', { name: 'Copy' }));
    expect(await within(lastAnswer()).findByRole('button', { name: 'Copied!' })).toBeInTheDocument();
    expect(writeText).toHaveBeenCalledWith('Trains cost **little**.');
    fireEvent.click(within(lastAnswer()).getByRole('button', { name: 'Insights' }));
    const dialog = await screen.findByRole('dialog', { name: 'Insights' });
    expect(await within(dialog).findByText('1,234')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Time to first words0.4 s');
    expect(dialog).not.toHaveTextContent('Answer tokens');
  });
});
