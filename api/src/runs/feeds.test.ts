import { setImmediate as tick, setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../tests/harness/eventually.ts';
import { listeningRunsLog, memoryRuns, type MemoryRuns } from '../../../tests/harness/fakes/inMemoryRuns.ts';
import { ada, newId, runOf } from '../../../tests/harness/storage/rows.ts';
import type { RunRow, StoredEvent } from '../storage/tables/runs/runs.ts';
import { createFeeds, type Feeds } from './feeds.ts';

let memory: MemoryRuns;
let log: ReturnType<typeof listeningRunsLog>;
let local: boolean;
let feeds: Feeds;

beforeEach(() => {
  memory = memoryRuns();
  log = listeningRunsLog();
  local = true;
  feeds = createFeeds({ store: memory, log }, () => local);
});

const events = (from: number, to: number): StoredEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ type: 'chunk', seq: from + index }));
const seqs = (from: number, to: number) => events(from, to).map(({ seq }) => seq);

function begun(...stored: StoredEvent[]): RunRow {
  const run = runOf(ada);
  memory.add(run, ...stored);
  return run;
}

/** What this process event log does: the events are stored, then told of. */
function store(run: RunRow, fresh: StoredEvent[], ended = false): void {
  storeElsewhere(run, fresh, ended);
  feeds.add({ run, events: fresh, ended, seq: memory.stored(run.id).length });
}

/** What another process event log does: this one has not heard of it yet. */
function storeElsewhere(run: RunRow, fresh: StoredEvent[], ended = false): void {
  memory.add(run, ...memory.stored(run.id), ...fresh);
  if (ended) memory.ended.add(run.id);
}

interface Reader {
  seen: number[];
  finished: Promise<void>;
  stop(): void;
}

function read(run: RunRow, from = 0, each: () => Promise<unknown> = async () => undefined): Reader {
  const over = new AbortController();
  const seen: number[] = [];
  const finished = (async () => {
    for await (const batch of feeds.follow(run.id, from, over.signal)) {
      seen.push(...batch.map(({ seq }) => seq));
      await each();
    }
  })();
  return { seen, finished, stop: () => over.abort() };
}

it('does not take an end that comes alone for the end of what it has not read yet', async () => {
  const run = begun(...events(1, 2));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toEqual(seqs(1, 2)));
  const reading = Promise.withResolvers<void>();
  memory.afterRead = () => reading.promise;
  storeElsewhere(run, events(3, 4));
  store(run, events(5, 6));
  store(run, [], true);
  await tick();
  reading.resolve();
  await reader.finished;
  expect(reader.seen).toEqual(seqs(1, 6));
});

it('gives a late reader what was, then what comes, then the end', async () => {
  const run = begun(...events(1, 40));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toHaveLength(40));
  store(run, events(41, 43));
  store(run, events(44, 44), true);
  await reader.finished;
  expect(reader.seen).toEqual(seqs(1, 44));
});

it('gives what comes after any number, also after one that is still to come', async () => {
  const run = begun(...events(1, 10));
  const readers = [0, 1, 9, 10, 12, 99].map((from) => ({ from, reader: read(run, from) }));
  await tick();
  store(run, events(11, 15));
  store(run, events(16, 20), true);
  for (const { from, reader } of readers) {
    await reader.finished;
    expect(reader.seen).toEqual(seqs(from + 1, 20));
  }
});

it('tells a thousand readers the same and reads the store for them once or twice', async () => {
  const run = begun(...events(1, 5));
  const readers = Array.from({ length: 1_000 }, () => read(run));
  await eventually(() => expect(readers.every(({ seen }) => seen.length === 5)).toBe(true));
  for (let seq = 6; seq <= 30; seq += 1) {
    store(run, events(seq, seq), seq === 30);
    if (seq % 5 === 0) await tick();
  }
  await Promise.all(readers.map(({ finished }) => finished));
  for (const { seen } of readers) expect(seen).toEqual(seqs(1, 30));
  expect(memory.reads).toBeLessThanOrEqual(3);
});

it('lets nobody wait for a slow reader, who misses nothing', async () => {
  const run = begun(...events(1, 1));
  const [slow, quick] = [read(run, 0, () => sleep(40)), read(run)];
  for (let seq = 2; seq <= 40; seq += 1) {
    store(run, events(seq, seq), seq === 40);
    await tick();
  }
  await quick.finished;
  expect(quick.seen).toEqual(seqs(1, 40));
  expect(slow.seen.length).toBeLessThan(40);
  await slow.finished;
  expect(slow.seen).toEqual(seqs(1, 40));
});

