import { FluentProvider, teamsLightTheme } from '@fluentui/react-components';
import { act, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { upsertChat } from '#contract/chats/chat.ts';
import { getFileText } from '#contract/files/files.ts';
import type { FileText } from '#contract/runs/jobs.ts';
import { api } from '#tab/api.ts';
import { writeDraggedEntry } from '#tab/shell/entryDrag.ts';
import { selectWorkspaceTab } from '#tab/shell/layout/layout.actions.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { session } from '#tab/state/session.state.ts';
import { sampleId, sampleMetadata, sampleOrganization, signedInAsAda } from '#tab/testing/samples.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { keepResult } from './workspace.actions.ts';
import { openInViewer } from './viewer/viewer.actions.ts';
import Workspace from './Workspace.tsx';
import { beginWorkspaceStory, makeTransfer, type FakeWorkspaces } from '#tab/testing/workspaceStory.ts';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));
jest.mock('#tab/ui/Markdown.tsx', () => ({ __esModule: true, default: ({ text }: { text: string }) => text }));

const server = api as FakeApi;
let saved: FakeWorkspaces;
beforeEach(() => {
  saved = beginWorkspaceStory(server, { notes: 'Ask Ben about Oslo.', results: [] });
});

function show() {
  return render(
    <FluentProvider theme={teamsLightTheme}>
      <Workspace />
    </FluentProvider>,
  );
}

/** @shows Embedded Files */
/** @shows File Viewer */
/** @shows Task Output */
/** @shows Results */
it('shows an empty state in each tab', async () => {
  show();
  for (const [tab, title] of [
    ['Embedded Files', 'No embedded files yet'],
    ['File Viewer', 'No file open'],
    ['Search', 'Nothing found yet'],
    ['Task Output', 'No task has run yet'],
    ['Results', 'No results yet'],
  ] as const) {
    act(() => selectWorkspaceTab(tab));
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
  }
});

it('has no Task Output where Tasks are off, even if that tab was shown last', async () => {
  const { person, models } = signedInAsAda();
  const features = { ...sampleOrganization().features, tasks: false };
  session.status = { name: 'signedIn', person, models, organization: sampleOrganization({ features }) };
  act(() => selectWorkspaceTab('Task Output'));
  show();
  expect(await screen.findByRole('heading', { name: 'No file open' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'File Viewer' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByText(/task/i)).toBeNull();
});

it('keeps the same answer only once, after earlier results, and links the workspace to its chat', async () => {
  saved.saveElsewhere({ notes: 'Oslo', results: [{ messageId: 'm1', content: 'Lisbon: 140 euros' }] });
  const { id } = saved;
  chats.metadata = [{ ...sampleMetadata(), ConversationId: id, WorkspaceId: null }];
  server.answer(upsertChat, () => ({ ...sampleMetadata(), ConversationId: id, WorkspaceId: id }));

  keepResult('m2', 'Oslo: 190 euros');
  keepResult('m2', 'Oslo: 190 euros');

  await waitFor(() => expect(saved.get()?.results.map(({ messageId }) => messageId)).toEqual(['m1', 'm2']));
  expect(saved.get()?.notes).toBe('Oslo');
  await waitFor(() => expect(chats.metadata[0]?.WorkspaceId).toBe(id));
  expect(server.requestsTo(upsertChat)).toEqual([{ chat_id: id, workspace_id: id }]);
});

it('keeps an answer that is dragged onto it and shows it among the results', async () => {
  layout.workspaceTab = 'File Viewer';
  const { container } = show();
  const dataTransfer = makeTransfer();
  writeDraggedEntry(dataTransfer, { messageId: 'm3', content: 'Meals are paid by the day.' });
  const target = container.querySelector('[role="tabpanel"]')?.parentElement ?? container;

  const dragOver = createEvent.dragOver(target, { dataTransfer });
  fireEvent(target, dragOver);
  expect(dragOver.defaultPrevented).toBe(true);
  fireEvent.drop(target, { dataTransfer });

  expect(layout.workspaceTab).toBe('Results');
  expect(await screen.findByText('Meals are paid by the day.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove from results' }));
  expect(await screen.findByRole('heading', { name: 'No results yet' })).toBeVisible();
});

const policy: FileText = {
  file_id: sampleId(),
  fileName: 'Travel policy.pdf',
  fileType: 'PDF',
  fileSize: 1_000,
  message: '',
  used_ocr: false,
  tokens: 20,
  extraction: {
    type: 'PDF',
    pages: 3,
    usedOcr: false,
    parts: [
      { location: { kind: 'page', page: 1 }, text: 'Introduction.' },
      { location: { kind: 'page', page: 3 }, text: 'Hotels may cost\nup to 140 euros a night.' },
    ],
  },
};
const target = { fileId: policy.file_id, fileName: policy.fileName, fileType: 'PDF', page: 3 };

it('opens a file at the cited passage', async () => {
  server.answer(getFileText, () => policy);
  show();
  await act(() => openInViewer({ ...target, quote: 'cost up to 140 euros' }));
  expect(screen.getByText(/cost\s+up to 140 euros/, { selector: 'mark' })).toBeVisible();
  expect(screen.getByText('Page 3')).toBeVisible();
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
});

it('shows the page and a note when the passage is not in the text', async () => {
  server.answer(getFileText, () => policy);
  show();
  await act(() => openInViewer({ ...target, quote: 'breakfast is included' }));
  expect(screen.getByText(/The passage couldn't be found/)).toBeVisible();
});

/** @shows Unable to load file. */
it('shows an error when a file fails to load, and loads it on retry', async () => {
  show();
  await act(() => openInViewer(target));
  expect(screen.getByText('Unable to load file.')).toBeVisible();
  server.answer(getFileText, () => policy);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Introduction.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close file' }));
  expect(await screen.findByRole('heading', { name: 'No file open' })).toBeVisible();
});
