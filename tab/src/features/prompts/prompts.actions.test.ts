import { waitFor } from '@testing-library/react';
import { AvaError } from '#contract/errors.ts';
import { getFilePrompts } from '#contract/prompts/prompts.ts';
import { api } from '#tab/api.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { makePrompt } from '#tab/testing/promptStory.ts';
import { insertText, loadPrompts } from './prompts.actions.ts';
import { clearPrompts, prompts } from './prompts.state.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');

const server = api as FakeApi;

beforeEach(() => {
  server.reset();
  clearPrompts();
});
afterEach(() => void jest.useRealTimers());

it('loads the list once in five minutes, after three failures', async () => {
  jest.useFakeTimers();
  let failures = 3;
  server.answer(getFilePrompts, () => {
    failures -= 1;
    if (failures >= 0) throw new AvaError('unexpected');
    return { prompts: [makePrompt()], truncated: false };
  });
  const loaded = loadPrompts();
  await jest.advanceTimersByTimeAsync(1_500);
  await loaded;
  expect(prompts.items.list).toHaveLength(1);
  await loadPrompts();
  expect(server.requestsTo(getFilePrompts)).toHaveLength(4);
  await jest.advanceTimersByTimeAsync(300_000);
  await loadPrompts();
  expect(server.requestsTo(getFilePrompts)).toHaveLength(5);
});

it.each([
  ['copies a prompt whose editor is gone', () => Promise.resolve(), 'The prompt was copied.'],
  ['says that it could not', () => Promise.reject(new Error('denied')), "the prompt couldn't be copied."],
])('%s', async (_, copy, sentence) => {
  const writeText = jest.fn(copy);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  insertText({ editorId: 'gone', mentions: false }, 'Write to Harbor');
  expect(writeText).toHaveBeenCalledWith('Write to Harbor');
  await waitFor(() => expect(toasts.entries.at(-1)?.text).toContain(sentence));
});
