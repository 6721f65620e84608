import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../tests/harness/eventually.ts';
import { ada, newId, makeRunRow } from '../../../tests/harness/storage/rows.ts';
import {
  startAnswer,
  extractionRunKind,
  readAnswer,
  findSavedAnswer,
  startRuns,
  type RunsProcess,
} from '../../../tests/harness/fakes/runsProcess.ts';
import { describeOnBothEngines } from '../../../tests/harness/storage/testStore.ts';
import { AvaError } from '../../contract/errors.ts';
import type { AnswerEvent, JobEvent } from '../../contract/runs.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../storage/database.ts';
import type { Unnumbered } from './runKind.ts';
import type { RunGenerator } from './runs.ts';

type NewEvent = Unnumbered<AnswerEvent> | Unnumbered<JobEvent>;
const chunkEvent = (chunk: string): NewEvent => ({ type: 'chunk', chunk });
const doneEvent: NewEvent = { type: 'done', finish: 'stop' };
const waitForever = () => new Promise<never>(() => undefined);
/** Sleeps a twentieth of the time. */
const fastClock = { ...systemClock, sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 20, signal) };

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

  describe('stopped', () => {
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
    ])('a run %s ends at once and keeps its text', async (_, createGenerator) => {
      let abortedAt = 0;
      const run = await startAnswer(
        ava,
        createGenerator(() => (abortedAt = performance.now())),
      );
      const reader = readAnswer(ava, run.id);
      await eventually(() => expect(reader.answer.content).toContain('word'));
      const canceledAt = performance.now();
      await ava.runs.cancel(run);
      await reader.finished;
      expect(abortedAt - canceledAt).toBeLessThan(500);
      expect(performance.now() - canceledAt).toBeLessThan(1_000);
      expect(reader.answer.state).toEqual({ name: 'stopped' });
      expect(reader.answer.content).toMatch(/^(word )+$/);
      expect(await findSavedAnswer(ava, run)).toMatchObject({
        content: reader.answer.content,
        state: { name: 'stopped' },
      });
    });

    it('a run whose text is complete stays complete', async () => {
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

    it('twice or after its end, a run does not change', async () => {
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

    it('a run does not stop others', async () => {
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

  describe('when AVA closes', () => {
    it('can end within the time limit; the others are interrupted', async () => {
      const [quick, slow] = [
        await startAnswer(ava, async function* () {
          yield chunkEvent('quick');
          await sleep(50);
          yield doneEvent;
        }),
        await startAnswer(ava, async function* () {
          yield chunkEvent('slow');
          await waitForever();
        }),
      ];
      const readers = [readAnswer(ava, quick.id), readAnswer(ava, slow.id)];
      await ava.runs.close(300);
      expect(
        (await Promise.all(readers.map(({ finished }) => finished))).map(
          ({ content, state }) => `${content} ${state.name}`,
        ),
      ).toEqual(['quick complete', 'slow interrupted']);
      expect(await findSavedAnswer(ava, slow)).toMatchObject({ content: 'slow', state: { name: 'interrupted' } });
      expect(await ava.store.runs.listHeldBy(ava.runs.processId)).toEqual([]);
    });

    it('are left to the next process if they can be restarted, and it appends to the stored events', async () => {
      const job = makeRunRow(ada, { kind: 'extraction', messageId: null, processId: null, state: 'waiting' });
      await ava.store.runs.insert(job, new Date());
      const claimBy = ({ runs }: RunsProcess) =>
        ({ kind: 'extraction', processId: runs.processId, perPerson: 1, servedPeople: [] }) as const;
      expect(await ava.store.runs.claimNext(claimBy(ava))).toMatchObject({ id: job.id });
      const performed = ava.runs.perform(job, extractionRunKind, async function* () {
        yield { type: 'progress', stage: 'reading', pctProgress: 40 };
        await waitForever();
      });
      await eventually(async () => expect(await ava.store.runs.listEvents(job.id, 0)).toHaveLength(1));
      await ava.runs.close(0);
      await performed;
      expect(await ava.store.runs.find(job.id)).toMatchObject({ state: 'running' });

      const next = await startRuns(database);
      expect(next.released.map(({ id }) => id)).toContain(job.id);
      expect(await next.store.runs.claimNext(claimBy(next))).toMatchObject({ id: job.id });
      // A graceful close does not count as an attempt.
      expect(await next.store.runs.listHeldBy(next.runs.processId)).toMatchObject([{ id: job.id, attempts: 1 }]);
      await next.runs.perform(job, extractionRunKind, async function* () {
        yield { type: 'progress', stage: 'reading', pctProgress: 10 };
        yield { type: 'completed', file_id: newId() };
      });
      const events = (await next.store.runs.listEvents(job.id, 0)) as JobEvent[];
      expect(events.map(({ seq, type }) => `${seq} ${type}`)).toEqual(['1 progress', '2 progress', '3 completed']);
      expect(await next.store.runs.find(job.id)).toMatchObject({ state: 'ended' });
      await next.runs.close(0);
    });

    it('do not delay the close while the store is unavailable', async () => {
      const closing = await startRuns(database, { clock: fastClock });
      await startAnswer(closing, async function* () {
        yield chunkEvent('text');
        await waitForever();
      });
      closing.freeze();
      await closing.runs.close(100);
      closing.thaw();
    });
  });

  it('of a dead process are ended by the next one with all text that was shown', async () => {
    const dead = await startRuns(database);
    const runs = await Promise.all(
      Array.from({ length: 5 }, () =>
        startAnswer(dead, async function* () {
          for (let word = 0; ; word += 1) {
            yield chunkEvent(`${word} `);
            await sleep(2);
          }
        }),
      ),
    );
    const readers = runs.map((run) => readAnswer(dead, run.id));
    await eventually(() => expect(readers.every(({ answer }) => answer.content.length > 50)).toBe(true));
    dead.freeze();
    const shown = readers.map(({ answer }) => answer.content);

    const next = await startRuns(database);
    for (const [index, run] of runs.entries()) {
      const saved = await findSavedAnswer(next, run);
      expect(saved?.state).toEqual({ name: 'interrupted' });
      expect(saved?.content.startsWith(shown[index] ?? '-')).toBe(true);
      const answer = await readAnswer(next, run.id).finished;
      expect(answer).toMatchObject({ content: saved?.content, state: saved?.state, seq: saved?.seq });
      const resumed = readAnswer(next, run.id, structuredClone(readers[index]?.answer));
      expect(await resumed.finished).toEqual(answer);
    }
    await next.runs.close(0);
    dead.thaw();
    await dead.runs.close(0);
  });
});