it('follows a run that has stored nothing yet', async () => {
  const run = begun();
  const reader = read(run);
  await sleep(10);
  store(run, events(1, 3), true);
  await reader.finished;
  expect(reader.seen).toEqual([1, 2, 3]);
});

it('ends at once for a run that has ended, that is unknown, or whose events are forgotten', async () => {
  const ended = begun(...events(1, 3));
  memory.ended.add(ended.id);
  const forgotten = begun();
  memory.ended.add(forgotten.id);
  const readers = [read(ended), read(ended, 2), read(ended, 3), read(runOf(ada)), read(forgotten), read(forgotten, 7)];
  await Promise.all(readers.map(({ finished }) => finished));
  expect(readers.map(({ seen }) => seen)).toEqual([[1, 2, 3], [3], [], [], [], []]);
});

it('fetches what was missed when something comes out of order, without a pause', async () => {
  const run = begun(...events(1, 2));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toHaveLength(2));
  storeElsewhere(run, events(3, 6));
  store(run, events(7, 8), true);
  const from = performance.now();
  await reader.finished;
  expect(reader.seen).toEqual(seqs(1, 8));
  expect(performance.now() - from).toBeLessThan(500);
});

it('misses nothing of what is stored while it reads the store, without a pause', async () => {
  const run = begun(...events(1, 2));
  const answers: (() => void)[] = [];
  memory.afterRead = () => new Promise((answer) => answers.push(answer));
  const reader = read(run);
  await eventually(() => expect(answers).toHaveLength(1));
  // The read has its result, and this is not in it.
  store(run, events(3, 4));
  const second = read(run);
  storeElsewhere(run, events(5, 6), true);
  feeds.refresh([run.id]);
  memory.afterRead = async () => undefined;
  const from = performance.now();
  answers[0]?.();
  await Promise.all([reader.finished, second.finished]);
  for (const { seen } of [reader, second]) expect(seen).toEqual(seqs(1, 6));
  expect(performance.now() - from).toBeLessThan(500);
});

it('hears of another process’ events when told, and after a second when not', async () => {
  local = false;
  const run = begun(...events(1, 1));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toEqual([1]));
  storeElsewhere(run, events(2, 3));
  feeds.refresh([run.id, newId()]);
  await eventually(() => expect(reader.seen).toEqual([1, 2, 3]), { withinMs: 300 });
  storeElsewhere(run, events(4, 5), true);
  await eventually(() => expect(reader.seen).toEqual(seqs(1, 5)), { withinMs: 1_500 });
  await reader.finished;
});

it('does not ask the store about a run of its own that is silent', async () => {
  const run = begun(...events(1, 1));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toEqual([1]));
  const reads = memory.reads;
  await sleep(1_200);
  expect(memory.reads).toBe(reads);
  reader.stop();
  await reader.finished;
});

it('goes on after the store was away, and says so when it was away at the beginning', async () => {
  local = false;
  const run = begun(...events(1, 1));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toEqual([1]));
  memory.afterRead = () => Promise.reject(new Error('the store is away'));
  feeds.refresh([run.id]);
  await eventually(() => expect(log.lines).toContain('warn events could not be read; readers will ask again'));
  const other = begun(...events(1, 1));
  await expect(read(other).finished).rejects.toThrow('the store is away');
  storeElsewhere(run, events(2, 2), true);
  memory.afterRead = async () => undefined;
  await reader.finished;
  expect(reader.seen).toEqual([1, 2]);
});

it('ends for a reader who goes, not for the others', async () => {
  const run = begun(...events(1, 1));
  const [stays, goes] = [read(run), read(run)];
  await eventually(() => expect(goes.seen).toEqual([1]));
  goes.stop();
  await goes.finished;
  store(run, events(2, 2), true);
  await stays.finished;
  expect([stays.seen, goes.seen]).toEqual([[1, 2], [1]]);
});

it('holds a run’s events no longer than somebody reads them', async () => {
  const run = begun(...events(1, 3));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toHaveLength(3));
  reader.stop();
  await reader.finished;
  const reads = memory.reads;
  store(run, events(4, 4), true);
  const again = read(run);
  await again.finished;
  expect(again.seen).toEqual(seqs(1, 4));
  expect(memory.reads).toBe(reads + 1);
});
