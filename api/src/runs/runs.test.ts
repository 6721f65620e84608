import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../tests/harness/eventually.ts';
import { ada, newId, runOf } from '../../../tests/harness/storage/rows.ts';
import {
  beginAnswer,
  extractions,
  readAnswer,
  savedAnswer,
  startRuns,
  type RunsProcess,
} from '../../../tests/harness/fakes/runsProcess.ts';
import { onBothEngines } from '../../../tests/harness/storage/testStore.ts';
import { AvaError } from '../../contract/errors.ts';
import type { AnswerEvent, JobEvent } from '../../contract/runs.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../storage/open.ts';
import type { Unnumbered } from './runKind.ts';
import type { Work } from './runs.ts';

type Piece = Unnumbered<AnswerEvent> | Unnumbered<JobEvent>;
const say = (chunk: string): Piece => ({ type: 'chunk', chunk });
const done: Piece = { type: 'done', finish: 'stop' };
const forever = () => new Promise<never>(() => undefined);
/** Waits twenty times shorter than it says. */
const impatient = { ...systemClock, sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 20, signal) };

onBothEngines('runs', (makeStore) => {
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

  it('write an answer whether or not anybody reads it, and show it to whoever does', async () => {
    const run = await beginAnswer(ava, async function* () {
      yield { type: 'stage', stage: 'thinking' };
      for (let word = 0; word < 100; word += 1) {
        yield say(`${word} `);
        if (word % 10 === 0) await sleep(5);
      }
      yield done;
      yield { type: 'follow_ups', questions: ['And then?'] };
    });
    const early = readAnswer(ava, run.id);
    await sleep(30);
    const late = readAnswer(ava, run.id);
    const leaves = new AbortController();
    const gone = readAnswer(ava, run.id, undefined, leaves.signal);
    leaves.abort();
    await Promise.all([early.finished, late.finished, gone.finished]);
    const text = Array.from({ length: 100 }, (_, word) => `${word} `).join('');
    expect(early.answer).toMatchObject({
      content: text,
      state: { name: 'complete' },
      followUpQuestions: ['And then?'],
      message_id: run.messageId,
      run_id: run.id,
    });
    expect(late.answer).toEqual(early.answer);
    expect(await savedAnswer(ava, run)).toMatchObject({
      content: text,
      seq: early.answer.seq,
      state: { name: 'complete' },
      followUps: ['And then?'],
    });
    expect(await ava.store.runs.find(run.id)).toMatchObject({ state: 'ended' });
  });

  describe('stopped', () => {
    it.each<[string, (heard: () => void) => Work]>([
      [
        'that looks at its signal',
        (heard) =>
          async function* (signal) {
            signal.addEventListener('abort', heard);
            for (;;) {
              yield say('word ');
              await systemClock.sleep(5, signal);
            }
          },
      ],
      [
        'that hangs in an await',
        (heard) =>
          async function* (signal) {
            signal.addEventListener('abort', heard);
            yield say('word ');
            await forever();
          },
      ],
      [
        'that throws when it is stopped',
        (heard) =>
          async function* (signal) {
            signal.addEventListener('abort', heard);
            yield say('word ');
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
          },
      ],
      [
        'that throws while it cleans up',
        (heard) =>
          async function* (signal) {
            signal.addEventListener('abort', heard);
            try {
              for (;;) {
                yield say('word ');
                await sleep(5);
              }
            } finally {
              await Promise.reject(new Error('the socket was closed already'));
            }
          },
      ],
    ])('a work %s ends at once with its text kept', async (_, make) => {
      let heard = 0;
      const run = await beginAnswer(
        ava,
        make(() => (heard = performance.now())),
      );
      const reader = readAnswer(ava, run.id);
      await eventually(() => expect(reader.answer.content).toContain('word'));
      const from = performance.now();
      await ava.runs.cancel(run);
      await reader.finished;
      expect(heard - from).toBeLessThan(500);
      expect(performance.now() - from).toBeLessThan(1_000);
      expect(reader.answer.state).toEqual({ name: 'stopped' });
      expect(reader.answer.content).toMatch(/^(word )+$/);
      expect(await savedAnswer(ava, run)).toMatchObject({ content: reader.answer.content, state: { name: 'stopped' } });
    });

    it('once its text was whole it stays complete', async () => {
      const run = await beginAnswer(ava, async function* () {
        yield say('All of it.');
        yield done;
        await forever();
      });
      const reader = readAnswer(ava, run.id);
      await eventually(() => expect(reader.answer.state.name).toBe('complete'));
      await ava.runs.cancel(run);
      await reader.finished;
      expect(reader.answer.state).toEqual({ name: 'complete', finish: 'stop' });
      expect(await savedAnswer(ava, run)).toMatchObject({ content: 'All of it.', state: { name: 'complete' } });
    });

    it('twice, or after its end, changes nothing', async () => {
      const run = await beginAnswer(ava, async function* () {
        yield say('word');
        await forever();
      });
      const reader = readAnswer(ava, run.id);
      await Promise.all([ava.runs.cancel(run), ava.runs.cancel(run)]);
      await reader.finished;
      await ava.runs.cancel(run);
      expect(reader.events.filter(({ type }) => type === 'stopped')).toHaveLength(1);
    });

    it('takes no other run with it', async () => {
      const make: Work = async function* () {
        for (let word = 0; word < 20; word += 1) {
          yield say(`${word} `);
          await sleep(3);
        }
        yield done;
      };
      const [stopped, ...others] = await Promise.all(Array.from({ length: 8 }, () => beginAnswer(ava, make)));
      if (stopped) await ava.runs.cancel(stopped);
      for (const run of others) expect((await readAnswer(ava, run.id).finished).state.name).toBe('complete');
    });
  });

  it.each<[string, unknown, object]>([
    [
      'an error of AVA’s own',
      new AvaError('too_many_requests', { detail: 'Too many.' }),
      { code: 'too_many_requests', detail: 'Too many.' },
    ],
    [
      'a mistake in the program',
      new TypeError('x is not a function'),
      { code: 'unexpected', detail: expect.stringContaining('trouble') },
    ],
    ['a thing that is no error', 'thrown', { code: 'unexpected', detail: expect.stringContaining('trouble') }],
  ])('fail with words fit for a person and keep their text: %s', async (_, thrown, error) => {
    const run = await beginAnswer(ava, async function* () {
      yield say('Half an ');
      throw thrown;
    });
    const answer = await readAnswer(ava, run.id).finished;
    expect(answer).toMatchObject({ content: 'Half an ', state: { name: 'failed', error } });
    expect(await savedAnswer(ava, run)).toMatchObject({ content: 'Half an ', state: { name: 'failed', error } });
    expect(ava.log.lines).toContain('warn a run failed');
  });

  describe('when AVA closes', () => {
    it('may end within their time; those that do not are interrupted', async () => {
      const [quick, slow] = [
        await beginAnswer(ava, async function* () {
          yield say('quick');
          await sleep(50);
          yield done;
        }),
        await beginAnswer(ava, async function* () {
          yield say('slow');
          await forever();
        }),
      ];
      const readers = [readAnswer(ava, quick.id), readAnswer(ava, slow.id)];
      await ava.runs.close(300);
      expect(
        (await Promise.all(readers.map(({ finished }) => finished))).map(
          ({ content, state }) => `${content} ${state.name}`,
        ),
      ).toEqual(['quick complete', 'slow interrupted']);
      expect(await savedAnswer(ava, slow)).toMatchObject({ content: 'slow', state: { name: 'interrupted' } });
      expect(await ava.store.runs.listHeldBy(ava.runs.processId)).toEqual([]);
    });

    it('are left to the next process where that can begin them anew, and it goes on behind what was said', async () => {
      const job = runOf(ada, { kind: 'extraction', messageId: null, processId: null, state: 'waiting' });
      await ava.store.runs.insert(job, new Date());
      const turnOf = ({ runs }: RunsProcess) =>
        ({ kind: 'extraction', processId: runs.processId, perPerson: 1, servedPeople: [] }) as const;
      expect(await ava.store.runs.claimNext(turnOf(ava))).toMatchObject({ id: job.id });
      const performed = ava.runs.perform(job, extractions, async function* () {
        yield { type: 'progress', stage: 'reading', pctProgress: 40 };
        await forever();
      });
      await eventually(async () => expect(await ava.store.runs.listEvents(job.id, 0)).toHaveLength(1));
      await ava.runs.close(0);
      await performed;
      expect(await ava.store.runs.find(job.id)).toMatchObject({ state: 'running' });

      const next = await startRuns(database);
      expect(next.released.map(({ id }) => id)).toContain(job.id);
      expect(await next.store.runs.claimNext(turnOf(next))).toMatchObject({ id: job.id });
      // Closing in order is no fault of the run.
      expect(await next.store.runs.listHeldBy(next.runs.processId)).toMatchObject([{ id: job.id, attempts: 1 }]);
      await next.runs.perform(job, extractions, async function* () {
        yield { type: 'progress', stage: 'reading', pctProgress: 10 };
        yield { type: 'completed', file_id: newId() };
      });
      const events = (await next.store.runs.listEvents(job.id, 0)) as JobEvent[];
      expect(events.map(({ seq, type }) => `${seq} ${type}`)).toEqual(['1 progress', '2 progress', '3 completed']);
      expect(await next.store.runs.find(job.id)).toMatchObject({ state: 'ended' });
      await next.runs.close(0);
    });

    it('do not hold it up when the store is away', async () => {
      const hasty = await startRuns(database, { clock: impatient });
      await beginAnswer(hasty, async function* () {
        yield say('text');
        await forever();
      });
      hasty.freeze();
      await hasty.runs.close(100);
      hasty.thaw();
    });
  });

  it('of a process that died are ended by the next with all that anybody was shown', async () => {
    const dead = await startRuns(database);
    const runs = await Promise.all(
      Array.from({ length: 5 }, () =>
        beginAnswer(dead, async function* () {
          for (let word = 0; ; word += 1) {
            yield say(`${word} `);
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
      const saved = await savedAnswer(next, run);
      expect(saved?.state).toEqual({ name: 'interrupted' });
      expect(saved?.content.startsWith(shown[index] ?? '-')).toBe(true);
      const again = await readAnswer(next, run.id).finished;
      expect(again).toMatchObject({ content: saved?.content, state: saved?.state, seq: saved?.seq });
      const rest = readAnswer(next, run.id, structuredClone(readers[index]?.answer));
      expect(await rest.finished).toEqual(again);
    }
    await next.runs.close(0);
    dead.thaw();
    await dead.runs.close(0);
  });
});
