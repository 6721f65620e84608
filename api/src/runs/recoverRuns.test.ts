import { createManualClock, type ManualClock } from '#tests/harness/fakes/manualClock.ts';
import { ada, newId, makeRunRow } from '#tests/harness/storage/rows.ts';
import { answerKind } from '#api/answers/answerRun.ts';
import { extractionKind } from '#api/jobs/extractFile.ts';
import type { ClaimedRun, RunRow } from '#api/storage/tables/runs/runs.ts';
import type { EventLog } from './eventLog.ts';
import type { RunKind } from './runKind.ts';
import { RUN_EVENTS_KEPT_MS, createSweep } from './recoverRuns.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

const HEARTBEAT_MS = 2_000;
const self = { id: newId(), host: 'desk', pid: 1 };
const kinds = [answerKind, extractionKind] as RunKind[];

let clock: ManualClock;
let log: ReturnType<typeof createRecordingLog>;
/** Calls to the store, the event log and the active runs, in order. */
let calls: string[];
let orphans: ClaimedRun[];
let waiting: RunRow[];
let held: ClaimedRun[];
let active: string[];
let canceled: string[];
let isStoreAvailable: boolean;
/** Whether another process takes over each run first. */
let otherWasFirst: boolean;

beforeEach(() => {
  clock = createManualClock();
  log = createRecordingLog();
  [calls, orphans, waiting, held, active, canceled] = [[], [], [], [], [], []];
  isStoreAvailable = true;
  otherWasFirst = false;
});

async function startSweep(shared: boolean) {
  const record = async <T>(call: string, result: T): Promise<T> => {
    if (!isStoreAvailable) throw new Error('the store is unavailable');
    calls.push(call);
    return result;
  };
  const claim = async (call: string, run: RunRow) => {
    await record(`${call} ${run.id}`, null);
    if (otherWasFirst) return false;
    orphans = orphans.filter(({ id }) => id !== run.id);
    held = held.filter(({ id }) => id !== run.id);
    return true;
  };
  const eventLog: EventLog = {
    open: (run) => void calls.push(`open ${run.id}`),
    append: (runId, event) => void calls.push(`${event.type} ${runId}`),
    end: async (runId) => void calls.push(`end ${runId}`),
    detach: () => undefined,
  };
  return createSweep(
    {
      store: {
        runs: {
          listOrphaned: (ms) => record(`list orphaned ${ms}`, orphans),
          listHeldBy: async () => held,
          listEvents: async () => [],
          release: (run) => claim('release', run),
          takeOver: (run) => claim('take over', run),
          listCanceled: async () => canceled,
          listWaiting: async () => waiting,
          pruneEvents: (ms) => record(`prune events ${ms}`, undefined),
        },
        processes: {
          saveHeartbeat: () => record('heartbeat', undefined),
          remove: () => record('deregister', undefined),
          removeOthers: () => record('remove others', undefined),
          prune: (ms) => record(`prune processes ${ms}`, undefined),
        },
      },
      shared,
      clock,
      log,
      eventLog,
      onReleased: async (run) => void calls.push(`queue ${run.id}`),
      onAbandoned: async (run) => void calls.push(`abandon ${run.id}`),
    },
    self,
    kinds,
    {
      list: () => active,
      cancel: (runId) => void calls.push(`cancel ${runId}`),
      drop: (runId) => void calls.push(`drop ${runId}`),
    },
  );
}

/** A run that was claimed once. */
const heldRun = (changes: Partial<ClaimedRun> = {}): ClaimedRun => ({
  ...makeRunRow(ada, changes),
  attempts: changes.attempts ?? 1,
});

const countCalls = (call: string) => calls.filter((each) => each === call).length;
const callsStartingWith = (prefix: string) => calls.filter((call) => call.startsWith(prefix));

it('ends or releases the runs of dead processes at startup if the store is not shared', async () => {
  const [answer, extraction] = [heldRun(), heldRun({ kind: 'extraction' })];
  orphans = [answer, extraction];
  const sweep = await startSweep(false);
  expect(calls).toEqual([
    'heartbeat',
    'remove others',
    'list orphaned 6500',
    `take over ${answer.id}`,
    `open ${answer.id}`,
    `interrupted ${answer.id}`,
    `end ${answer.id}`,
    `release ${extraction.id}`,
    `queue ${extraction.id}`,
  ]);
  await sweep.close();
});

