import { SYSTEM_PROMPT_TOKENS, SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS } from '#contract/text/tokens.ts';
import {
  collectConversation,
  calculateContextUsage,
  estimateContextUsage,
  type ContextUsageInput,
} from './contextUsage.rules.ts';

const input: ContextUsageInput = {
  customInstructions: '',
  draft: '',
  conversation: [],
  texts: [{ id: 'report', tokens: 300 }],
  images: 255,
  earlier: 45,
  functionCalling: false,
  model: { context_window: 11_000, max_output_tokens: 1_000 },
};

describe('context usage', () => {
  it('is the sum of its parts and the system prompt, divided by the window less the output', () => {
    const memory = calculateContextUsage(input, { instructions: 10, draft: 90, conversation: 100 });
    expect(memory.parts).toEqual({ customInstructions: 10, draft: 90, files: 300, conversation: 145, images: 255 });
    expect(memory.percent).toBeCloseTo(((800 + SYSTEM_PROMPT_TOKENS) / 10_000) * 100);
  });

  it('counts a larger system prompt for function calling, and uses a default window for an unknown model', () => {
    const counts = { instructions: 0, draft: 0, conversation: 0 };
    const memory = calculateContextUsage({ ...input, functionCalling: true, model: null }, counts);
    expect(memory.percent).toBeCloseTo(((600 + SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS) / 96_000) * 100);
  });

  it('counts texts and files but not a streaming answer', () => {
    const file = { scrapedFileId: 'f', fileName: 'a', fileSize: 1, fileDate: null, fileResource: null };
    const conversation = collectConversation({
      entries: [
        {
          message_id: 'q',
          content: 'What is in it?',
          state: { name: 'complete', finish: 'stop' },
          files: [
            { ...file, fileType: 'PDF', imageTokenCount: null, tokens: 40 },
            { ...file, fileType: 'PNG', imageTokenCount: 255, tokens: 255 },
          ],
        },
        { message_id: 'a', content: 'It is', state: { name: 'streaming', stage: 'thinking' }, files: [] },
      ],
    });
    expect(conversation).toEqual({
      conversation: [{ id: 'q', text: 'What is in it?' }],
      texts: [{ id: 'f', tokens: 40 }],
      earlier: 0,
      images: 255,
    });
  });

  it('is known without counting while the bytes of the texts cannot change the whole percentage', () => {
    const tokens = 600 + SYSTEM_PROMPT_TOKENS;
    const percent = tokens / 100;
    /** Bytes that fit before the percentage is rounded up. */
    const room = (Math.round(percent) + 0.5) * 100 - tokens - 1;
    const withDraft = (draft: string) => estimateContextUsage({ ...input, draft });
    expect(withDraft('')?.parts).toMatchObject({ draft: 0, files: 300 });
    expect(withDraft('a'.repeat(room))).toEqual({ percent: expect.closeTo(percent), parts: null });
    expect(withDraft('a'.repeat(room + 1))).toBeNull();
    expect(withDraft('語'.repeat(Math.ceil((room + 1) / 3)))).toBeNull();
    expect(estimateContextUsage({ ...input, earlier: 9_500, draft: 'a'.repeat(30) })).toBeNull();
  });

  it('counts little of a file that is too long to be sent, because AVA looks things up in it', () => {
    const counts = { instructions: 0, draft: 0, conversation: 0 };
    const { parts } = calculateContextUsage({ ...input, texts: [{ id: 'report', tokens: 900_000 }] }, counts);
    expect(parts?.files).toBe(3_600);
  });

  it('uses the estimate of the server for messages that are not loaded', () => {
    const texts = [{ id: 'f', tokens: 40 }];
    const earlier = { name: 'available', before: 'm', tokens: 70, texts, images: true } as const;
    expect(collectConversation({ entries: [], earlier })).toMatchObject({ conversation: [], texts, earlier: 70 });
  });
});
