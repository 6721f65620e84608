import fc from 'fast-check';
import { AnswerEvent, AnswerState, applyEvent, emptyAnswer, isSettled, type Answer } from './answerEvents.ts';

const runId = '11111111-0000-4000-8000-000000000001';
const messageId = '11111111-0000-4000-8000-000000000002';
const userMessageId = '11111111-0000-4000-8000-000000000003';

function fold(...events: AnswerEvent[]): Answer {
  const answer = emptyAnswer('local', null);
  for (const event of events) applyEvent(answer, event);
  return answer;
}

const started: AnswerEvent = {
  type: 'started',
  seq: 1,
  run_id: runId,
  message_id: messageId,
  user_message_id: userMessageId,
};
const chunk = (seq: number, text: string): AnswerEvent => ({ type: 'chunk', seq, chunk: text });
const citation = {
  number: 1,
  fileid: 'f',
  filename: 'Budget.pdf',
  pagenumber: 3,
  location: 'page 3',
  datatype: 'PDF',
  link: null,
  lastModified: null,
  quote: 'Forty.',
  site: null,
  standing: 'holds' as const,
};

it('an answer is empty and waiting before the first event', () => {
  expect(emptyAnswer('m', null)).toEqual({
    message_id: 'm',
    run_id: null,
    content: '',
    state: { name: 'streaming', stage: 'waiting' },
    links: [],
    thoughts: null,
    calls: [],
    followUpQuestions: [],
    seq: 0,
  });
});

it('applies the events of a whole answer', () => {
  const answer = fold(
    started,
    { type: 'stage', seq: 2, stage: 'thinking' },
    { type: 'thought', seq: 3, thought: 'Page 3 ', shortened: false },
    { type: 'thought', seq: 4, thought: 'has it.', shortened: true },
    chunk(5, 'Forty '),
    chunk(6, 'thousand [1].'),
    { type: 'citations', seq: 7, citations: [citation] },
    { type: 'done', seq: 8, finish: 'stop' },
    { type: 'follow_ups', seq: 9, questions: ['And rent?'] },
  );
  expect(answer).toEqual({
    message_id: messageId,
    run_id: runId,
    content: 'Forty thousand [1].',
    state: { name: 'complete', finish: 'stop' },
    links: [citation],
    thoughts: { text: 'Page 3 has it.', shortened: true },
    calls: [],
    followUpQuestions: ['And rent?'],
    seq: 9,
  });
});

it('applies an event only once, however often and late it arrives', () => {
  const events = [started, chunk(2, 'a'), chunk(3, 'b'), { type: 'done', seq: 4, finish: 'stop' } as const];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(3))), (repeats) => {
      const repeated = events.flatMap((event, index) => [
        event,
        ...repeats.filter(([after]) => after === index).map(([, earlier]) => events[Math.min(earlier, index)] ?? event),
      ]);
      expect(fold(...repeated)).toEqual(fold(...events));
    }),
  );
});

it.each<[AnswerEvent, AnswerState]>([
  [
    { type: 'done', seq: 3, finish: 'length' },
    { name: 'complete', finish: 'length' },
  ],
  [{ type: 'stopped', seq: 3 }, { name: 'stopped' }],
  [{ type: 'interrupted', seq: 3 }, { name: 'interrupted' }],
  [
    { type: 'failed', seq: 3, error: { code: 'too_large', detail: 'Too much.' } },
    { name: 'failed', error: { code: 'too_large', detail: 'Too much.' } },
  ],
])('an answer keeps its first final state and its text after %j', (last, state) => {
  const laterEvents: AnswerEvent[] = [
    { type: 'done', seq: 4, finish: 'stop' },
    { type: 'stopped', seq: 5 },
    { type: 'interrupted', seq: 6 },
    { type: 'failed', seq: 7, error: { code: 'unexpected', detail: 'Oh.' } },
    { type: 'stage', seq: 8, stage: 'reading' },
  ];
  const answer = fold(started, chunk(2, 'Half an answer'), last, ...laterEvents);
  expect(answer).toMatchObject({ content: 'Half an answer', state, seq: 8 });
  expect(isSettled(answer)).toBe(true);
});

it('an answer is not settled before its end', () => {
  expect(isSettled(fold(started, { type: 'stage', seq: 2, stage: 'searching' }, chunk(3, 'a')))).toBe(false);
});

it('an answer is the same for joined and separate chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (pieces) => {
      const separate = fold(started, ...pieces.map((piece, index) => chunk(index + 2, piece)));
      const joined = fold(started, chunk(2, pieces.join('')));
      expect(separate.content).toBe(joined.content);
    }),
  );
});

it('parses known fields only', () => {
  expect(AnswerEvent.parse({ ...started, surprise: 1 })).toEqual(started);
  for (const invalid of [
    { type: 'chunk', seq: 0, chunk: 'a' },
    { type: 'chunk', seq: 1.5, chunk: 'a' },
    { type: 'chunk', seq: 1 },
    { type: 'other', seq: 1 },
  ]) {
    expect(AnswerEvent.safeParse(invalid).success).toBe(false);
  }
  expect(AnswerState.safeParse({ name: 'failed', error: { code: 'no such code', detail: '' } }).success).toBe(false);
});