it('waits for one heartbeat of other processes if the store is shared', async () => {
  orphans = [heldRun()];
  const sweep = await startSweep(true);
  expect(calls).toEqual(['heartbeat']);
  await clock.advance(HEARTBEAT_MS);
  expect(callsStartingWith('take over')).toHaveLength(1);
  expect(calls).toContain(callsStartingWith('take over')[0]?.replace('take over', 'interrupted'));
  await sweep.close();
});

it('abandons a run during which two processes died, and reports it before ending the run', async () => {
  const once = heldRun({ kind: 'extraction', attempts: 1 });
  const twice = heldRun({ kind: 'extraction', attempts: 2 });
  orphans = [twice, once];
  const sweep = await startSweep(false);
  expect(calls.slice(3)).toEqual([
    `take over ${twice.id}`,
    `abandon ${twice.id}`,
    `open ${twice.id}`,
    `failed ${twice.id}`,
    `end ${twice.id}`,
    `release ${once.id}`,
    `queue ${once.id}`,
  ]);
  await sweep.close();
});

it('leaves a run to another process that took it over first', async () => {
  otherWasFirst = true;
  const [answer, extraction] = [heldRun(), heldRun({ kind: 'extraction' })];
  orphans = [answer, extraction];
  const sweep = await startSweep(false);
  expect(calls.slice(3)).toEqual([`take over ${answer.id}`, `release ${extraction.id}`]);
  await sweep.close();
});

it('saves a heartbeat every two seconds and deregisters on close', async () => {
  const sweep = await startSweep(true);
  await clock.advance(10 * HEARTBEAT_MS);
  expect(countCalls('heartbeat')).toBe(11);
  await sweep.close();
  expect(calls.at(-1)).toBe('deregister');
  await clock.advance(10 * HEARTBEAT_MS);
  expect(calls.at(-1)).toBe('deregister');
});

it('retries while the store is unavailable, then waits for heartbeats before it treats processes as dead', async () => {
  const sweep = await startSweep(true);
  await clock.advance(HEARTBEAT_MS);
  isStoreAvailable = false;
  await clock.advance(5 * HEARTBEAT_MS);
  expect(log.lines).toContain('warn run sweep failed; retrying');
  isStoreAvailable = true;
  orphans = [heldRun()];
  await clock.advance(HEARTBEAT_MS);
  expect(countCalls('heartbeat')).toBe(3);
  await clock.advance(HEARTBEAT_MS);
  expect(callsStartingWith('take over')).toEqual([]);
  await clock.advance(HEARTBEAT_MS);
  expect(callsStartingWith('take over')).toHaveLength(1);
  isStoreAvailable = false;
  await sweep.close();
  expect(log.lines).toContain('warn failed to deregister process');
});

it('stops a run within 250 ms after another process canceled it', async () => {
  const sweep = await startSweep(true);
  canceled = [newId()];
  await clock.advance(250);
  expect(calls).toContain(`cancel ${canceled[0]}`);
  await sweep.close();
});

it('drops an active run that it no longer holds', async () => {
  const [mine, lost] = [heldRun(), heldRun()];
  const sweep = await startSweep(true);
  [held, active] = [[mine], [mine.id, lost.id]];
  await clock.advance(HEARTBEAT_MS);
  expect(callsStartingWith('drop')).toEqual([`drop ${lost.id}`]);
  await sweep.close();
});

it('ends a run that it holds but does not work on, unless the run is just starting', async () => {
  const [forgotten, starting] = [heldRun(), heldRun()];
  const sweep = await startSweep(false);
  held = [forgotten, starting];
  await clock.advance(HEARTBEAT_MS);
  active = [starting.id];
  expect(callsStartingWith('interrupted')).toEqual([]);
  await clock.advance(2 * HEARTBEAT_MS);
  expect(callsStartingWith('interrupted')).toEqual([`interrupted ${forgotten.id}`]);
  await sweep.close();
});

it('queues a run again after it has waited for a minute, in case its job was lost', async () => {
  const sweep = await startSweep(false);
  waiting = [makeRunRow(ada)];
  await clock.advance(60_000 + 2 * HEARTBEAT_MS);
  expect(callsStartingWith('queue')).toEqual([`queue ${waiting[0]?.id}`]);
  await sweep.close();
});

it('prunes old events once a minute', async () => {
  const sweep = await startSweep(false);
  await clock.advance(3 * 60_000);
  expect(countCalls(`prune events ${RUN_EVENTS_KEPT_MS}`)).toBe(3);
  expect(countCalls(`prune processes ${RUN_EVENTS_KEPT_MS}`)).toBe(3);
  await sweep.close();
});
