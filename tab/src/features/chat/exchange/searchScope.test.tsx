import { defaultSettings } from '#contract/settings.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { chatResponse, getChat, newChat as newChatCall } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import { searchResponse, searchResponseWithContext } from '#contract/sites/search.ts';
import { regenerateSearchResponse } from '#contract/chats/versions.ts';
import { getFunctionGroups, getSiteOfMention, TOO_MANY_SITES } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { createFakeRun, type FakeRun } from '#tab/testing/chatStory.ts';
import {
  waitForDrawing,
  finishAnswer,
  lastAnswer,
  streamWords,
  serveChat,
  showConversation,
} from '#tab/testing/conversationStory.tsx';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { beginKnowledgeStory, setSites, sampleSite, siteIds } from '#tab/testing/knowledgeStory.tsx';
import { setStorageOwner } from '#tab/state/storageOwner.ts';
import { ada, sampleCitation, sampleFile, sampleId, sampleMetadata } from '#tab/testing/samples.ts';
import { selectFiles, selectSite, selectSites } from '#tab/features/knowledge/siteSelection.actions.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { loadMentionGroups } from '#tab/features/chat/mentions/mentionGroups.actions.ts';
import { openLastChat, openNewChat, openChat } from '#tab/features/chat/opening/open.actions.ts';
import { getChatType } from '#tab/features/chat/history/metadata.actions.ts';
import { regenerate } from './regenerate.actions.ts';
import { send } from './send.actions.ts';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));
jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: () => Promise.resolve(null),
  writeDatabase: () => Promise.resolve(),
  deleteDatabase: () => Promise.resolve(),
}));

const server = api as FakeApi;
const { finance } = siteIds;
const question = { text: 'What is paid for a hotel?', files: [] };

function serveSearches(): FakeRun[] {
  const runs = serveChat(server);
  const start = ({ request_id }: { request_id?: string | undefined }) => {
    const run = createFakeRun(request_id ?? sampleId());
    runs.push(run);
    return run.open();
  };
  server.open(searchResponse, start);
  server.open(searchResponseWithContext, start);
  server.answer(newChatCall, ({ chat_id, chat_type }) =>
    sampleMetadata({
      ConversationId: chat_id ?? sampleId(),
      ConversationType: chat_type === 'search' ? 'knowledge_search' : 'standard_chat',
      Title: chat_type === 'search' ? 'New Search' : 'New Chat',
    }),
  );
  return runs;
}

beforeEach(() => {
  server.reset();
  beginKnowledgeStory();
  setSites(sampleSite());
  localStorage.clear();
  setStorageOwner(ada);
});
afterAll(() => setStorageOwner(null));

