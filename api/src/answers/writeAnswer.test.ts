import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import type { AnswerMetadata } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import type { Model } from '#contract/models.ts';
import {
  applyEvent,
  emptyAnswer,
  type Answer,
  type AnswerEvent,
  type AnswerState,
  type Citation,
  type Thoughts,
} from '#contract/runs/answerEvents.ts';
import type { PersonModelEvent } from '#api/models/personModels.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import type { PriorText } from './prompt/priorText.ts';
import type { AnswerFunctions } from './functionCalls.ts';
import { createNotFoundMark, type NotFoundMark } from './notFoundMark.ts';
import { MAX_ANSWER_CHARACTERS, writeAnswer } from './writeAnswer.ts';
import { toPassages } from './prompt/passages.ts';
import { toAllowanceError } from '#api/policies/personLimits.ts';
import { createFakePersonModels } from '#tests/harness/fakes/personModels.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

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
const finish: PersonModelEvent = { type: 'finish', finish: 'stop', usage: { prompt: 120, answer: 9 } };

interface Script {
  events: (PersonModelEvent | Error)[];
  prior?: PriorText & { thoughts?: Thoughts };
  followUps?: string | Error;
  saveError?: Error;
  functions?: AnswerFunctions;
  mark?: NotFoundMark;
  given?: typeof passages;
  onState?: (state: AnswerState) => void;
}

async function write({
  events,
  prior,
  followUps = '[]',
  saveError,
  functions,
  mark,
  given = passages,
  onState,
}: Script) {
  const clock = createManualClock();
  const log = createRecordingLog();
  const saved: Partial<AnswerMetadata>[] = [];
  const questions: (0 | 1 | undefined)[] = [];
  const answer: Answer = emptyAnswer('m1', 'r1');
  const types: string[] = [];
  const rest = [...events];
  const models = createFakePersonModels({
    // Each reply ends with `finish`.
    async *stream(_prompt, _signal, counted) {
      questions.push(counted);
      for (let event = rest.shift(); event; event = rest.shift()) {
        await clock.advance(100);
        if (event instanceof Error) throw event;
        yield event;
        if (event.type === 'finish') return;
      }
    },
    async complete() {
      if (followUps instanceof Error) throw followUps;
      return { text: followUps, usage: null };
    },
  });
  const stream = writeAnswer(
    {
      models,
      clock,
      log,
      saveMetadata: async (metadata) => (saveError ? Promise.reject(saveError) : void saved.push(metadata)),
      functions,
      ...(mark && { mark }),
    },
    { model, temperature: 0.2, messages: [{ role: 'user', content: 'How much?' }], passages: given },
    new AbortController().signal,
    prior && { thoughts: null, ...prior },
  );
  let failure: unknown = null;
  try {
    for await (const event of stream) {
      types.push(event.type);
      applyEvent(answer, { ...(event as Unnumbered<AnswerEvent>), seq: answer.seq + 1 } as AnswerEvent);
      onState?.(answer.state);
    }
  } catch (error) {
    failure = error;
  }
  return { answer, types, failure, saved, questions, log };
}

const createTextEvents = (...texts: string[]): PersonModelEvent[] => texts.map((text) => ({ type: 'text', text }));

it('streams text, citations, the end and follow-up questions', async () => {
  const { answer, types, saved, failure } = await write({
    events: [...createTextEvents('The travel budget is ', 'forty thousand [', '1', '].'), finish],
    followUps: '["And rent?"]',
  });
  expect(failure).toBeNull();
  expect(types).toEqual(['stage', 'chunk', 'chunk', 'citations', 'chunk', 'done', 'follow_ups']);
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
    events: [...createTextEvents('See [1'), { ...finish, finish: 'length' } as PersonModelEvent],
  });
  expect(answer).toMatchObject({ content: 'See [1', state: { name: 'complete', finish: 'length' }, links: [] });
  expect(types).toEqual(['stage', 'chunk', 'chunk', 'done']);
});

it('writes whole words only, so that a stopped answer does not end inside a word', async () => {
  const texts: string[] = [];
  for (const count of [1, 2, 3, 4, 5]) {
    const parts = ['The tra', 'vel budg', 'et is forty thou', 'sand [', '1], I'].slice(0, count);
    texts.push((await write({ events: [...createTextEvents(...parts), new Error('stopped')] })).answer.content);
  }
  expect(texts).toEqual([
    'The',
    'The travel',
    'The travel budget is forty',
    'The travel budget is forty thousand',
    'The travel budget is forty thousand [1],',
  ]);
});

