import { setImmediate as tick, setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '#tests/harness/eventually.ts';
import { createInMemoryRuns, type InMemoryRuns } from '#tests/harness/fakes/inMemoryRuns.ts';
import { ada, newId, makeRunRow } from '#tests/harness/storage/rows.ts';
import type { RunRow, StoredEvent } from '#api/storage/tables/runs/runs.ts';
import { createFeeds, type Feeds } from './feeds.ts';
import { showAll } from '#tests/harness/fakes/showAll.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

let memory: InMemoryRuns;
let log: ReturnType<typeof createRecordingLog>;
let isLocal: boolean;
let feeds: Feeds;

beforeEach(() => {
  memory = createInMemoryRuns();
  log = createRecordingLog();
  isLocal = true;
  // With this interval the feeds never recheck, so that a follower waits forever for events that it is not notified of.
  feeds = createFeeds({ store: memory, log }, () => isLocal, 2 ** 31 - 1);
});

const events = (from: number, to: number): StoredEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ type: 'chunk', seq: from + index }));
const seqs = (from: number, to: number) => events(from, to).map(({ seq }) => seq);

function addRun(...stored: StoredEvent[]): RunRow {
  const run = makeRunRow(ada);
  memory.add(run, ...stored);
  return run;
}

/** Stores events and then notifies the feeds, like the event log of this process. */
function store(run: RunRow, fresh: StoredEvent[], ended = false): void {
  storeElsewhere(run, fresh, ended);
  feeds.add({ run, events: fresh, ended, seq: memory.listStored(run.id).length });
}

/** Stores events as the event log of another process does, without notifying the feeds of this process. */
function storeElsewhere(run: RunRow, fresh: StoredEvent[], ended = false): void {
  memory.add(run, ...memory.listStored(run.id), ...fresh);
  if (ended) memory.ended.add(run.id);
}

interface Reader {
  seen: number[];
  finished: Promise<void>;
  stop(): void;
}

function read(run: RunRow, from = 0, onBatch: () => Promise<unknown> = async () => undefined): Reader {
  const abort = new AbortController();
  const seen: number[] = [];
  const finished = (async () => {
    for await (const batch of feeds.follow(run.id, from, showAll, abort.signal)) {
      seen.push(...batch.map(({ seq }) => seq));
      await onBatch();
    }
  })();
  return { seen, finished, stop: () => abort.abort() };
}

it('delivers unread events before an end that arrives without an event', async () => {
  const run = addRun(...events(1, 2));
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

it('delivers past events to a late reader, then new ones, then the end', async () => {
  const run = addRun(...events(1, 40));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toHaveLength(40));
  store(run, events(41, 43));
  store(run, events(44, 44), true);
  await reader.finished;
  expect(reader.seen).toEqual(seqs(1, 44));
});

it('delivers the events after any number, even one that does not exist yet', async () => {
  const run = addRun(...events(1, 10));
  const readers = [0, 1, 9, 10, 12, 99].map((from) => ({ from, reader: read(run, from) }));
  await tick();
  store(run, events(11, 15));
  store(run, events(16, 20), true);
  for (const { from, reader } of readers) {
    await reader.finished;
    expect(reader.seen).toEqual(seqs(from + 1, 20));
  }
});

it('delivers the same events to a thousand readers with at most three reads of the store', async () => {
  const run = addRun(...events(1, 5));
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

/** @proves threat:slow-reader */
it('delivers everything to a slow reader without delaying the others', async () => {
  const run = addRun(...events(1, 1));
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

it('follows a run that has no events yet', async () => {
  const run = addRun();
  const reader = read(run);
  await sleep(10);
  store(run, events(1, 3), true);
  await reader.finished;
  expect(reader.seen).toEqual([1, 2, 3]);
});

it('ends at once for a run that has ended, is unknown, or whose events were pruned', async () => {
  const ended = addRun(...events(1, 3));
  memory.ended.add(ended.id);
  const pruned = addRun();
  memory.ended.add(pruned.id);
  const readers = [read(ended), read(ended, 2), read(ended, 3), read(makeRunRow(ada)), read(pruned), read(pruned, 7)];
  await Promise.all(readers.map(({ finished }) => finished));
  expect(readers.map(({ seen }) => seen)).toEqual([[1, 2, 3], [3], [], [], [], []]);
});

it('reads missed events from the store at once when a gap appears', async () => {
  const run = addRun(...events(1, 2));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toHaveLength(2));
  storeElsewhere(run, events(3, 6));
  store(run, events(7, 8), true);
  await reader.finished;
  expect(reader.seen).toEqual(seqs(1, 8));
});

it('delivers at once events that are stored during a read of the store', async () => {
  const run = addRun(...events(1, 2));
  const replies: (() => void)[] = [];
  memory.afterRead = () => new Promise((reply) => replies.push(reply));
  const reader = read(run);
  await eventually(() => expect(replies).toHaveLength(1));
  // The read that is in progress does not return these events.
  store(run, events(3, 4));
  const second = read(run);
  storeElsewhere(run, events(5, 6), true);
  feeds.refresh([run.id]);
  memory.afterRead = async () => undefined;
  replies[0]?.();
  await Promise.all([reader.finished, second.finished]);
  for (const { seen } of [reader, second]) expect(seen).toEqual(seqs(1, 6));
});

it('reads another process’s events when notified, and rechecks if it is not', async () => {
  isLocal = false;
  const run = addRun(...events(1, 1));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toEqual([1]));
  storeElsewhere(run, events(2, 3));
  feeds.refresh([run.id, newId()]);
  await eventually(() => expect(reader.seen).toEqual([1, 2, 3]));
  reader.stop();

  feeds = createFeeds({ store: memory, log }, () => isLocal, 20);
  const rechecking = read(run);
  await eventually(() => expect(rechecking.seen).toEqual([1, 2, 3]));
  storeElsewhere(run, events(4, 5), true);
  await rechecking.finished;
  expect(rechecking.seen).toEqual(seqs(1, 5));
});

it('does not poll the store for a local run', async () => {
  const run = addRun(...events(1, 1));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toEqual([1]));
  const reads = memory.reads;
  await sleep(1_200);
  expect(memory.reads).toBe(reads);
  reader.stop();
  await reader.finished;
});

it('continues after a failed read, but rejects if the first read fails', async () => {
  isLocal = false;
  feeds = createFeeds({ store: memory, log }, () => isLocal, 20);
  const run = addRun(...events(1, 1));
  const reader = read(run);
  await eventually(() => expect(reader.seen).toEqual([1]));
  memory.afterRead = () => Promise.reject(new Error('the store is away'));
  feeds.refresh([run.id]);
  await eventually(() => expect(log.lines).toContain('warn failed to read run events; retrying'));
  const other = addRun(...events(1, 1));
  await expect(read(other).finished).rejects.toThrow('the store is away');
  storeElsewhere(run, events(2, 2), true);
  memory.afterRead = async () => undefined;
  await reader.finished;
  expect(reader.seen).toEqual([1, 2]);
});

it('ends for a reader who leaves, not for the others', async () => {
  const run = addRun(...events(1, 1));
  const [staying, leaving] = [read(run), read(run)];
  await eventually(() => expect(leaving.seen).toEqual([1]));
  leaving.stop();
  await leaving.finished;
  store(run, events(2, 2), true);
  await staying.finished;
  expect([staying.seen, leaving.seen]).toEqual([[1, 2], [1]]);
});

it('frees a run’s events when its last reader stops', async () => {
  const run = addRun(...events(1, 3));
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
