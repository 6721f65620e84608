import fc from 'fast-check';
import { AvaError } from '#contract/errors.ts';
import {
  applyTaskEvent,
  emptyTaskRun,
  endsTaskRun,
  type StepEvent,
  type StepInputs,
  type TaskEvent,
} from '#contract/tasks/taskEvents.ts';
import { followRun, type FollowOptions } from './followRun.ts';
import { applyEvent, emptyAnswer, endsAnswer, type AnswerEvent, type Citation } from './answerEvents.ts';

type Unnumbered<Event> = Event extends unknown ? Omit<Event, 'seq'> : never;
type Numbered = { seq: number };

/** A kind of run: its events, and the state that they are folded into. */
interface RunKind {
  name: string;
  events: fc.Arbitrary<Numbered[]>;
  empty: () => Numbered;
  apply: (state: Numbered, event: Numbered) => void;
  isEnd: (event: Numbered) => boolean;
}

const text = fc.string({ unit: 'grapheme', maxLength: 6 });
const stage = fc.constantFrom('waiting', 'reading', 'searching', 'thinking');
const citation: Citation = {
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
  standing: 'holds',
};
const citations = fc.constantFrom([], [citation]);
const error = { code: 'unexpected', detail: 'Oh.' } as const;

const answerEvent: fc.Arbitrary<Unnumbered<AnswerEvent>> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('chunk'), chunk: text }) },
  fc.record({ type: fc.constant('thought'), thought: text, shortened: fc.boolean() }),
  fc.record({ type: fc.constant('stage'), stage }),
  fc.record({ type: fc.constant('citations'), citations }),
) as fc.Arbitrary<Unnumbered<AnswerEvent>>;

const answerEnd = fc.constantFrom<Unnumbered<AnswerEvent>>(
  { type: 'done', finish: 'length' },
  { type: 'stopped' },
  { type: 'failed', error },
  { type: 'interrupted' },
);

const inputs: StepInputs = {
  prompt: 'p',
  superPrompt: null,
  task: 't',
  files: '',
  previous: null,
  previousOutput: null,
  model: 'm',
  temperature: 0.5,
  concise: false,
};
const step_id = fc.constantFrom('a', 'b', 'c');
const stepEvent = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('chunk'), chunk: text }) },
  fc.record({ type: fc.constant('stage'), stage }),
  fc.record({ type: fc.constant('citations'), citations }),
  fc.constant({ type: 'done', finish: 'stop', endedAt: 2 }),
  fc.constant({ type: 'failed', error, endedAt: 3 }),
) as fc.Arbitrary<StepEvent>;

const taskEvent: fc.Arbitrary<Unnumbered<TaskEvent>> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('step'), step_id, event: stepEvent }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('step_started'),
      step_id,
      inputs: fc.constant(inputs),
      startedAt: fc.nat(),
    }),
  },
  fc.record({ type: fc.constant('step_skipped'), step_id }),
  fc.record({ type: fc.constant('title'), title: text }),
  fc.record({ type: fc.constant('super_prompt'), step_id, superPrompt: text, previousUserPrompt: text }),
) as fc.Arbitrary<Unnumbered<TaskEvent>>;

const number = <Event>(events: Event[]) => events.map((event, index) => ({ ...event, seq: index + 1 }));

const kinds: RunKind[] = [
  {
    name: 'an answer',
    events: fc
      .tuple(fc.array(answerEvent, { maxLength: 20 }), answerEnd, fc.array(text, { maxLength: 2 }))
      .map(([middle, end, questions]) =>
        number([
          { type: 'started', run_id: 'r', message_id: 'm', user_message_id: 'u' },
          ...middle,
          end,
          { type: 'follow_ups', questions },
        ]),
      ),
    empty: () => emptyAnswer('local', null),
    apply: (state, event) => applyEvent(state as ReturnType<typeof emptyAnswer>, event as AnswerEvent),
    isEnd: (event) => endsAnswer(event as AnswerEvent),
  },
  {
    name: 'a run of a task',
    events: fc
      .tuple(fc.array(taskEvent, { maxLength: 20 }), fc.constantFrom('complete', 'failed', 'stopped', 'needs_you'))
      .map(([middle, state]) =>
        number([
          { type: 'started', run_id: 'r', task_id: 't', mode: 'all', steps: ['a', 'b', 'c'] },
          ...middle,
          { type: 'finished', state, error: null, endedAt: 9 },
        ]),
      ),
    empty: () => emptyTaskRun('r'),
    apply: (state, event) => applyTaskEvent(state as ReturnType<typeof emptyTaskRun>, event as TaskEvent),
    isEnd: (event) => endsTaskRun(event as TaskEvent),
  },
];

/** What happens when a stream is opened: it breaks or ends after some events, or it is refused. */
const opening = fc.record({
  delivered: fc.nat(8),
  outcome: fc.constantFrom('breaks', 'ends early', 'is refused', 'is busy'),
  /** Sends the event before again, as a slow proxy can. */
  repeats: fc.boolean(),
});

const noPause = (): FollowOptions => ({
  signal: new AbortController().signal,
  pause: () => Promise.resolve(),
});

