import { act, screen, waitFor } from '@testing-library/react';
import { getAnswerMetadata } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import { getSimilarityResults } from '#contract/sites/search.ts';
import { getEmbeddedFiles } from '#contract/sites/corpusFiles.ts';
import { api } from '#tab/api.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import {
  beginKnowledgeStory,
  setSites,
  press,
  sampleEmbedded,
  sampleSite,
  show,
  siteIds,
} from '#tab/testing/knowledgeStory.tsx';
import { sampleCitation, sampleMessage } from '#tab/testing/samples.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { openNewChat } from '#tab/features/chat/opening/open.actions.ts';
import { toEntry } from '#tab/features/chat/opening/reconcile.rules.ts';
import { selectSite } from '#tab/features/knowledge/siteSelection.actions.ts';
import { searches } from '#tab/features/knowledge/siteSelection.state.ts';
import { EmbeddedFilesTab } from './EmbeddedFilesTab.tsx';
import { showPassages } from './passages.actions.ts';
import { shownPassages } from './passages.state.ts';
import { SearchTab } from './SearchTab.tsx';
import { workspace } from './workspace.state.ts';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

const server = api as FakeApi;
let chatId: string;

const cited = sampleCitation({ fileid: '01HOTELS', filename: 'Hotels.pdf', site: siteIds.finance });
const answer = (links = [cited]) => toEntry(sampleMessage({ source: 'AVA', content: 'Yes [1].', links }));

beforeEach(() => {
  server.reset();
  beginKnowledgeStory();
  setSites(sampleSite());
  shownPassages.messageId = null;
  chatId = openNewChat('search');
  server.answer(getSimilarityResults, ({ end, delta }) => ({
    results: Array.from({ length: Math.min(Number(end ?? 20), 30) }, (_, index) => ({
      ...cited,
      number: index + 1,
      text: Number(delta) > 0 ? 'What stands around it.' : 'A night in a hotel is paid.',
      wasRead: true,
    })),
    total: 30,
  }));
});

function have(...entries: ReturnType<typeof answer>[]): void {
  const chat = chats.open[chatId];
  if (chat) chat.entries = entries;
}

async function open(): Promise<void> {
  show(<SearchTab empty="Nothing found yet" />);
  await act(async () => undefined);
}

describe('the passages of a search', () => {
  it('are those of the newest answer, best first, with the search insights', async () => {
    server.answer(getAnswerMetadata, ({ message_id }) => ({
      message_id,
      used_model: 'sample',
      temperature: 0.5,
      training_data_cutoff: '',
      prompt_tokens: null,
      answer_tokens: null,
      first_token_ms: null,
      total_ms: null,
      EMBEDDING_MODEL: 'ava-lexical',
      similarity_search_time: 120,
      detected_intent: { category: 'lookup', reason: 'asks for one fact' },
    }));
    have(answer(), answer());
    await open();
    const newest = chats.open[chatId]?.entries.at(-1)?.message_id;
    expect(server.requestsTo(getSimilarityResults)).toEqual([{ id: newest, start: 0, end: 20, delta: 0 }]);
    const passages = await screen.findAllByRole('article');
    expect(passages).toHaveLength(20);
    expect(passages[0]).toHaveTextContent('page 3 · Rank 1');
    expect(await screen.findByText('lookup: asks for one fact')).toBeInTheDocument();
    expect(screen.getByText('ava-lexical')).toBeInTheDocument();
  });

  it('can be extended with more passages and the text around them, and each opens at its location', async () => {
    have(answer());
    await open();
    await screen.findAllByRole('article');
    await press('Show more (10)');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(30));
    await press('Show the text around each passage', 'switch');
    await waitFor(() => expect(screen.getAllByText('What stands around it.')).toHaveLength(30));
    await act(async () => void screen.getAllByRole('button', { name: 'Open' })[0]?.click());
    expect(layout.workspaceTab).toBe('File Viewer');
    expect(workspace.viewer).toMatchObject({ target: { fileId: '01HOTELS', page: 3, site: siteIds.finance } });
  });

  it('are those of an older answer when it is selected', async () => {
    have(answer(), answer());
    const older = chats.open[chatId]?.entries[0]?.message_id ?? '';
    showPassages(older);
    expect(layout.workspaceTab).toBe('Search');
    await open();
    expect(server.requestsTo(getSimilarityResults)[0]?.id).toBe(older);
  });

  it('are not requested for an answer without a site', async () => {
    have(answer([sampleCitation({ site: null })]));
    await open();
    expect(screen.getByText('Nothing found yet')).toBeInTheDocument();
    expect(server.requestsTo(getSimilarityResults)).toEqual([]);
  });

  /** @shows Failed to fetch similarity search results */
  it('show an error when they could not be loaded, and retry', async () => {
    server.answer(getSimilarityResults, () => Promise.reject(new AvaError('unexpected')));
    have(answer());
    await open();
    expect(await screen.findByText('Failed to fetch similarity search results')).toBeInTheDocument();
    server.answer(getSimilarityResults, () => ({ results: [], total: 0 }));
    await press('Retry');
    expect(await screen.findByText('Nothing found yet')).toBeInTheDocument();
  });
});

describe('the files of the site', () => {
  beforeEach(() => {
    server.answer(getEmbeddedFiles, () => ({
      files: [
        sampleEmbedded(),
        sampleEmbedded({ DataSourceId: '01VAULT', DataSourceName: 'Vault.pdf', state: 'failed' }),
      ],
    }));
  });

  it('are listed; selected ones limit the search', async () => {
    selectSite(chatId, siteIds.finance);
    show(<EmbeddedFilesTab empty="No embedded files yet" />);
    await screen.findByText('Budget 2027.pdf');
    expect(screen.getByText('Could not be read')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Search only in Vault.pdf' })).toBeDisabled();
    await press('Search only in Budget 2027.pdf', 'checkbox');
    expect(searches[chatId]?.files).toEqual(['01BUDGET']);
    expect(await screen.findByText('Only 1 file is searched.')).toBeInTheDocument();
    await press('Search only in Budget 2027.pdf', 'checkbox');
    expect(searches[chatId]?.files).toEqual([]);
  });

  it('are not listed before a site is selected', async () => {
    show(<EmbeddedFilesTab empty="No embedded files yet" />);
    expect(screen.getByText('No embedded files yet')).toBeInTheDocument();
    expect(server.requestsTo(getEmbeddedFiles)).toEqual([]);
  });
});
