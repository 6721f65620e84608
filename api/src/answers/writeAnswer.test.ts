import { createManualClock } from '../../../tests/harness/fakes/manualClock.ts';
import type { AnswerMetadata } from '../../contract/chat.ts';
import { AvaError } from '../../contract/errors.ts';
import { MAX_ANSWER_CHARACTERS } from '../../contract/limits.ts';
import type { Model } from '../../contract/models.ts';
import { applyEvent, emptyAnswer, type Answer, type AnswerEvent } from '../../contract/runs.ts';
import type { ModelEvent, Models } from '../models/models.ts';
import type { Unnumbered } from '../runs/runKind.ts';
import { writeAnswer } from './writeAnswer.ts';
import { toPassages } from './passages.ts';
import { createRecordingLog } from '../../../tests/harness/fakes/recordingLog.ts';

const model = { model_name: 'gpt-4.1', data_cutoff_datestring: 'June 2024' } as Model;
const passages = toPassages([
  {
    fileId: 'f1',
    fileName: 'Budget.pdf',
    fileType: 'PDF',
    extraction: {
      type: 'PDF',
      parts: [{ location: { kind: 'page', page: 3 }, text: 'The travel budget is forty thousand.' }],
      pages: 3,
      usedOcr: false,
    },
  },
]);
const finish: ModelEvent = { type: 'finish', finish: 'stop', usage: { prompt: 120, answer: 9 } };

interface Script {
  events: (ModelEvent | Error)[];
  followUps?: string | Error;
  saveError?: Error;
}

async function write({ events, followUps = '[]', saveError }: Script) {
  const clock = createManualClock();
  const log = createRecordingLog();
  const saved: Partial<AnswerMetadata>[] = [];
  const answer: Answer = emptyAnswer('m1', 'r1');
  const types: string[] = [];
  const models: Pick<Models, 'stream' | 'complete'> = {
    async *stream() {
      for (const event of events) {
        await clock.advance(100);
        if (event instanceof Error) throw event;
        yield event;
      }
    },
    async complete() {
      if (followUps instanceof Error) throw followUps;
      return followUps;
    },
  };
  const stream = writeAnswer(
    {
      models,
      clock,
      log,
      saveMetadata: async (metadata) => (saveError ? Promise.reject(saveError) : void saved.push(metadata)),
    },
    { model, temperature: 0.2, messages: [{ role: 'user', content: 'How much?' }], passages },
    new AbortController().signal,
  );
  let failure: unknown = null;
  try {
    for await (const event of stream) {
      types.push(event.type);
      applyEvent(answer, { ...(event as Unnumbered<AnswerEvent>), seq: answer.seq + 1 } as AnswerEvent);
    }
  } catch (error) {
    failure = error;
  }
  return { answer, types, failure, saved, log };
}

const createTextEvents = (...texts: string[]): ModelEvent[] => texts.map((text) => ({ type: 'text', text }));

it('streams text, citations, the end and follow-up questions', async () => {
  const { answer, types, saved, failure } = await write({
    events: [...createTextEvents('The travel budget is ', 'forty thousand [', '1', '].'), finish],
    followUps: '["And rent?"]',
  });
  expect(failure).toBeNull();
  expect(types).toEqual(['stage', 'chunk', 'chunk', 'chunk', 'citations', 'done', 'follow_ups']);
  expect(answer).toMatchObject({
    content: 'The travel budget is forty thousand [1].',
    state: { name: 'complete', finish: 'stop' },
    followUpQuestions: ['And rent?'],
    links: [
      { number: 1, fileid: 'f1', pagenumber: 3, quote: 'The travel budget is forty thousand.', standing: 'holds' },
    ],
  });
  expect(saved).toEqual([
    {
      used_model: 'gpt-4.1',
      temperature: 0.2,
      training_data_cutoff: 'June 2024',
      prompt_tokens: 120,
      answer_tokens: 9,
      first_token_ms: 100,
      total_ms: 500,
    },
  ]);
});

it('shows an incomplete citation as text', async () => {
  const { answer, types } = await write({
    events: [...createTextEvents('See [1'), { ...finish, finish: 'length' } as ModelEvent],
  });
  expect(answer).toMatchObject({ content: 'See [1', state: { name: 'complete', finish: 'length' }, links: [] });
  expect(types).toEqual(['stage', 'chunk', 'chunk', 'done']);
});

it('truncates an endless answer and stops reading the model', async () => {
  let reads = 0;
  const endless = { type: 'text', text: 'never ending '.repeat(1_000) } as const;
  const events: ModelEvent[] = Array.from({ length: 200 }, () => ({
    get type() {
      reads += 1;
      return endless.type;
    },
    text: endless.text,
  }));
  const { answer, failure } = await write({ events });
  expect(failure).toBeNull();
  expect(answer.content).toHaveLength(MAX_ANSWER_CHARACTERS);
  expect(answer.state).toEqual({ name: 'complete', finish: 'length' });
  expect(reads).toBeLessThan(2 * Math.ceil(MAX_ANSWER_CHARACTERS / endless.text.length));
});

it('keeps the text when the model fails, without completing the answer', async () => {
  const { answer, failure } = await write({
    events: [...createTextEvents('The travel '), new AvaError('model_unavailable')],
  });
  expect(failure).toMatchObject({ code: 'model_unavailable' });
  expect(answer).toMatchObject({ content: 'The travel', state: { name: 'streaming' } });
});

it('completes the answer when metadata and follow-up questions fail', async () => {
  const { answer, failure, log } = await write({
    events: [...createTextEvents('Yes.'), finish],
    followUps: new Error('busy'),
    saveError: new Error('the store is unavailable'),
  });
  expect(failure).toBeNull();
  expect(answer).toMatchObject({ content: 'Yes.', state: { name: 'complete' }, followUpQuestions: [] });
  expect(log.lines).toEqual(['warn failed to save answer metadata', 'info failed to suggest follow-up questions']);
});
