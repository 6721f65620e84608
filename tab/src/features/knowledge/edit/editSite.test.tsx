import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { AvaError } from '#contract/errors.ts';
import { getCorpus, getSiteInsights, updateCorpus } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import {
  beginKnowledgeStory,
  setSites,
  press,
  sampleSite,
  show,
  siteIds,
  getToastTexts,
} from '#tab/testing/knowledgeStory.tsx';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import EditSiteDialog from './EditSiteDialog.tsx';
import SiteInsightsDialog from './SiteInsightsDialog.tsx';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

const server = api as FakeApi;
const onClose = jest.fn();
const finance = sampleSite({ can: { edit: true, removeAnyFile: true } });

beforeEach(() => {
  server.reset();
  beginKnowledgeStory();
  onClose.mockClear();
  setSites(finance);
  server.answer(getCorpus, () => ({ sites: [finance] }));
  server.answer(updateCorpus, ({ to_corpus }) => ({ ...finance, ...to_corpus }));
});

async function edit(): Promise<void> {
  show(<EditSiteDialog siteId={siteIds.finance} onClose={onClose} />);
  await act(async () => undefined);
}

const write = (field: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value } });

describe('when Ada edits the details of Finance', () => {
  it('she sees a spinner, then description and prompt; Done closes the unchanged dialog', async () => {
    let answer: () => void = () => undefined;
    server.answer(getCorpus, () => new Promise((resolve) => (answer = () => resolve({ sites: [finance] }))));
    await edit();
    expect(screen.getByRole('progressbar')).toBeInTheDocument();
    await act(async () => answer());
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Budgets and travel rules.');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveAttribute('rows', '3');
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveAttribute('rows', '4');
    await press('Done');
    expect(onClose).toHaveBeenCalled();
    expect(server.requestsTo(updateCorpus)).toEqual([]);
  });

  /** @shows Save Changes */
  /** @shows Done */
  /** @shows Saving... */
  /** @shows Changes saved successfully! */
  it('she sees a note and the updated card after saving; another edit removes the note', async () => {
    let saved: () => void = () => undefined;
    server.answer(
      updateCorpus,
      ({ to_corpus }) => new Promise((resolve) => (saved = () => resolve({ ...finance, ...to_corpus }))),
    );
    await edit();
    write('Description', 'All about money.');
    await press('Save Changes');
    expect(screen.getByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true');
    await act(async () => saved());
    expect(screen.getByText('Changes saved successfully!')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Done' })).toBeInTheDocument();
    expect(sites.accessible[0]?.CorpusDescription).toBe('All about money.');
    expect(server.requestsTo(updateCorpus)).toEqual([
      {
        site_id: siteIds.finance,
        from_corpus: { CorpusDescription: 'Budgets and travel rules.', CorpusPrompt: 'Answer briefly.' },
        to_corpus: { CorpusDescription: 'All about money.', CorpusPrompt: 'Answer briefly.' },
      },
    ]);
    write('Prompt', 'Be brief.');
    expect(screen.queryByText('Changes saved successfully!')).toBeNull();
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeInTheDocument();
    await press('Save Changes');
    expect(server.requestsTo(updateCorpus)[1]?.from_corpus).toEqual({
      CorpusDescription: 'All about money.',
      CorpusPrompt: 'Answer briefly.',
    });
  });

  it("she sees the server's error after a failed save, and her text stays", async () => {
    server.answer(updateCorpus, () => Promise.reject(new AvaError('corpus_changed')));
    await edit();
    write('Description', 'Mine');
    await press('Save Changes');
    expect(screen.getByRole('alert')).toHaveTextContent('Someone else has changed this corpus.');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine');
  });

  /** @shows Failed to update corpus information */
  it('she sees the message of an unexpected error, or a general one if it is empty', async () => {
    server.answer(updateCorpus, () => Promise.reject(new TypeError('The network is away.')));
    await edit();
    write('Description', 'Mine');
    await press('Save Changes');
    expect(screen.getByRole('alert')).toHaveTextContent('The network is away.');
    server.answer(updateCorpus, () => Promise.reject(new Error('')));
    await press('Save Changes');
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to update corpus information');
  });

  /** @shows Failed to load corpus information */
  it('she sees an error if nothing could be loaded, and can retry', async () => {
    server.answer(getCorpus, () => Promise.reject(new AvaError('unexpected')));
    await edit();
    expect(getToastTexts()).toEqual(['Failed to load corpus information']);
    server.answer(getCorpus, () => ({ sites: [finance] }));
    await press('Retry');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Answer briefly.'));
  });
});

describe('the insights of a site', () => {
  it('list failed files with reasons, files that were never cited, and unanswered questions', async () => {
    server.answer(getSiteInsights, () => ({
      failed: [{ name: 'Vault.pdf', reason: 'The file is protected with a password.' }],
      neverCited: ['Audit.docx'],
      feedback: {
        likes: 4,
        dislikes: 1,
        comments: [{ reaction: 'dislike' as const, comment: 'Too old.', date: '2026-11-20' }],
      },
      unanswered: [{ terms: 'parking permit', askers: 5 }],
    }));
    show(<SiteInsightsDialog siteId={siteIds.finance} onClose={onClose} />);
    expect(await screen.findByText('Vault.pdf')).toBeInTheDocument();
    expect(screen.getByText('The file is protected with a password.')).toBeInTheDocument();
    expect(screen.getByText('Audit.docx')).toBeInTheDocument();
    expect(screen.getByText('parking permit').closest('li')).toHaveTextContent('5 people');
    expect(screen.getByRole('heading', { name: 'Feedback: 4 good, 1 bad' })).toBeInTheDocument();
    expect(screen.getByText('Too old.').closest('li')).toHaveTextContent('Bad answer');
    expect(screen.getByRole('heading', { name: 'Insights of Finance' })).toBeInTheDocument();
  });

  it('contain a sentence when there are no problems', async () => {
    server.answer(getSiteInsights, () => ({
      failed: [],
      neverCited: [],
      unanswered: [],
      feedback: { likes: 0, dislikes: 0, comments: [] },
    }));
    show(<SiteInsightsDialog siteId={siteIds.finance} onClose={onClose} />);
    expect(await screen.findByText('Every file of this corpus could be read.')).toBeInTheDocument();
  });
});