describe('Ada in Knowledge Search', () => {
  it('gets an answer from the files of Finance; the search has a title and its site', async () => {
    const runs = serveSearches();
    const chatId = openNewChat('search');
    selectSite(chatId, finance);
    showConversation(chatId);
    await act(() => send(chatId, question));
    expect(server.requestsTo(newChatCall)).toEqual([
      { chat_type: 'search', chat_id: chatId, chat_settings: defaultSettings.ks },
    ]);
    expect(server.requestsTo(searchResponse)[0]).toMatchObject({
      convo_id: chatId,
      site_id: finance,
      selected_ks_files: [],
      text: question.text,
    });
    expect(server.requestsTo(chatResponse)).toEqual([]);
    streamWords(runs[0], 'Up to 140 euros [1].');
    runs[0]?.write({ type: 'citations', citations: [sampleCitation({ site: finance, fileid: '01HOTELS' })] });
    finishAnswer(runs[0]);
    await waitForDrawing();
    expect(within(lastAnswer()).getByRole('button', { name: 'Show passages found' })).toBeInTheDocument();
    await waitFor(() => expect(chats.metadata[0]).toMatchObject({ Title: 'Travel costs', ChatCorpus: finance }));
    expect(getChatType(chatId)).toBe('search');
  });

  it('searches only in the files that she selected', async () => {
    serveSearches();
    const chatId = openNewChat('search');
    selectSite(chatId, finance);
    selectFiles(chatId, ['01HOTELS']);
    await act(() => send(chatId, question));
    expect(server.requestsTo(searchResponse)[0]?.selected_ks_files).toEqual(['01HOTELS']);
  });

  /** @shows Site ID not found for knowledge search */
  it('sees an error if she sends a message without selecting a site', async () => {
    serveSearches();
    const chatId = openNewChat('search');
    showConversation(chatId);
    await act(() => send(chatId, question).catch(() => undefined));
    expect(lastAnswer()).toHaveTextContent('Site ID not found for knowledge search');
    expect(server.requestsTo(searchResponse)).toEqual([]);
  });

  it('regenerates an answer from the site that it cites, although another one is selected now', async () => {
    const runs = serveSearches();
    server.open(regenerateSearchResponse, () => createFakeRun(sampleId()).open());
    const chatId = openNewChat('search');
    selectSite(chatId, finance);
    showConversation(chatId);
    await act(() => send(chatId, question));
    runs[0]?.write({ type: 'citations', citations: [sampleCitation({ site: finance })] });
    finishAnswer(runs[0]);
    await waitForDrawing();
    act(() => {
      selectSite(chatId, siteIds.help);
      selectFiles(chatId, ['01HELP']);
    });
    await act(() => regenerate(chatId, chats.open[chatId]?.entries.at(-1)?.message_id ?? ''));
    expect(server.requestsTo(regenerateSearchResponse)[0]).toMatchObject({ site_id: finance, selected_ks_files: [] });
  });

  it('asks all of her sites, and can narrow the next question to the one that the answer came from', async () => {
    const runs = serveSearches();
    setSites(sampleSite(), sampleSite({ SiteId: siteIds.design, SiteName: 'Design' }));
    const chatId = openNewChat('search');
    selectSites(chatId, 'all');
    showConversation(chatId);
    await act(() => send(chatId, question));
    expect(server.requestsTo(searchResponse)[0]).toMatchObject({ all_sites: true });
    expect(server.requestsTo(searchResponse)[0]).not.toHaveProperty('site_id');
    streamWords(runs[0], 'Up to 140 euros [1].');
    runs[0]?.write({ type: 'citations', citations: [sampleCitation({ site: finance, fileid: '01HOTELS' })] });
    finishAnswer(runs[0]);
    await waitForDrawing();
    await waitFor(() => expect(chats.metadata[0]).toMatchObject({ ChatCorpus: null, ChatSites: 'all' }));
    const narrow = () => within(lastAnswer()).queryByRole('button', { name: 'Search only Finance' });
    await act(async () => narrow()?.click());
    expect(narrow()).toBeNull();
    await act(() => send(chatId, { ...question, text: 'And in Lyon?' }));
    expect(server.requestsTo(searchResponse)[1]).toMatchObject({ site_id: finance });
    expect(server.requestsTo(searchResponse)[1]).not.toHaveProperty('all_sites');
  });

  it('asks several sites, and an answer that is written again searches all of them', async () => {
    const runs = serveSearches();
    server.open(regenerateSearchResponse, () => createFakeRun(sampleId()).open());
    const chatId = openNewChat('search');
    const both = [finance, siteIds.design];
    selectSites(chatId, both);
    showConversation(chatId);
    await act(() => send(chatId, question));
    expect(server.requestsTo(searchResponse)[0]).toMatchObject({ site_id: finance, site_ids: both });
    runs[0]?.write({ type: 'citations', citations: [sampleCitation({ site: siteIds.design })] });
    finishAnswer(runs[0]);
    await waitForDrawing();
    await act(() => regenerate(chatId, chats.open[chatId]?.entries.at(-1)?.message_id ?? ''));
    expect(server.requestsTo(regenerateSearchResponse)[0]).toMatchObject({ site_id: finance, site_ids: both });
  });

  it('can write @ as plain text', async () => {
    serveSearches();
    const chatId = openNewChat('search');
    selectSite(chatId, finance);
    await act(() => send(chatId, { ...question, text: '@home, what is paid?' }));
    expect(server.requestsTo(searchResponse)[0]?.text).toBe('@home, what is paid?');
  });

  it('comes back to the search that was open last; Chat opens the chat that was open last', async () => {
    serveSearches();
    server.answer(getChat, () => Promise.reject(new AvaError('not_found')));
    const search = openNewChat('search');
    const chat = openNewChat();
    await openLastChat('search');
    expect([chats.openId, getChatType(search)]).toEqual([search, 'search']);
    await openLastChat();
    expect([chats.openId, getChatType(chat)]).toEqual([chat, 'chat']);
    await openChat(search);
    expect(getChatType(search)).toBe('search');
  });
});

