import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '#tests/harness/eventually.ts';
import {
  startAnswer,
  readAnswer,
  findSavedAnswer,
  startRuns,
  type RunsProcess,
} from '#tests/harness/fakes/runsProcess.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import { AvaError } from '#contract/errors.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { JobEvent } from '#contract/runs/jobs.ts';
import { systemClock } from '#platform/clock.ts';
import type { Database } from '#api/storage/database.ts';
import type { Unnumbered } from './runKind.ts';
import type { RunGenerator } from './runs.ts';

type NewEvent = Unnumbered<AnswerEvent> | Unnumbered<JobEvent>;
const chunkEvent = (chunk: string): NewEvent => ({ type: 'chunk', chunk });
const doneEvent: NewEvent = { type: 'done', finish: 'stop' };
const waitForever = () => new Promise<never>(() => undefined);

describeOnBothEngines('runs', (makeStore) => {
  let database: Database;
  let ava: RunsProcess;
  beforeAll(async () => {
    database = await makeStore().open();
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    ava = await startRuns(database);
  });
  afterEach(() => ava.runs.close(0));

  it('write an answer with or without readers, and show it to every reader', async () => {
    const run = await startAnswer(ava, async function* () {
      yield { type: 'stage', stage: 'thinking' };
      for (let word = 0; word < 100; word += 1) {
        yield chunkEvent(`${word} `);
        if (word % 10 === 0) await sleep(5);
      }
      yield doneEvent;
      yield { type: 'follow_ups', questions: ['And then?'] };
    });
    const early = readAnswer(ava, run.id);
    await sleep(30);
    const late = readAnswer(ava, run.id);
    const abort = new AbortController();
    const aborted = readAnswer(ava, run.id, undefined, abort.signal);
    abort.abort();
    await Promise.all([early.finished, late.finished, aborted.finished]);
    const text = Array.from({ length: 100 }, (_, word) => `${word} `).join('');
    expect(early.answer).toMatchObject({
      content: text,
      state: { name: 'complete' },
      followUpQuestions: ['And then?'],
      message_id: run.messageId,
      run_id: run.id,
    });
    expect(late.answer).toEqual(early.answer);
    expect(await findSavedAnswer(ava, run)).toMatchObject({
      content: text,
      seq: early.answer.seq,
      state: { name: 'complete' },
      followUps: ['And then?'],
    });
    expect(await ava.store.runs.find(run.id)).toMatchObject({ state: 'ended' });
  });

  describe('that are stopped', () => {
    it.each<[string, (onAbort: () => void) => RunGenerator]>([
      [
        'that checks its signal',
        (onAbort) =>
          async function* (signal) {
            signal.addEventListener('abort', onAbort);
            for (;;) {
              yield chunkEvent('word ');
              await systemClock.sleep(5, signal);
            }
          },
      ],
      [
        'that hangs in an await',
        (onAbort) =>
          async function* (signal) {
            signal.addEventListener('abort', onAbort);
            yield chunkEvent('word ');
            await waitForever();
          },
      ],
      [
        'that throws when it is stopped',
        (onAbort) =>
          async function* (signal) {
            signal.addEventListener('abort', onAbort);
            yield chunkEvent('word ');
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
          },
      ],
      [
        'that throws while it cleans up',
        (onAbort) =>
          async function* (signal) {
            signal.addEventListener('abort', onAbort);
            try {
              for (;;) {
                yield chunkEvent('word ');
                await sleep(5);
              }
            } finally {
              await Promise.reject(new Error('the socket was closed already'));
            }
          },
      ],
    ])('end and keep their text: a run %s', async (_, createGenerator) => {
      let abortedAt = 0;
      const run = await startAnswer(
        ava,
        createGenerator(() => (abortedAt = performance.now())),
      );
      const reader = readAnswer(ava, run.id);
      await eventually(() => expect(reader.answer.content).toContain('word'));
      await ava.runs.cancel(run);
      await reader.finished;
      expect(abortedAt).toBeGreaterThan(0);
      expect(reader.answer.state).toEqual({ name: 'stopped' });
      expect(reader.answer.content).toMatch(/^(word )+$/);
      expect(await findSavedAnswer(ava, run)).toMatchObject({
        content: reader.answer.content,
        state: { name: 'stopped' },
      });
    });

    it('stay complete if their text is complete', async () => {
      const run = await startAnswer(ava, async function* () {
        yield chunkEvent('All of it.');
        yield doneEvent;
        await waitForever();
      });
      const reader = readAnswer(ava, run.id);
      await eventually(() => expect(reader.answer.state.name).toBe('complete'));
      await ava.runs.cancel(run);
      await reader.finished;
      expect(reader.answer.state).toEqual({ name: 'complete', finish: 'stop' });
      expect(await findSavedAnswer(ava, run)).toMatchObject({ content: 'All of it.', state: { name: 'complete' } });
    });

    it('do not change when they are stopped again', async () => {
      const run = await startAnswer(ava, async function* () {
        yield chunkEvent('word');
        await waitForever();
      });
      const reader = readAnswer(ava, run.id);
      await Promise.all([ava.runs.cancel(run), ava.runs.cancel(run)]);
      await reader.finished;
      await ava.runs.cancel(run);
      expect(reader.events.filter(({ type }) => type === 'stopped')).toHaveLength(1);
    });

    it('do not stop other runs', async () => {
      const generate: RunGenerator = async function* () {
        for (let word = 0; word < 20; word += 1) {
          yield chunkEvent(`${word} `);
          await sleep(3);
        }
        yield doneEvent;
      };
      const [stopped, ...others] = await Promise.all(Array.from({ length: 8 }, () => startAnswer(ava, generate)));
      if (stopped) await ava.runs.cancel(stopped);
      for (const run of others) expect((await readAnswer(ava, run.id).finished).state.name).toBe('complete');
    });
  });

  it.each<[string, unknown, object]>([
    [
      'an AvaError',
      new AvaError('too_many_requests', { detail: 'Too many.' }),
      { code: 'too_many_requests', detail: 'Too many.' },
    ],
    ['a bug', new TypeError('x is not a function'), { code: 'unexpected', detail: expect.stringContaining('trouble') }],
    ['a thrown string', 'thrown', { code: 'unexpected', detail: expect.stringContaining('trouble') }],
  ])('fail with a sentence for people and keep their text: %s', async (_, thrown, error) => {
    const run = await startAnswer(ava, async function* () {
      yield chunkEvent('Half an ');
      throw thrown;
    });
    const answer = await readAnswer(ava, run.id).finished;
    expect(answer).toMatchObject({ content: 'Half an ', state: { name: 'failed', error } });
    expect(await findSavedAnswer(ava, run)).toMatchObject({ content: 'Half an ', state: { name: 'failed', error } });
    expect(ava.log.lines).toContain('warn run failed');
  });
});
