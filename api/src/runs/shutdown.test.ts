import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '#tests/harness/eventually.ts';
import { ada, newId, makeRunRow } from '#tests/harness/storage/rows.ts';
import {
  startAnswer,
  extractionRunKind,
  readAnswer,
  findSavedAnswer,
  startRuns,
  type RunsProcess,
} from '#tests/harness/fakes/runsProcess.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { JobEvent } from '#contract/runs/jobs.ts';
import { systemClock } from '#platform/clock.ts';
import type { Database } from '#api/storage/database.ts';
import type { Unnumbered } from './runKind.ts';

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

    it('are continued by the next process if they can be restarted; it appends its events to the stored ones', async () => {
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
      const run = await startAnswer(closing, async function* () {
        yield chunkEvent('text');
        await waitForever();
      });
      closing.freeze();
      await closing.runs.close(100);
      closing.thaw();
      // The event log retries until it has saved the end, and would keep the test's process alive.
      await eventually(async () =>
        expect(await findSavedAnswer(ava, run)).toMatchObject({ state: { name: 'interrupted' } }),
      );
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