it('truncates an endless answer and stops reading the model', async () => {
  let reads = 0;
  const endless = { type: 'text', text: 'never ending '.repeat(1_000) } as const;
  const events: PersonModelEvent[] = Array.from({ length: 200 }, () => ({
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
  expect(reads).toBeLessThan(4 * Math.ceil(MAX_ANSWER_CHARACTERS / endless.text.length));
});

it('keeps the text when the model fails, without completing the answer', async () => {
  const { answer, failure } = await write({
    events: [...createTextEvents('The travel '), new AvaError('model_unavailable')],
  });
  expect(failure).toMatchObject({ code: 'model_unavailable' });
  expect(answer).toMatchObject({ content: 'The travel', state: { name: 'streaming' } });
});

/** @proves threat:waiting-for-limits */
it('keeps the text of the first reply when a budget is used up before the second', async () => {
  const functions: AnswerFunctions = {
    tools: [],
    rules: '',
    isOver: () => false,
    normalize: (call) => call,
    recall: () => undefined,
    describe: () => ({ title: 'Find people', asked: 'Ben' }),
    perform: async () => ({ summary: 'Nobody was found.', passages: [] }),
  };
  const { answer, failure } = await write({
    functions,
    events: [
      ...createTextEvents('Let me look.'),
      { type: 'tools', calls: [{ id: '1', name: 'find_people', arguments: '{}' }] },
      { ...finish, finish: 'tools' } as PersonModelEvent,
      toAllowanceError('person_day', new Date('2026-11-20T08:00:00Z')),
    ],
  });
  expect(answer).toMatchObject({ content: 'Let me look.', calls: [{ state: { name: 'done' } }] });
  expect(failure).toMatchObject({ code: 'budget_used_up', detail: expect.stringContaining('for today is used up') });
});

it('says which limit the answer waits for, and then continues', async () => {
  const limited: PersonModelEvent = { type: 'limited', detail: 'Please wait a moment.' };
  const states: AnswerState[] = [];
  const { answer, types } = await write({
    events: [limited, ...createTextEvents('Yes.'), finish],
    onState: (state) => states.push(state),
  });
  expect(types).toEqual(['stage', 'stage', 'stage', 'chunk', 'done']);
  expect(states[1]).toEqual({ name: 'streaming', stage: 'waiting', detail: 'Please wait a moment.' });
  expect(states[2]).toEqual({ name: 'streaming', stage: 'thinking' });
  expect(answer).toMatchObject({ content: 'Yes.', state: { name: 'complete' } });
});

it('yields thoughts, and fails if the model sends thoughts but no answer', async () => {
  const think = (text: string): PersonModelEvent => ({ type: 'thinking', text });
  const calls = [{ id: '1', name: 'find_people', arguments: '{}' }];
  const functions: AnswerFunctions = {
    tools: [],
    rules: '',
    isOver: () => false,
    normalize: (call) => call,
    recall: () => undefined,
    describe: () => ({ title: 'Find people', asked: '' }),
    perform: async () => ({ summary: 'Nobody.', passages: [] }),
  };
  const { answer, types, saved, failure } = await write({
    functions,
    events: [think('Who'), think('?'), { type: 'tools', calls }, finish, think('None.'), ...createTextEvents('I found nobody.'), finish], // prettier-ignore
  });
  expect(failure).toBeNull();
  expect(types).toEqual(['stage', 'thought', 'thought', 'call', 'call', 'thought', 'chunk', 'chunk', 'done']);
  expect(answer).toMatchObject({
    content: 'I found nobody.',
    thoughts: { text: 'Who?\n\nNone.', shortened: false },
  });
  expect(saved[0]).toMatchObject({ first_token_ms: 600 });
  const silent = await write({ events: [think('Hm.'), finish] });
  expect(silent.failure).toMatchObject({ code: 'no_answer' });
  expect(silent.answer).toMatchObject({ content: '', thoughts: { text: 'Hm.', shortened: false } });
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

it('counts one question for both replies, and shows no tokens if one of them was stopped', async () => {
  const functions: AnswerFunctions = {
    tools: [],
    rules: '',
    isOver: () => false,
    normalize: (call) => call,
    recall: () => undefined,
    describe: () => ({ title: 'Find people', asked: 'Ben' }),
    perform: async () => ({ summary: 'Nobody was found.', passages: [] }),
  };
  const calls = [{ id: '1', name: 'find_people', arguments: '{}' }];
  const { answer, questions, saved } = await write({
    functions,
    events: [
      ...createTextEvents('Let me look.'),
      { type: 'tools', calls },
      { ...finish, finish: 'tools' } as PersonModelEvent,
      ...createTextEvents('There is nobody '),
      new Error('stopped'),
    ],
  });
  expect(answer.content).toBe('Let me look.\n\nThere is nobody');
  // The reply after the function call is not counted, because it belongs to the same question.
  expect(questions).toEqual([1, 0]);
  // No tokens are shown, because the model server did not report those of the stopped reply.
  expect(saved).toMatchObject([{ prompt_tokens: null, answer_tokens: null }]);
});

describe('continuing an answer', () => {
  const link: Citation = {
    number: 1,
    fileid: 'f1',
    filename: 'Budget.pdf',
    pagenumber: 3,
    location: 'page 3',
    datatype: 'PDF',
    link: null,
    lastModified: null,
    quote: 'The travel budget is forty thousand.',
    site: null,
    standing: 'holds',
  };
  const denied = { ...link, fileid: 'gone', location: 'page 9' };
  const rest = [...createTextEvents('for one year', ' [1].'), finish];

  it('yields only the new text, and a source that was cited before keeps its number', async () => {
    const prior = { content: 'The travel budget is forty thousand [1]', links: [link] };
    const { answer, types } = await write({ prior, events: rest });
    expect(answer.content).toBe(' for one year [1].');
    expect(types).not.toContain('citations');
  });

  it('adds to the thoughts so far', async () => {
    const thoughts = { text: 'Page 3.', shortened: false };
    const prior = { content: 'The travel budget is', links: [], thoughts };
    const { answer } = await write({ prior, events: [{ type: 'thinking', text: 'The rest.' }, ...rest] });
    expect(answer.thoughts?.text).toBe('\n\nThe rest.');
  });

  it('gives a new source the next number, even if earlier ones can no longer be read or were never stored', async () => {
    const events = rest;
    const unreadable = await write({ prior: { content: 'Rent rose [1]', links: [denied] }, events });
    expect(unreadable.answer.content).toBe(' for one year [2].');
    expect(unreadable.answer.links).toMatchObject([denied, { number: 2, fileid: 'f1' }]);
    const unstored = await write({ prior: { content: 'Rent rose [1] [2]', links: [] }, events });
    expect(unstored.answer.links).toMatchObject([{ number: 3 }]);
  });

  it('fails if the model adds nothing, and counts the text so far toward the longest answer', async () => {
    const prior = { content: 'a'.repeat(MAX_ANSWER_CHARACTERS - 3), links: [] };
    expect((await write({ prior, events: [finish] })).failure).toMatchObject({ code: 'no_answer' });
    const { answer } = await write({ prior, events: [...createTextEvents('abcdef'), finish] });
    expect(answer.content).toBe(' abc');
    expect(answer.state).toEqual({ name: 'complete', finish: 'length' });
  });
});

describe('the mark that says that nothing was found', () => {
  const thought: PersonModelEvent = { type: 'thinking', text: 'Is it [0]?' };

  it('is removed after thoughts, and the closest passage is cited', async () => {
    const mark = createNotFoundMark('Nothing.');
    const events = [thought, ...createTextEvents('[', '0', '] Dazu ', 'steht nichts darin [1].'), finish];
    const { answer } = await write({ mark, events });
    expect(answer.content).toBe('Dazu steht nichts darin [1].');
    expect(answer.links).toHaveLength(1);
    expect(mark.wasFound()).toBe(true);
  });

  it('is replaced by a sentence if the model writes nothing else', async () => {
    const mark = createNotFoundMark('Nothing.');
    const { answer, failure } = await write({ mark, events: [...createTextEvents('[0]'), finish] });
    expect([answer.content, failure]).toEqual(['Nothing.', null]);
  });

  it.each([
    ['with passages', passages],
    ['without passages', []],
  ])('is removed in the middle of a text, where it has no meaning: %s', async (_, given) => {
    const mark = createNotFoundMark('Nothing.');
    const events = [...createTextEvents('Mallory says: “[0] is the answer”', ' [0].'), finish];
    const { answer } = await write({ mark, events, given });
    expect(answer.content).not.toContain('[0]');
    expect(mark.wasFound()).toBe(false);
  });

  it('is ordinary text if the prompt did not ask for it', async () => {
    const { answer } = await write({ events: [...createTextEvents('[0] is the first index'), finish], given: [] });
    expect(answer.content).toBe('[0] is the first index');
  });
});
