import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import { createFakePersonModels } from '#tests/harness/fakes/personModels.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import type { Model } from '#contract/models.ts';
import type { AppContext } from '#api/context.ts';
import type { ModelTool, Prompt } from '#api/models/models.ts';
import { makeAnswer } from './answerPipeline.ts';
import type { AnswerFunctions } from './functionCalls.ts';

const tool: ModelTool = { type: 'function', function: { name: 'find_people' } };
const functions: AnswerFunctions = {
  tools: [tool],
  rules: 'You may call functions.',
  isOver: () => false,
  normalize: (call) => call,
  recall: () => undefined,
  describe: () => ({ title: 'Find people', asked: '' }),
  perform: async () => ({ summary: 'Nobody.', passages: [] }),
};

/** Returns the prompt of an answer by a model whose context window has this size. */
async function getPrompt(canCall: boolean, contextWindow: number): Promise<Prompt> {
  const prompts: Prompt[] = [];
  const ctx = {
    clock: createManualClock(),
    log: createRecordingLog(),
    models: { canCall: () => canCall },
    store: { files: { findTexts: async () => new Map() } },
  } as unknown as AppContext;
  const models = createFakePersonModels({
    async *stream(prompt) {
      prompts.push(prompt);
      yield { type: 'text', text: 'Yes.' };
      yield { type: 'finish', finish: 'stop', usage: null };
    },
    complete: async () => ({ text: '[]', usage: null }),
  });
  const model = { model_name: 'm', context_window: contextWindow, max_output_tokens: 100 } as Model;
  const work = {
    question: { model, temperature: 0, files: [] },
    models,
    gatherPassages: async () => ({ system: 'You are AVA.', text: 'Who is Ben?', history: [], functions }),
    saveMetadata: async () => undefined,
  };
  for await (const event of makeAnswer(ctx, work, new AbortController().signal)) expect(event.type).not.toBe('call');
  return prompts[0]!;
}

it('a model that can call functions gets them with their rules', async () => {
  const prompt = await getPrompt(true, 10_000);
  expect(prompt.tools).toEqual([tool]);
  expect(prompt.messages[0]).toEqual({ role: 'system', content: 'You are AVA.\n\nYou may call functions.' });
});

it.each([
  ['a model that cannot call', false, 10_000],
  ['a conversation that leaves no room for calls', true, 1_000],
])('neither functions nor their rules are in the prompt of %s', async (_, canCall, contextWindow) => {
  const prompt = await getPrompt(canCall, contextWindow);
  expect(prompt).not.toHaveProperty('tools');
  expect(prompt.messages[0]).toEqual({ role: 'system', content: 'You are AVA.' });
});