/** A server that causes one disturbance for each stream opened, and then delivers everything. */
function createServer(
  events: readonly Numbered[],
  disturbances: { delivered: number; outcome: string; repeats: boolean }[],
) {
  const rest = [...disturbances];
  return async (from: number): Promise<AsyncIterable<Numbered>> => {
    const disturbance = rest.shift();
    if (disturbance?.outcome === 'is refused') throw new AvaError('store_unavailable');
    if (disturbance?.outcome === 'is busy') throw new AvaError('too_many_requests', { retryAfter: 1 });
    return (async function* () {
      const start = disturbance?.repeats && from > 0 ? from - 1 : from;
      const missing = events.slice(start);
      yield* missing.slice(0, disturbance?.delivered ?? missing.length);
      if (disturbance?.outcome === 'breaks') throw new AvaError('unexpected');
    })();
  };
}

describe.each(kinds)('$name', ({ events, empty, apply, isEnd }) => {
  const fold = (state: Numbered, list: readonly Numbered[]) => {
    for (const event of list) apply(state, event);
    return state;
  };

  it('has the same state for a reader from the start and for one that starts and is disconnected anywhere', async () => {
    const scenario = fc.tuple(events, fc.array(opening, { maxLength: 6 }), fc.double({ min: 0, max: 1, noNaN: true }));
    await fc.assert(
      fc.asyncProperty(scenario, async ([list, disturbances, share]) => {
        const fresh = fold(empty(), list);
        // The state that the reader has already: the first events of the run, as the API returned them.
        const known = list.slice(0, Math.floor(share * (list.findIndex(isEnd) + 1)));
        const state = structuredClone(fold(empty(), known));
        if (known.some(isEnd)) return;
        const open = createServer(list, disturbances);
        for await (const event of followRun({ stream: null, from: state.seq, open, isEnd }, noPause()))
          apply(state, event);
        const last = list.at(-1)?.seq ?? 0;
        // A lost connection can lose only the last event, which has the follow-up questions.
        expect(state).toEqual(state.seq === last ? fresh : fold(empty(), list.slice(0, -1)));
      }),
    );
  });
});

describe('following a run', () => {
  const isEnd = ({ seq }: Numbered) => seq === 2;
  const lost = () => Promise.reject(new AvaError('unexpected'));

  async function read(open: () => Promise<AsyncIterable<Numbered>>, options: Partial<FollowOptions> = {}) {
    const events: number[] = [];
    const source = { stream: null, from: 0, open, isEnd };
    for await (const { seq } of followRun(source, { ...noPause(), ...options })) events.push(seq);
    return events;
  }

  it('pauses for twice as long after each failure, at most five seconds, with a jitter of a quarter', async () => {
    const pauses: number[] = [];
    const pause = async (ms: number) => void pauses.push(ms);
    await expect(read(lost, { pause, maxFailures: 7 })).rejects.toMatchObject({ code: 'unexpected' });
    expect(pauses).toHaveLength(7);
    for (const [index, base] of [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(base * 0.75);
      expect(pauses[index]).toBeLessThanOrEqual(base * 1.25);
    }
  });

  it('pauses for as long as the API asks', async () => {
    const pauses: number[] = [];
    const busy = () => Promise.reject(new AvaError('too_many_requests', { retryAfter: 7 }));
    await read(busy, { pause: async (ms) => void pauses.push(ms), maxFailures: 1 }).catch(() => undefined);
    expect(pauses).toEqual([7_000]);
  });

  it.each(['not_found', 'not_signed_in', 'switched_off'] as const)(
    'ends at once when the API refuses with %s',
    async (code) => {
      let attempts = 0;
      const refuse = () => {
        attempts += 1;
        return Promise.reject(new AvaError(code));
      };
      await expect(read(refuse)).rejects.toMatchObject({ code });
      expect(attempts).toBe(1);
    },
  );

  it('says that it is reconnecting from the second failure in a row, until an event arrives', async () => {
    const notices: boolean[] = [];
    const openings = [lost, lost, lost, () => Promise.resolve(stream(1)), () => Promise.resolve(stream(2))];
    const open = () => (openings.shift() ?? lost)();
    expect(await read(open, { onReconnecting: (isReconnecting) => notices.push(isReconnecting) })).toEqual([1, 2]);
    expect(notices).toEqual([true, false]);
  });

  it('no longer says that it is reconnecting when it gives up', async () => {
    const notices: boolean[] = [];
    await read(lost, { maxFailures: 2, onReconnecting: (isReconnecting) => notices.push(isReconnecting) }).catch(
      () => undefined,
    );
    expect(notices).toEqual([true, false]);
  });

  it('ends with the error of an aborted signal, even after the end of the run', async () => {
    const controller = new AbortController();
    const open = async () =>
      (async function* () {
        yield { seq: 2 };
        controller.abort(new Error('left'));
        throw controller.signal.reason;
      })();
    await expect(read(open, { signal: controller.signal })).rejects.toThrow('left');
  });
});

async function* stream(...seqs: number[]) {
  for (const seq of seqs) yield { seq };
}
