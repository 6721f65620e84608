import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { getEmbeddedFiles, getSiteFiles } from '#contract/sites/corpusFiles.ts';
import { getCorpus, getSiteCandidates, getSiteInsights } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { beginKnowledgeStory, sampleSite, setSites, show, siteIds } from '#tab/testing/knowledgeStory.tsx';
import CorpusFilesDialog from './corpus/CorpusFilesDialog.tsx';
import CreateCorpusDialog from './create/CreateCorpusDialog.tsx';
import EditSiteDialog from './edit/EditSiteDialog.tsx';
import SiteInsightsDialog from './edit/SiteInsightsDialog.tsx';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

const server = api as FakeApi;
const siteId = siteIds.finance;
const dialogs: Record<string, (onClose: () => void) => ReactElement> = {
  Create: (onClose) => <CreateCorpusDialog onClose={onClose} />,
  Edit: (onClose) => <EditSiteDialog siteId={siteId} onClose={onClose} />,
  Insights: (onClose) => <SiteInsightsDialog siteId={siteId} onClose={onClose} />,
  Files: (onClose) => <CorpusFilesDialog siteId={siteId} onClose={onClose} />,
};

/** A screen with a button that opens one of the dialogs. */
function Screen({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && dialogs[name]?.(() => setIsOpen(false))}
    </>
  );
}

const finance = sampleSite({ can: { edit: true, removeAnyFile: true } });
const crawl = { state: 'complete' as const, folders: 1, files: 0, error: null };

beforeEach(() => {
  server.reset();
  beginKnowledgeStory();
  setSites(finance);
});

it.each(Object.keys(dialogs))('%s keeps the focus while it loads, and returns it when it is closed', async (name) => {
  const pending: (() => void)[] = [];
  const later = <Reply,>(reply: Reply) => new Promise<Reply>((resolve) => pending.push(() => resolve(reply)));
  server.answer(getCorpus, () => later({ sites: [finance] }));
  server.answer(getSiteInsights, () =>
    later({ failed: [], neverCited: [], unanswered: [], feedback: { likes: 0, dislikes: 0, comments: [] } }),
  );
  server.answer(getSiteCandidates, () => later({ value: [] }));
  server.answer(getEmbeddedFiles, () => later({ files: [] }));
  server.answer(getSiteFiles, () => later({ files: [], total: 0, crawl }));
  show(<Screen name={name} />);
  const opener = screen.getByRole('button', { name: 'Open' });
  opener.focus();
  await act(async () => void fireEvent.click(opener));

  const dialog = screen.getByRole(name === 'Create' ? 'alertdialog' : 'dialog');
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  await act(async () => pending.forEach((answer) => answer()));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(dialog).toContainElement(document.activeElement as HTMLElement);

  await act(async () => void fireEvent.keyDown(dialog, { key: 'Escape' }));
  await waitFor(() => expect(opener).toHaveFocus());
});
