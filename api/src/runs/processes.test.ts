import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '#tests/harness/eventually.ts';
import { ada, newId, makeRunRow } from '#tests/harness/storage/rows.ts';
import {
  startAnswer,
  readAnswer,
  findSavedAnswer,
  startRuns,
  type RunsProcess,
} from '#tests/harness/fakes/runsProcess.ts';
import { describeOnPostgres } from '#tests/harness/storage/testStore.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { systemClock } from '#platform/clock.ts';
import type { Database } from '#api/storage/database.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';
import type { Unnumbered } from './runKind.ts';

const chunkEvent = (chunk: string): Unnumbered<AnswerEvent> => ({ type: 'chunk', chunk });

describeOnPostgres('AVA in two processes on one store', (makeStore) => {
  const databases: Database[] = [];
  const processes: RunsProcess[] = [];
  afterEach(() => Promise.all(processes.splice(0).map((process) => (process.thaw(), process.runs.close(0)))));
  afterAll(() => Promise.all(databases.map((database) => database.close())));

  async function open(index: number): Promise<Database> {
    return (databases[index] ??= await makeStore().open());
  }

  async function start(index: number, options: { withoutPubSub?: boolean } = {}): Promise<RunsProcess> {
    const process = await startRuns(await open(index), { shared: true, ...options });
    processes.push(process);
    return process;
  }

  /** Starts an answer that writes a word every few milliseconds until it is stopped. */
  async function beginEndlessAnswer(
    process: RunsProcess,
    everyMs = 10,
  ): Promise<{ run: RunRow; stoppedAt: () => number }> {
    let stoppedAt = 0;
    const run = await startAnswer(process, async function* (signal) {
      signal.addEventListener('abort', () => (stoppedAt = performance.now()));
      for (let word = 0; ; word += 1) {
        yield chunkEvent(`${word} `);
        await systemClock.sleep(everyMs, signal);
      }
    });
    return { run, stoppedAt: () => stoppedAt };
  }

  it('shows in one process, live and unchanged, what the other one writes', async () => {
    const [a, b] = [await start(0), await start(1)];
    const writtenAt: number[] = [];
    const run = await startAnswer(a, async function* () {
      for (let word = 0; word < 120; word += 1) {
        writtenAt.push(performance.now());
        yield chunkEvent(`word ${word} of Grüße 😀, `);
        await sleep(8);
      }
      yield { type: 'done', finish: 'stop' };
    });
    const readers = [readAnswer(a, run.id), readAnswer(b, run.id), readAnswer(b, run.id)];
    const delays: number[] = [];
    const watched = readers[1];
    for (let seen = 0; watched && watched.answer.state.name === 'streaming'; await sleep(2)) {
      const words = watched.answer.content.split(', ').length - 1;
      for (; seen < words; seen += 1) delays.push(performance.now() - (writtenAt[seen] ?? 0));
    }
    const [first, ...others] = await Promise.all(readers.map(({ finished }) => finished));
    expect(first?.content.split(', ')).toHaveLength(121);
    for (const other of others) expect(other).toEqual(first);
    expect(await findSavedAnswer(b, run)).toMatchObject({
      content: first?.content,
      state: first?.state,
      seq: first?.seq,
    });
    // Without notifications, half of the words would be more than 500 ms late.
    expect(delays.toSorted((x, y) => x - y)[Math.floor(delays.length / 2)]).toBeLessThan(400);
  });

  it('stops an answer that the other process canceled, and keeps its text', async () => {
    const [a, b] = [await start(0), await start(1)];
    for (let round = 0; round < 5; round += 1) {
      const { run, stoppedAt } = await beginEndlessAnswer(a);
      const reader = readAnswer(b, run.id);
      await eventually(() => expect(reader.answer.content).toContain('5 '));
      await b.runs.cancel(run);
      await reader.finished;
      expect(stoppedAt()).toBeGreaterThan(0);
      expect(reader.answer.state).toEqual({ name: 'stopped' });
      expect(await findSavedAnswer(b, run)).toMatchObject({
        content: reader.answer.content,
        state: { name: 'stopped' },
      });
    }
  });

  it('stops an answer when notifications are lost, and readers get all its text', async () => {
    const [a, b] = [await start(0, { withoutPubSub: true }), await start(1, { withoutPubSub: true })];
    const { run, stoppedAt } = await beginEndlessAnswer(a, 50);
    const reader = readAnswer(b, run.id);
    await eventually(() => expect(reader.answer.content).toContain('5 '));
    await b.runs.cancel(run);
    await reader.finished;
    expect(stoppedAt()).toBeGreaterThan(0);
    expect(await findSavedAnswer(b, run)).toMatchObject({ content: reader.answer.content, state: { name: 'stopped' } });
  });

  /** @proves threat:replica-dies */
  it('ends the answers of a dead or sleeping process once, with all text that was shown', async () => {
    const [dead, asleep, b, c] = [await start(0), await start(0), await start(1), await start(1)];
    const [deadRun, sleepingRun, livingRun] = [
      await beginEndlessAnswer(dead),
      await beginEndlessAnswer(asleep),
      await beginEndlessAnswer(c),
    ];
    const job = makeRunRow(ada, { kind: 'extraction', messageId: null, processId: dead.runs.processId });
    await b.store.runs.insert(job, new Date());
    const readers = [
      readAnswer(b, deadRun.run.id),
      readAnswer(b, sleepingRun.run.id),
      readAnswer(asleep, sleepingRun.run.id),
    ];
    await eventually(() => expect(readers.every(({ answer }) => answer.content.includes('20 '))).toBe(true));
    dead.freeze();
    asleep.freeze();
    const shown = readers.map(({ answer }) => answer.content);
    await Promise.all([readers[0]?.finished, readers[1]?.finished]);

    asleep.thaw();
    await Promise.all(readers.map(({ finished }) => finished));
    await eventually(() => expect(sleepingRun.stoppedAt()).toBeGreaterThan(0));
    for (const [index, { run }] of [deadRun, sleepingRun, sleepingRun].entries()) {
      const answer = readers[index]?.answer;
      const saved = await findSavedAnswer(b, run);
      expect(answer?.state).toEqual({ name: 'interrupted' });
      expect(answer?.content.startsWith(shown[index] ?? '-')).toBe(true);
      expect(saved).toMatchObject({ content: answer?.content, state: answer?.state, seq: answer?.seq });
      const events = await b.store.runs.listEvents(run.id, 0);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.filter(({ type }) => type === 'interrupted')).toHaveLength(1);
    }
    expect([...b.released, ...c.released].map(({ id }) => id)).toEqual([job.id]);
    expect(await b.store.runs.find(job.id)).toMatchObject({ state: 'waiting', processId: null });
    expect(await c.store.runs.find(livingRun.run.id)).toMatchObject({ state: 'running', processId: c.runs.processId });
  });

  it('ends a run that its process claimed but never started', async () => {
    const a = await start(0);
    const run = makeRunRow(ada, { processId: a.runs.processId, messageId: newId() });
    await a.store.runs.insert(run, new Date());
    await eventually(async () => expect(await a.store.runs.find(run.id)).toMatchObject({ state: 'ended' }));
    expect(await a.store.runs.listEvents(run.id, 0)).toEqual([{ type: 'interrupted', seq: 1 }]);
  });
});
