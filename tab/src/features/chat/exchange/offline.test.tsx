import { act, fireEvent, screen } from '@testing-library/react';
import { cancelChatResponse, chatResponse } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { beginStory, createFakeRun } from '#tab/testing/chatStory.ts';
import {
  finishAnswer,
  lastAnswer,
  serveChat,
  showConversation,
  streamWords,
  waitForDrawing,
} from '#tab/testing/conversationStory.tsx';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { fillDraft, openDraft } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { ensureDraft } from '#tab/features/chat/composer/draft/draft.state.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';
import { submitDraft } from '#tab/features/chat/composer/submitDraft.ts';
import { openNewChat } from '#tab/features/chat/opening/open.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('#tab/state/browserDatabase.ts');

const server = api as FakeApi;

function setOnline(isOnline: boolean): void {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** What `fetch` does without a network. */
const breakConnection = () => {
  throw new AvaError('unexpected', { cause: new TypeError('Failed to fetch') });
};

beforeEach(() => {
  server.reset();
  toasts.entries = [];
  beginStory();
});
afterEach(() => setOnline(true));

async function writeOffline(text: string): Promise<{ chatId: string; sent: Promise<unknown> }> {
  const chatId = openNewChat();
  openDraft(chatId);
  showConversation(chatId);
  await waitForDrawing();
  fillDraft(chatId, text);
  setOnline(false);
  const sent = submitDraft(chatId, 0);
  await waitForDrawing();
  return { chatId, sent };
}

const getDraft = (chatId: string) => toOutput(ensureDraft(chatId).document).text;

describe('a message that Ada sends while offline', () => {
  it('waits, and is sent once when the network returns', async () => {
    const runs = serveChat(server);
    const { chatId, sent } = await writeOffline('Hello');
    expect(screen.getByRole('article', { name: 'You' })).toHaveTextContent('Hello');
    expect(lastAnswer()).toHaveTextContent("Waiting for the connection. Your message is sent when you're back online.");
    expect(server.calls).toEqual([]);

    setOnline(true);
    await act(() => sent);
    expect(server.requestsTo(chatResponse)).toHaveLength(1);
    streamWords(runs[0], 'Good morning.');
    finishAnswer(runs[0]);
    await waitForDrawing();
    expect(lastAnswer()).toHaveTextContent('Good morning.');
    expect(lastAnswer()).not.toHaveTextContent('Waiting');
    expect(getDraft(chatId)).toBe('');
  });

  it('can be canceled; its text returns to the composer and nothing is sent', async () => {
    serveChat(server);
    const { chatId, sent } = await writeOffline('Hello');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await act(() => sent);
    expect(chats.open[chatId]?.entries).toEqual([]);
    expect(getDraft(chatId)).toBe('Hello');
    setOnline(true);
    await waitForDrawing();
    expect(server.calls).toEqual([]);
    expect(toasts.entries).toEqual([]);
  });

  it('is one message although the connection broke after the server had it', async () => {
    serveChat(server);
    let attempts = 0;
    server.open(chatResponse, ({ request_id }) => {
      attempts += 1;
      if (attempts === 1) {
        setOnline(false);
        return breakConnection();
      }
      if (attempts === 2) return breakConnection();
      return createFakeRun(request_id ?? '').open();
    });
    const chatId = openNewChat();
    openDraft(chatId);
    await waitForDrawing();
    fillDraft(chatId, 'Hello');
    const sent = submitDraft(chatId, 0);
    await waitForDrawing();
    expect(attempts).toBe(1);
    setOnline(true);
    await act(() => sent);
    const ids = server.requestsTo(chatResponse).map(({ request_id }) => request_id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(chats.open[chatId]?.entries).toHaveLength(2);
  });

  it('fails with the apology and does not wait when only AVA cannot be reached', async () => {
    serveChat(server);
    server.open(chatResponse, breakConnection);
    const chatId = openNewChat();
    showConversation(chatId);
    openDraft(chatId);
    await waitForDrawing();
    fillDraft(chatId, 'Hello');
    await act(() => submitDraft(chatId, 0));
    expect(lastAnswer()).toHaveTextContent('Sorry, I encountered an error processing your request.');
    expect(server.requestsTo(cancelChatResponse)).toEqual([]);
  });
});
