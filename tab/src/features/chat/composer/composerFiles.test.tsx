import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  beginComposerStory,
  chatId,
  editor,
  endComposerStory,
  openComposer,
  paste,
  pdf,
  photo,
} from '#tab/testing/composerStory.tsx';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { session } from '#tab/state/session.state.ts';
import { addFiles } from '#tab/features/files/files.actions.ts';
import { drafts } from './draft/draft.state.ts';

const mockDatabase = new Map<string, unknown>();
jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: async (_store: string, key: string) => mockDatabase.get(key) ?? null,
  writeDatabase: async (_store: string, key: string, value: unknown) => void mockDatabase.set(key, value),
  deleteDatabase: async (_store: string, key: string) => void mockDatabase.delete(key),
}));

beforeEach(() => {
  mockDatabase.clear();
  beginComposerStory();
});
afterEach(endComposerStory);

it('if the organization allows no files, a sentence says so at the button, on paste and on drop', async () => {
  if (session.status.name === 'signedIn') session.status.organization.features.uploadBlob = false;
  toasts.entries = [];
  await openComposer();
  const sentence = "Your organization doesn't allow attaching files.";
  expect(screen.getByRole('button', { name: 'Add files' })).toHaveAttribute('aria-disabled', 'true');
  await paste('', [new File(['x'], 'image.gif', { type: 'image/gif' })]);
  addFiles(chatId, [new File(['x'], 'Plan.pdf'), new File(['x'], 'note.txt')]);
  expect(toasts.entries.map(({ text }) => text)).toEqual([sentence, sentence]);
  expect(drafts[chatId]?.files).toEqual([]);
});

describe('a file that Ada removes', () => {
  const removeByPointer = async () => userEvent.click(screen.getByRole('button', { name: 'Remove Report.pdf' }));
  const getNames = () => drafts[chatId]?.files.map(({ name }) => name);
  const attachTwo = async () => {
    await openComposer();
    await act(async () => void drafts[chatId]?.files.push({ ...pdf }, { ...photo }));
  };

  it('is replaced by Undo, placed where a second click on Remove hits nothing', async () => {
    await attachTwo();
    await removeByPointer();
    const [place, next] = within(screen.getByRole('list', { name: 'Attached files' })).getAllByRole('listitem');
    expect(within(place!).getAllByRole('button')).toHaveLength(1);
    expect(place).toHaveTextContent(/^UndoRemoved$/);
    expect(within(next!).getByRole('button', { name: 'Remove photo.png' })).toBeInTheDocument();
    expect(getNames()).toEqual(['photo.png']);
    await waitFor(() => expect(editor()).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: 'Undo: keep Report.pdf' }));
    expect(getNames()).toEqual(['Report.pdf', 'photo.png']);
  });

  it('by keyboard can be restored by keyboard', async () => {
    await attachTwo();
    const chip = screen.getByRole('button', { name: /^Report\.pdf/ });
    act(() => chip.focus());
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo: keep Report.pdf' })).toHaveFocus());
    await userEvent.keyboard('{Delete}');
    expect(getNames()).toEqual(['photo.png']);
    await userEvent.keyboard('{Enter}');
    expect(getNames()).toEqual(['Report.pdf', 'photo.png']);
    await waitFor(() => expect(screen.getByRole('button', { name: /^Report\.pdf/ })).toHaveFocus());
  });

  it('is gone after six seconds, but not while the pointer is there', async () => {
    await attachTwo();
    await removeByPointer();
    const place = screen.getByText('Removed').parentElement!;
    jest.useFakeTimers();
    try {
      act(() => void fireEvent.pointerEnter(place));
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(screen.getByText('Removed')).toBeInTheDocument();
      act(() => void fireEvent.pointerLeave(place));
      await act(() => jest.advanceTimersByTimeAsync(5_999));
      expect(drafts[chatId]?.removed).toHaveLength(1);
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(drafts[chatId]?.removed).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });
});
