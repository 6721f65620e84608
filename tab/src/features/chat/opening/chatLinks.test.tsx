import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { getChat, getChats } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { closeDialog, dialogs } from '#tab/shell/dialogs.ts';
import { SlotsProvider, useSlots } from '#tab/shell/layout/slots.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { writeLocal } from '#tab/state/localStorage.ts';
import { setStorageOwner } from '#tab/state/storageOwner.ts';
import { beginStory } from '#tab/testing/chatStory.ts';
import { waitForDrawing, showConversation } from '#tab/testing/conversationStory.tsx';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { ada, sampleChat, sampleId, sampleMessage, sampleMetadata } from '#tab/testing/samples.ts';
import ExportMenu from '#tab/features/exports/ExportMenu.tsx';
import { startChats } from '#tab/features/chat/chat.actions.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { Conversation } from '#tab/features/chat/conversation/Conversation.tsx';
import { copyChatLink } from '#tab/features/chat/history/history.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('#tab/state/browserDatabase.ts');

const server = api as FakeApi;
const linked = sampleMetadata({ Title: 'Travel costs' });
const question = sampleMessage({ content: 'What do trains cost?' });

function arriveAt(search: string): void {
  window.history.replaceState(null, '', `/${search}`);
}

function ConversationWithExports() {
  return (
    <SlotsProvider value={{ ...useSlots(), ExportMenu }}>
      <Conversation chatId={linked.ConversationId} />
    </SlotsProvider>
  );
}

beforeEach(() => {
  server.reset();
  server.answer(getChats, () => ({ chats: [] }));
  toasts.entries = [];
  localStorage.clear();
  setStorageOwner(ada);
  beginStory();
});
afterEach(() => {
  arriveAt('');
  closeDialog();
});

it('opens the linked chat once and removes the link from the address', async () => {
  server.answer(getChat, () => sampleChat(linked, question));
  arriveAt(`?sub=chat/${linked.ConversationId}`);
  await act(() => startChats(ada.id));
  expect(chats.openId).toBe(linked.ConversationId);
  expect(window.location.search).toBe('');
});

it('shows the linked message', async () => {
  server.answer(getChat, () => sampleChat(linked, question));
  arriveAt(`?sub=${linked.ConversationId}/${question.message_id}`);
  await act(() => startChats(ada.id));
  showConversation(linked.ConversationId);
  await waitForDrawing();
  expect(screen.getByText('What do trains cost?')).toBeInTheDocument();
  expect(chats.linkedMessageId).toBeNull();
  expect(chats.open[linked.ConversationId]?.isAutoscrolling).toBe(false);
});

it('shows an error for an inaccessible chat and opens the chat that was open last', async () => {
  const last = sampleMetadata({ Title: 'Budget' });
  writeLocal('openChat', last.ConversationId);
  server.answer(getChat, ({ convo_id }) => {
    if (convo_id === last.ConversationId) return sampleChat(last, question);
    throw new AvaError('not_found');
  });
  arriveAt(`?sub=chat/${sampleId()}`);
  await act(() => startChats(ada.id));
  expect(toasts.entries.map((toast) => toast.text)).toEqual(['This chat does not exist, or you have no access to it.']);
  expect(chats.openId).toBe(last.ConversationId);
});

describe('a link to export an answer', () => {
  const answer = sampleMessage({ source: 'AVA', content: 'A train costs 40 euros.' });
  const openExportOf = async (messageId: string) => {
    arriveAt(`?sub=chat/${linked.ConversationId}/${messageId}/export`);
    await act(() => startChats(ada.id));
  };
  beforeEach(() => server.answer(getChat, () => sampleChat(linked, question, answer)));

  it('opens the Export menu of the answer once', async () => {
    await openExportOf(answer.message_id);
    render(
      <FluentProvider theme={webLightTheme}>
        <ConversationWithExports />
      </FluentProvider>,
    );
    fireEvent.click(await screen.findByText('Word document'));
    expect(dialogs.open).toMatchObject({ name: 'export', kind: 'docx', target: { messageId: answer.message_id } });
    await waitFor(() => expect(screen.queryByText('Word document')).not.toBeInTheDocument());
    expect(toasts.entries).toEqual([]);
  });

  it.each([
    ['an answer that was deleted', sampleId()],
    ['a question', question.message_id],
  ])('shows an error for %s', async (_, messageId) => {
    await openExportOf(messageId);
    expect(chats.linkedExportId).toBeNull();
    expect(toasts.entries.map((toast) => toast.text)).toEqual([
      "AVA can't find this answer to export it. It may have been deleted.",
    ]);
  });

  it('shows an error for a chat that only the cache of the browser still has', async () => {
    await openExportOf(answer.message_id);
    server.answer(getChat, () => {
      throw new AvaError('not_found');
    });
    await openExportOf(answer.message_id);
    expect(chats.openId).not.toBe(linked.ConversationId);
    expect(toasts.entries.map((toast) => toast.text)).toEqual([chatTexts.linkedChatMissing]);
  });
});

it('Copy link copies an address that opens the chat', async () => {
  const writeText = jest.fn().mockResolvedValue(undefined);
  Object.assign(navigator, { clipboard: { writeText } });
  await copyChatLink(linked.ConversationId);
  expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/?sub=chat%2F${linked.ConversationId}`);
  expect(toasts.entries.map((toast) => toast.text)).toEqual(['Link copied']);
});
