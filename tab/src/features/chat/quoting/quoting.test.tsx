import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { AvaError } from '#contract/errors.ts';
import {
  beginComposerStory,
  chatId,
  createEntry,
  endComposerStory,
  getEditorLines,
  getSentText,
  leavePage,
  openComposer,
  stream,
  typeMessage,
} from '#tab/testing/composerStory.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { moveDraft, setQuote } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { quotable, QuoteButton } from './QuoteButton.tsx';

jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: async () => null,
  writeDatabase: async () => undefined,
  deleteDatabase: async () => undefined,
}));

beforeEach(() => {
  beginComposerStory();
  chats.open[chatId]!.entries = [createEntry('User', 'When is tea?'), createEntry('AVA', 'answer')];
});
afterEach(endComposerStory);

function Conversation() {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <FluentProvider theme={webLightTheme}>
      <div ref={scroller}>
        <p>Ask AVA</p>
        <p {...quotable('answer')}>Tea is at four. Cake follows.</p>
      </div>
      <QuoteButton chatId={chatId} scroller={scroller} />
    </FluentProvider>
  );
}

/** Selects the text of an element, as a person does with the mouse or the keyboard. */
async function select(text: string): Promise<void> {
  await act(async () => {
    document.getSelection()?.selectAllChildren(screen.getByText(text));
    fireEvent(document, new Event('selectionchange'));
  });
}

const quoted = () => screen.queryByRole('region', { name: 'Quote from an answer' });

it('quotes the selected text of an answer in the next question', async () => {
  await openComposer();
  render(<Conversation />);
  await select('Ask AVA');
  expect(screen.queryByRole('button', { name: 'Quote' })).toBeNull();
  await select('Tea is at four. Cake follows.');
  await userEvent.click(screen.getByRole('button', { name: 'Quote' }));
  expect(quoted()).toHaveTextContent('Tea is at four. Cake follows.');
  await typeMessage('Which cake?{Enter}');
  await waitFor(() => expect(getSentText()).toBe('> Tea is at four. Cake follows.\n\nWhich cake?'));
  expect(quoted()).toBeNull();
});

it('a key quotes the selection, and a button removes the quote', async () => {
  await openComposer();
  render(<Conversation />);
  await select('Tea is at four. Cake follows.');
  fireEvent.keyDown(document.body, { key: '>', shiftKey: true });
  await waitFor(() => expect(quoted()).not.toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Remove quote' }));
  expect(quoted()).toBeNull();
});

it('a quote alone is no question; it survives a reload and a failed send', async () => {
  await openComposer();
  act(() => setQuote(chatId, { messageId: 'answer', text: 'Tea is at four.' }));
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  await typeMessage('Why?');
  leavePage();
  await openComposer();
  expect(quoted()).toHaveTextContent('Tea is at four.');
  stream.mockRejectedValueOnce(new AvaError('unexpected'));
  await typeMessage('{Enter}');
  await waitFor(() => expect(stream).toHaveBeenCalled());
  await waitFor(() => expect(getEditorLines()).toEqual(['Why?']));
  expect(quoted()).toHaveTextContent('Tea is at four.');
});

it('the quote of a deleted answer is kept and sent, and a sentence says that the answer is gone', async () => {
  const deletedId = 'c0ffee00-0000-4000-8000-000000000009';
  chats.open[deletedId] = { ...chats.open[chatId]! };
  chats.open[chatId]!.entries = [];
  await openComposer();
  act(() => setQuote(deletedId, { messageId: 'answer', text: 'Tea is at four.' }));
  act(() => moveDraft(deletedId, chatId));
  expect(await screen.findByText(/The quoted answer isn't in this chat anymore/)).toBeVisible();
  await typeMessage('Why?{Enter}');
  await waitFor(() => expect(getSentText()).toBe('> Tea is at four.\n\nWhy?'));
});
