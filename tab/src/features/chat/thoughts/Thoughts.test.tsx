import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getChat } from '#contract/chats/chat.ts';
import { api } from '#tab/api.ts';
import { beginStory, type FakeRun } from '#tab/testing/chatStory.ts';
import { finishAnswer, lastAnswer, serveChat, showConversation, streamWords } from '#tab/testing/conversationStory.tsx';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleChat, sampleMessage, sampleMetadata } from '#tab/testing/samples.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { openChat, openNewChat } from '#tab/features/chat/opening/open.actions.ts';
import { retry } from '#tab/features/chat/exchange/retry.actions.ts';
import { send } from '#tab/features/chat/exchange/send.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('#tab/state/browserDatabase.ts');

const server = api as FakeApi;
const HOSTILE =
  '# Which **budget**?\n<img src="https://evil.example/x.png" onerror="alert(1)"> [go](https://evil.example)';

beforeEach(() => {
  server.reset();
  beginStory();
});
afterEach(() => jest.useRealTimers());

async function ask(): Promise<{ chatId: string; run: FakeRun }> {
  const runs = serveChat(server);
  const chatId = openNewChat();
  showConversation(chatId);
  await act(() => send(chatId, { text: 'How much?', files: [] }));
  const [run] = runs;
  if (!run) throw new Error('There is no run.');
  return { chatId, run };
}

const think = (run: FakeRun, thought: string, shortened = false) => run.write({ type: 'thought', thought, shortened });
const findButton = (name: string, expanded: boolean) => within(lastAnswer()).findByRole('button', { name, expanded });
const findInAnswer = (text: string) => within(lastAnswer()).findByText(text);
const findRegion = () => within(lastAnswer()).queryByRole('region', { name: 'Thoughts' });

it('thoughts are folded while the model thinks and afterwards, and Ada opens them by keyboard', async () => {
  const { run } = await ask();
  think(run, 'Which budget');
  const button = await findButton('AVA is thinking...', false);
  expect(within(lastAnswer()).getAllByText('AVA is thinking...')).toHaveLength(1);
  expect(lastAnswer()).not.toHaveTextContent('Which budget');
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(button).toHaveAttribute('aria-controls', findRegion()?.id);
  think(run, '? The one of May.');
  await findInAnswer('Which budget? The one of May.');
  streamWords(run, 'Forty thousand.');
  finishAnswer(run);
  expect(await findButton('Thoughts', true)).toHaveFocus();
  await userEvent.keyboard(' ');
  expect(findRegion()).toBeNull();
  expect(lastAnswer()).toHaveTextContent(/Thoughts.*Forty thousand\./);
});

/** @proves threat:thoughts */
it('shows thoughts as they are, without Markdown, links or images', async () => {
  const { run } = await ask();
  think(run, HOSTILE);
  await userEvent.click(await findButton('AVA is thinking...', false));
  expect(findRegion()?.textContent).toBe(HOSTILE);
  expect(findRegion()?.children).toHaveLength(0);
});

it('says that thoughts are shortened', async () => {
  const { run } = await ask();
  think(run, 'Which budget?', true);
  await userEvent.click(await findButton('AVA is thinking...', false));
  expect(findRegion()).toHaveTextContent('The model thought longer. Only the beginning is kept.');
});

it('an answer that was stopped or failed keeps its thoughts until it is tried again', async () => {
  const { chatId, run } = await ask();
  think(run, 'Which budget?');
  run.write({ type: 'failed', error: { code: 'model_unavailable', detail: 'No.' } });
  run.end();
  expect(await findButton('Thoughts', false)).toBeInTheDocument();
  const failed = chats.open[chatId]?.entries.at(-1);
  await act(() => retry(chatId, failed?.message_id ?? ''));
  expect(within(lastAnswer()).queryByRole('button', { name: 'Thoughts' })).toBeNull();
});

it('shows the time of a wait from 20 seconds on, with and without thoughts, until the first word', async () => {
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'requestAnimationFrame'] });
  const pass = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1_000));
  const { run } = await ask();
  pass(19);
  expect(lastAnswer()).not.toHaveTextContent(/\d s/);
  pass(2);
  expect(lastAnswer()).toHaveTextContent('AVA is thinking...21 s');
  think(run, 'Which budget?');
  await findButton('AVA is thinking...', false);
  pass(63);
  expect(lastAnswer()).toHaveTextContent('AVA is thinking...1 min 24 s');
  streamWords(run, 'Forty.');
  await findInAnswer('Forty.');
  expect(lastAnswer()).not.toHaveTextContent(/\d s/);
});

it('shows the time of a long pause in the text, until the text continues', async () => {
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'requestAnimationFrame'] });
  const pass = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1_000));
  const { run } = await ask();
  pass(60);
  streamWords(run, 'Forty ');
  await findInAnswer('Forty');
  pass(19);
  expect(lastAnswer()).not.toHaveTextContent('AVA is thinking...');
  pass(6);
  expect(lastAnswer()).toHaveTextContent(/Forty.*AVA is thinking\.\.\. 25 s/);
  streamWords(run, 'thousand.');
  await findInAnswer('Forty thousand.');
  expect(lastAnswer()).not.toHaveTextContent('AVA is thinking...');
  run.write({ type: 'stage', stage: 'waiting', detail: 'Too many tokens.' });
  await findInAnswer('Too many tokens.');
  pass(21);
  expect(lastAnswer()).toHaveTextContent(/Forty thousand\..*Too many tokens\. 21 s/);
});

it('after a retry, the shown waiting time starts at zero again', async () => {
  const { chatId, run } = await ask();
  run.write({ type: 'failed', error: { code: 'model_unavailable', detail: 'No.' } });
  run.end();
  await within(lastAnswer()).findByRole('alert');
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'requestAnimationFrame'] });
  jest.setSystemTime(Date.now() + 3_600_000);
  const failed = chats.open[chatId]?.entries.at(-1);
  await act(() => retry(chatId, failed?.message_id ?? ''));
  act(() => jest.advanceTimersByTime(25_000));
  expect(lastAnswer()).toHaveTextContent('AVA is thinking...25 s');
});

it('a reload shows the stored thoughts folded', async () => {
  const chat = sampleMetadata();
  const thoughts = { text: 'Which budget?', shortened: false };
  const answer = sampleMessage({ source: 'AVA', content: 'Forty.', seq: 4, thoughts });
  server.answer(getChat, () => sampleChat(chat, sampleMessage(), answer));
  showConversation(chat.ConversationId);
  await act(() => openChat(chat.ConversationId));
  await userEvent.click(await findButton('Thoughts', false));
  expect(findRegion()).toHaveTextContent('Which budget?');
  expect(screen.getAllByRole('article')).toHaveLength(2);
});
