import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { writeDraggedEntry } from '#tab/shell/entryDrag.ts';
import { beginStory } from '#tab/testing/chatStory.ts';
import { waitForDrawing } from '#tab/testing/conversationStory.tsx';
import { sampleFile, sampleId, sampleMessage } from '#tab/testing/samples.ts';
import { chats, type Entry, type OpenChat } from '#tab/features/chat/chat.state.ts';
import { ensureOpenChat } from '#tab/features/chat/exchange/newEntries.ts';
import { toEntry } from '#tab/features/chat/opening/reconcile.rules.ts';
import { Conversation } from './Conversation.tsx';

const drawnEntries: string[] = [];
jest.mock('#tab/features/chat/entries/EntryTime.tsx', () => ({
  EntryTime: ({ timestamp }: { timestamp: string }) => {
    drawnEntries.push(timestamp);
    return null;
  },
}));
jest.mock('#tab/shell/entryDrag.ts', () => ({
  ...jest.requireActual<object>('#tab/shell/entryDrag.ts'),
  writeDraggedEntry: jest.fn(),
}));

const chatId = sampleId();

function renderEntries(...entries: OpenChat['entries']): OpenChat {
  beginStory();
  ensureOpenChat(chatId);
  const earlier = { name: 'none' } as const;
  chats.open[chatId] = { loading: { name: 'ready' }, entries, earlier, isAutoscrolling: true, sendCount: 0 };
  render(
    <FluentProvider theme={webLightTheme}>
      <Conversation chatId={chatId} />
    </FluentProvider>,
  );
  return chats.open[chatId];
}

const question = () => toEntry(sampleMessage({ timestamp: 'question' }));
const streaming = () =>
  toEntry(
    sampleMessage({
      source: 'AVA',
      content: 'Trains ',
      timestamp: 'answer',
      state: { name: 'streaming', stage: 'thinking' },
    }),
  );

it('shows follow-up questions only below the answer that ends the conversation', async () => {
  const answer = (followUp: string) => toEntry(sampleMessage({ source: 'AVA', followUpQuestions: [followUp] }));
  const chat = renderEntries(question(), answer('By train?'), question(), answer('By boat?'));
  expect(screen.getAllByRole('list', { name: 'Follow-up questions' })).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'By boat?' })).toBeInTheDocument();
  await act(async () => void chat.entries.push(question()));
  expect(screen.queryByRole('list', { name: 'Follow-up questions' })).not.toBeInTheDocument();
});

it('renders only the growing entry again', async () => {
  const chat = renderEntries(
    question(),
    toEntry(sampleMessage({ source: 'AVA', timestamp: 'earlier' })),
    question(),
    streaming(),
  );
  await waitForDrawing();
  drawnEntries.length = 0;
  for (const text of ['cost ', 'little ', 'money.']) {
    act(() => {
      const last = chat.entries.at(-1);
      if (last) last.content += text;
    });
    await waitForDrawing(5);
  }
  expect(drawnEntries.length).toBeGreaterThanOrEqual(3);
  expect(new Set(drawnEntries)).toEqual(new Set(['answer']));
  expect(screen.getByText('Trains cost little money.')).toBeInTheDocument();
});

it('renders only the entries in view of a long chat', async () => {
  renderEntries(...Array.from({ length: 200 }, (_, index) => toEntry(sampleMessage({ content: `message ${index}` }))));
  await waitForDrawing();
  expect(screen.getAllByRole('article').length).toBeLessThan(30);
});

it('lists the entries in order, each labeled with its author', async () => {
  renderEntries(question(), streaming());
  await waitForDrawing();
  expect(screen.getAllByRole('article').map((entry) => entry.getAttribute('aria-label'))).toEqual(['You', 'AVA']);
});

it('announces the start, the calls, the new sentences and the end of an answer, and nothing of earlier answers', async () => {
  const chat = renderEntries(toEntry(sampleMessage({ source: 'AVA', content: 'An old answer.' })));
  const spoken = () => [...screen.getByRole('log').children].map((line) => line.textContent);
  const change = (changes: Partial<Entry>) => act(() => void Object.assign(chat.entries.at(-1) ?? {}, changes));
  await waitForDrawing(1_200);
  expect(spoken()).toEqual([]);
  act(() => void chat.entries.push({ ...streaming(), content: '' }));
  await waitForDrawing(1_200);
  expect(spoken()).toEqual(['AVA is answering.']);
  const call = { id: 'call_1', title: 'Find files', asked: 'trains' };
  const ended = { ...call, state: { name: 'done' as const, found: 0, results: [] } };
  const running = { ...call, id: 'call_2', state: { name: 'running' as const } };
  change({ content: 'Trains are **cheap**. Flights a', calls: [ended, running] });
  await waitForDrawing(1_200);
  expect(spoken()).toEqual(['AVA is answering.', 'Find files, trains, Nothing found', 'Trains are cheap.']);
  change({ content: 'Trains are **cheap**. Flights are not', state: { name: 'complete', finish: 'stop' } });
  act(() => void chat.entries.push(question()));
  await waitForDrawing();
  expect(spoken().slice(3)).toEqual(['Flights are not', 'The answer is complete.']);
});

it('makes an entry draggable only while the drag key is held', async () => {
  renderEntries(question());
  await waitForDrawing();
  const entry = screen.getByRole('article', { name: 'You' });
  fireEvent.mouseDown(entry);
  expect(entry.draggable).toBe(false);
  fireEvent.mouseDown(entry, { ctrlKey: true });
  expect(entry.draggable).toBe(true);
  fireEvent.dragStart(entry, { dataTransfer: {} });
  expect(writeDraggedEntry).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ content: 'What did we agree on travel costs?' }),
  );
});

it('shows the files of a message and collapses long text', async () => {
  const { fileContent: _content, ...file } = sampleFile();
  renderEntries(toEntry(sampleMessage({ content: 'word '.repeat(2_000), files: [{ ...file, tokens: 10 }] })));
  await waitForDrawing();
  const entry = screen.getByRole('article', { name: 'You' });
  expect(within(entry).getByRole('listitem')).toHaveTextContent('Travel policy.pdf');
  expect(entry.textContent?.length).toBeLessThan(2_200);
  fireEvent.click(within(entry).getByRole('button', { name: 'Show all' }));
  expect(entry.textContent?.length).toBeGreaterThan(9_000);
});
