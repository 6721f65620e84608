import { getChat, getChats } from '#contract/chats/chat.ts';
import { api } from '#tab/api.ts';
import { session } from '#tab/state/session.state.ts';
import { beginStory } from '#tab/testing/chatStory.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleChat, sampleMessage, sampleMetadata, signedInAsAda } from '#tab/testing/samples.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { pollChats, startSync } from './chat.sync.ts';
import { openChat } from './open.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');

const server = api as FakeApi;
const chat = sampleMetadata({ Title: 'Travel', LastUpdated: '2025-11-20T09:00:00.000Z' });
const question = sampleMessage();
const written = sampleMessage({ content: 'Written on the phone' });
const contents = () => chats.open[chat.ConversationId]?.entries.map((entry) => entry.content);

beforeEach(async () => {
  server.reset();
  beginStory();
  server.answer(getChats, () => ({ chats: [chat] }));
  server.answer(getChat, () => sampleChat(chat, question));
  await openChat(chat.ConversationId);
});

/** Ada writes on her phone: on the server, the chat gets another message, title and update time. */
function writeOnPhone(): void {
  const later = { ...chat, Title: 'Travel costs', LastUpdated: '2025-11-20T10:00:00.000Z' };
  server.answer(getChats, () => ({ chats: [later] }));
  server.answer(getChat, () => sampleChat(later, question, written));
}

it('refreshes the open chat only if the list shows a change', async () => {
  await pollChats();
  expect(server.requestsTo(getChat)).toHaveLength(1);
  writeOnPhone();
  await pollChats();
  expect(contents()).toEqual([question.content, 'Written on the phone']);
  expect(chats.metadata.map((chat) => chat.Title)).toEqual(['Travel costs']);
});

it('refreshes everything when the window gets the focus', async () => {
  const stop = startSync();
  writeOnPhone();
  window.dispatchEvent(new Event('focus'));
  await new Promise((resolve) => setTimeout(resolve, 10));
  stop();
  expect(contents()).toEqual([question.content, 'Written on the phone']);
});

it('refreshes everything after the person signs in again', async () => {
  const stop = startSync();
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
  session.status = { ...signedInAsAda(), name: 'expired' };
  await pause();
  writeOnPhone();
  session.status = { ...signedInAsAda(), name: 'signedIn' };
  await pause();
  stop();
  expect(contents()).toEqual([question.content, 'Written on the phone']);
});

it('sends no requests while nobody is signed in', async () => {
  const before = server.calls.length;
  session.status = { ...signedInAsAda(), name: 'expired' };
  await pollChats();
  expect(server.calls).toHaveLength(before);
});
