import { FluentProvider, teamsLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AvaError } from '#contract/errors.ts';
import { saveWorkspace } from '#contract/workspace.ts';
import { api } from '#tab/api.ts';
import { writeDraggedEntry } from '#tab/shell/entryDrag.ts';
import { selectWorkspaceTab } from '#tab/shell/layout/layout.actions.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleId } from '#tab/testing/samples.ts';
import { keepResult, refreshWorkspace, saveNow, switchWorkspace, writeNotes } from './workspace.actions.ts';
import { workspace } from './workspace.state.ts';
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
// The editor is loaded in advance, because a test waits for a lazy component no longer than a second.
beforeAll(() => import('./notes/NotesEditor.tsx'));
beforeEach(() => {
  saved = beginWorkspaceStory(server, { notes: 'Ask Ben about Oslo.', results: [] });
});
afterEach(() => jest.useRealTimers());

const findNotes = () => screen.findByRole('textbox', { name: 'Notes of this chat' });

function show() {
  return render(
    <FluentProvider theme={teamsLightTheme}>
      <Workspace />
    </FluentProvider>,
  );
}

/** @proves call:saveWorkspace */
it('saves notes half a second after the last change', async () => {
  selectWorkspaceTab('Notes');
  show();
  expect(await findNotes()).toHaveTextContent('Ask Ben about Oslo.');
  jest.useFakeTimers();

  act(() => writeNotes('Ask Ben'));
  await act(() => jest.advanceTimersByTimeAsync(499));
  act(() => writeNotes('Ask Cleo'));
  await act(() => jest.advanceTimersByTimeAsync(499));
  expect(server.requestsTo(saveWorkspace)).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(saved.get()?.notes).toBe('Ask Cleo');
  expect(screen.getByText('Saved')).toBeVisible();
});

/** @shows Failed to update workspace */
it('shows an error when notes fail to save, and saves them on retry', async () => {
  server.answer(saveWorkspace, () => {
    throw new AvaError('store_unavailable');
  });
  selectWorkspaceTab('Notes');
  show();
  await findNotes();
  act(() => writeNotes('Ask Cleo'));
  expect(await screen.findByText('Failed to update workspace')).toBeVisible();

  saved.answerSaves();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(saved.get()?.notes).toBe('Ask Cleo'));
});

it('saves the notes when Ada switches to another chat', async () => {
  selectWorkspaceTab('Notes');
  show();
  await findNotes();
  act(() => writeNotes('Half a thou'));
  const otherId = sampleId();
  act(() => switchWorkspace(otherId));
  await waitFor(() => expect(saved.get()?.notes).toBe('Half a thou'));
  expect(await findNotes()).not.toHaveTextContent('Half a thou');
});

describe('notes that another device changed', () => {
  beforeEach(async () => {
    selectWorkspaceTab('Notes');
    show();
    await findNotes();
  });

  it('are shown when Ada returns to the page', async () => {
    saved.saveElsewhere({ notes: 'Ask **Cleo**.', results: [] });
    await act(() => refreshWorkspace());
    expect((await findNotes()).querySelector('strong')).toHaveTextContent('Cleo');
    expect(server.requestsTo(saveWorkspace)).toEqual([]);
  });

  it.each([
    ['Keep mine', 'Ask Elif.'],
    ['Keep the other', 'Ask Cleo.'],
    ['Keep both', 'Ask Cleo.\n\nAsk Elif.'],
  ])('are shown in both versions if Ada changed them as well: %s', async (choice, notes) => {
    saved.saveElsewhere({ notes: 'Ask Cleo.', results: [] });
    act(() => writeNotes('Ask Elif.'));
    await act(() => saveNow());
    expect(await screen.findByText('Your notes were changed on another device')).toBeVisible();
    expect(screen.getByText('Ask Cleo.')).toBeVisible();
    expect(screen.getByText('Ask Elif.')).toBeVisible();
    expect(saved.get()?.notes).toBe('Ask Cleo.');

    await userEvent.click(screen.getByRole('button', { name: choice }));
    await waitFor(() => expect(saved.get()?.notes).toBe(notes));
    expect(await findNotes()).toHaveTextContent(/Ask Elif\.|Ask Cleo\./);
    await waitFor(() => expect(workspace.saving.name).toBe('clean'));
  });

  it('lose nothing when Ada has already opened another chat', async () => {
    saved.saveElsewhere({ notes: 'Ask Cleo.', results: [] });
    act(() => writeNotes('Ask Elif.'));
    act(() => switchWorkspace(sampleId()));
    await waitFor(() => expect(saved.get()?.notes).toBe('Ask Cleo.\n\nAsk Elif.'));
  });

  it('are merged without a question when Ada changed only her results', async () => {
    saved.saveElsewhere({ notes: 'Ask Cleo.', results: [{ messageId: 'm1', content: 'Lisbon' }] });
    act(() => keepResult('m2', 'Oslo'));
    await act(() => saveNow());
    expect(saved.get()).toEqual({
      notes: 'Ask Cleo.',
      results: [
        { messageId: 'm1', content: 'Lisbon' },
        { messageId: 'm2', content: 'Oslo' },
      ],
    });
    expect(await findNotes()).toHaveTextContent('Ask Cleo.');
  });
});

it('adds a dragged entry to the notes that are open, with its format', async () => {
  selectWorkspaceTab('Notes');
  const { container } = show();
  await findNotes();
  const dataTransfer = makeTransfer();
  writeDraggedEntry(dataTransfer, { messageId: 'm3', content: '## Meals\n- paid **by the day**' });
  fireEvent.drop(await findNotes(), { dataTransfer });
  expect(await screen.findByRole('heading', { name: 'Meals' })).toBeVisible();
  expect(container.querySelector('li strong')).toHaveTextContent('by the day');
  await waitFor(() => expect(saved.get()?.notes).toBe('Ask Ben about Oslo.\n\n## Meals\n- paid **by the day**'));
  expect(saved.get()?.results).toEqual([]);
});