describe('a mention in Chat', () => {
  beforeEach(async () => {
    const site = { group_description: '', site_link: 'https://northwind.sharepoint.example/sites/one' };
    server.answer(getFunctionGroups, () => ({
      groups: [
        { ...site, group_name: 'Finance', section: 'Knowledge Search' as const },
        { ...site, group_name: 'AVA Help', section: 'AVA-provided' as const },
        { ...site, site_link: null, group_name: 'Calendar', section: 'Connected Data' as const },
      ],
    }));
    server.answer(getSiteOfMention, () => ({ site_id: finance }));
    await loadMentionGroups();
  });

  it('of Finance gets an answer from that site', async () => {
    serveSearches();
    const chatId = openNewChat();
    await act(() => send(chatId, { text: '[Finance] what is paid?', files: [], mentions: ['Finance'] }));
    expect(server.requestsTo(getSiteOfMention)).toEqual([{ mention_name: 'Finance' }]);
    expect(server.requestsTo(searchResponse)[0]).toMatchObject({ site_id: finance, text: '[Finance] what is paid?' });
    expect(getChatType(chatId)).toBe('chat');
  });

  it('of several sites gets an answer from all of them', async () => {
    serveSearches();
    server.answer(getSiteOfMention, ({ mention_name }) => ({
      site_id: mention_name === 'Finance' ? finance : siteIds.help,
    }));
    const text = '[Finance] [AVA Help] what is paid?';
    await act(() => send(openNewChat(), { text, files: [], mentions: ['Finance', 'AVA Help'] }));
    expect(server.requestsTo(searchResponse)[0]).toMatchObject({ site_id: finance, site_ids: [finance, siteIds.help] });
  });

  it('of more sites than a question can have shows an error', async () => {
    serveSearches();
    const names = Array.from({ length: 21 }, (_, n) => `Site ${n + 10}`);
    const groups = names.map((group_name) => ({
      group_name,
      group_description: '',
      site_link: 'https://northwind.sharepoint.example/sites/one',
      section: 'Knowledge Search' as const,
    }));
    server.answer(getFunctionGroups, () => ({ groups }));
    await loadMentionGroups();
    const chatId = openNewChat();
    showConversation(chatId);
    const text = `${names.map((name) => `[${name}]`).join(' ')} what is paid?`;
    await act(() => send(chatId, { text, files: [], mentions: names }).catch(() => undefined));
    expect(lastAnswer()).toHaveTextContent(TOO_MANY_SITES);
    expect(server.requestsTo(searchResponse)).toEqual([]);
  });

  it('is also recognized in the middle of a sentence', async () => {
    serveSearches();
    await act(() => send(openNewChat(), { text: 'What does [finance] pay?', files: [], mentions: ['Finance'] }));
    expect(server.requestsTo(searchResponse)).toHaveLength(1);
  });

  it('of the help corpus, which AVA provides, gets an answer from it', async () => {
    serveSearches();
    server.answer(getSiteOfMention, () => ({ site_id: siteIds.help }));
    await act(() => send(openNewChat(), { text: '[AVA Help] how do I stop?', files: [], mentions: ['AVA Help'] }));
    expect(server.requestsTo(searchResponse)[0]).toMatchObject({ site_id: siteIds.help });
    expect(server.requestsTo(chatResponse)).toEqual([]);
  });

  it('of a group that is not a site goes to the model', async () => {
    serveSearches();
    await act(() => send(openNewChat(), { text: '[Calendar] what is next?', files: [], mentions: ['Calendar'] }));
    await act(() => send(openNewChat(), { text: 'What is [1] about?', files: [] }));
    expect(server.requestsTo(searchResponse)).toEqual([]);
    expect(server.requestsTo(chatResponse)).toHaveLength(2);
  });

  it('of a site that Ada can no longer access shows an error', async () => {
    serveSearches();
    server.answer(getSiteOfMention, () => Promise.reject(new AvaError('not_found')));
    const chatId = openNewChat();
    showConversation(chatId);
    await act(() => send(chatId, { text: '[Finance] what is paid?', files: [] }).catch(() => undefined));
    expect(lastAnswer()).toHaveTextContent('Site ID not found for knowledge search');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
  });

  /** @proves call:searchResponseWithContext */
  it('of a site sends the attached files as well', async () => {
    serveSearches();
    await act(() => send(openNewChat(), { text: '[Finance] and this?', files: [sampleFile()] }));
    expect(server.requestsTo(searchResponseWithContext)[0]).toMatchObject({ site_id: finance });
    expect(server.requestsTo(searchResponseWithContext)[0]?.file_context).toHaveLength(1);
  });
});
