import { act, renderHook } from '@testing-library/react';
import { SYSTEM_PROMPT_TOKENS } from '#contract/text/tokens.ts';
import { settings } from '#tab/features/settings/settings.state.ts';
import { chats, emptyChats, type Entry } from '#tab/features/chat/chat.state.ts';
import { toDocument } from '#tab/features/chat/composer/editor/document.ts';
import { changeDocument } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { ensureDraft, drafts } from '#tab/features/chat/composer/draft/draft.state.ts';
import { openContextBreakdown, useContextUsage } from './useContextUsage.ts';

/** One token per word. */
const mockCount = jest.fn(async (texts: string[]) => texts.map((text) => text.split(/\s+/).filter(Boolean).length));
jest.mock('./tokenCounter.ts', () => ({ createTokenCounter: () => mockCount }));

let number = 0;
let chatId = '';

const answer = (id: string, content: string, name: 'complete' | 'streaming' = 'complete') =>
  ({ message_id: id, content, state: { name }, files: [] }) as unknown as Entry;
const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers();
  number += 1;
  chatId = `chat-${number}`;
  Object.assign(chats, emptyChats());
  chats.open[chatId] = {
    loading: { name: 'ready' },
    entries: [],
    earlier: { name: 'none' },
    isAutoscrolling: true,
    sendCount: 0,
  };
  for (const id of Object.keys(drafts)) delete drafts[id];
  settings.customInstructions = '';
  mockCount.mockClear();
});

afterEach(() => jest.useRealTimers());

async function watch() {
  const { result } = renderHook(() => useContextUsage(chatId));
  await after(0);
  return () => result.current;
}

describe('context usage', () => {
  it('starts with the system prompt and the default window', async () => {
    const memory = await watch();
    expect(memory().percent).toBeCloseTo((SYSTEM_PROMPT_TOKENS / 96_000) * 100);
  });

  it('is counted only when the count can change the percentage, or after the list of parts was opened', async () => {
    const memory = await watch();
    changeDocument(chatId, toDocument('one two three'));
    await after(1_000);
    expect(memory()).toMatchObject({ percent: (SYSTEM_PROMPT_TOKENS / 96_000) * 100, parts: null });
    expect(mockCount).not.toHaveBeenCalled();
    changeDocument(chatId, toDocument('one two three '.repeat(40)));
    await after(1_000);
    expect(memory().parts?.draft).toBe(120);
    changeDocument(chatId, toDocument('one two three'));
    await after(1_000);
    openContextBreakdown();
    await after(0);
    expect(memory().parts?.draft).toBe(3);
  });

  it('is updated a second after the last key', async () => {
    const memory = await watch();
    changeDocument(chatId, toDocument('one two'));
    await after(900);
    changeDocument(chatId, toDocument('one two three'));
    await after(900);
    expect(memory().parts?.draft).toBe(0);
    await after(100);
    expect(memory().parts?.draft).toBe(3);
  });

  it('is updated while the progress of a file changes', async () => {
    const facts = { id: 'f', name: 'a.pdf', fileType: 'PDF', size: 1, date: '' } as const;
    const memory = await watch();
    changeDocument(chatId, toDocument('one two'));
    for (let percent = 0; percent < 10; percent += 1) {
      ensureDraft(chatId).files = [{ ...facts, state: 'reading', jobId: 'j', percent }];
      await after(200);
    }
    expect(memory().parts?.draft).toBe(2);
  });

  it('adds files, instructions and the conversation', async () => {
    settings.customInstructions = 'be brief';
    const memory = await watch();
    const content = { kind: 'text', fileId: 's', tokens: 40, bytes: 1 } as const;
    ensureDraft(chatId).files = [{ id: 'f', name: 'a', fileType: 'PDF', size: 1, date: '', state: 'ready', content }];
    chats.open[chatId]!.entries = [answer('q', 'what is it'), answer('a', 'it is not ready', 'streaming')];
    await after(1_000);
    expect(memory().parts).toEqual({ customInstructions: 2, draft: 0, files: 40, conversation: 3, images: 0 });
  });

  it('counts an unchanged message once', async () => {
    chats.open[chatId]!.entries = [answer('long', 'a long answer')];
    await watch();
    changeDocument(chatId, toDocument('one'));
    await after(1_000);
    changeDocument(chatId, toDocument('one two'));
    await after(1_000);
    expect(mockCount.mock.calls.filter(([texts]) => texts.includes('a long answer'))).toHaveLength(1);
  });
});
