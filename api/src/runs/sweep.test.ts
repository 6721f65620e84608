import { handClock, type HandClock } from '../../../tests/harness/fakes/manualClock.ts';
import { listeningRunsLog } from '../../../tests/harness/fakes/inMemoryRuns.ts';
import { ada, newId, runOf } from '../../../tests/harness/storage/rows.ts';
import { RUN_EVENTS_KEPT_MS } from '../../contract/limits.ts';
import { answerKind } from '../answers/answerRun.ts';
import { extractionKind } from '../jobs/extractFile.ts';
import type { ClaimedRun, RunRow } from '../storage/tables/runs/runs.ts';
import type { EventLog } from './eventLog.ts';
import type { RunKind } from './runKind.ts';
import { createSweep } from './sweep.ts';

const BEAT_MS = 2_000;
const self = { id: newId(), host: 'desk', pid: 1 };
const kinds = [answerKind, extractionKind] as RunKind[];

let clock: HandClock;
let log: ReturnType<typeof listeningRunsLog>;
/** What was asked of the store, the eventLog and the runs, in order. */
let done: string[];
let orphans: ClaimedRun[];
let waiting: RunRow[];
let held: ClaimedRun[];
let active: string[];
let cancelled: string[];
let away: boolean;
/** Whether another sweeper was first. */
let beaten: boolean;

beforeEach(() => {
  clock = handClock();
  log = listeningRunsLog();
  [done, orphans, waiting, held, active, cancelled] = [[], [], [], [], [], []];
  away = beaten = false;
});

async function begin(shared: boolean) {
  const note = async <T>(what: string, answer: T): Promise<T> => {
    if (away) throw new Error('the store is away');
    done.push(what);
    return answer;
  };
  const taken = async (what: string, run: RunRow) => {
    await note(`${what} ${run.id}`, null);
    if (beaten) return false;
    orphans = orphans.filter((one) => one.id !== run.id);
    held = held.filter((one) => one.id !== run.id);
    return true;
  };
  const eventLog: EventLog = {
    open: (run) => void done.push(`open ${run.id}`),
    append: (runId, event) => void done.push(`${event.type} ${runId}`),
    end: async (runId) => void done.push(`end ${runId}`),
    leave: () => undefined,
  };
  return createSweep(
    {
      store: {
        runs: {
          listOrphaned: (ms) => note(`orphans of ${ms}`, orphans),
          listHeldBy: async () => held,
          listEvents: async () => [],
          release: (run) => taken('release', run),
          takeOver: (run) => taken('take over', run),
          listCanceled: async () => cancelled,
          listWaiting: async () => waiting,
          pruneEvents: (ms) => note(`prune runs of ${ms}`, undefined),
        },
        processes: {
          saveHeartbeat: () => note('beat', undefined),
          remove: () => note('goodbye', undefined),
          removeOthers: () => note('nobody else', undefined),
          prune: (ms) => note(`prune processes of ${ms}`, undefined),
        },
      },
      shared,
      clock,
      log,
      eventLog,
      onReleased: async (run) => void done.push(`queue ${run.id}`),
      onGivenUp: async (run) => void done.push(`give up ${run.id}`),
    },
    self,
    kinds,
    {
      list: () => active,
      cancel: (runId) => void done.push(`cancel ${runId}`),
      drop: (runId) => void done.push(`drop ${runId}`),
    },
  );
}

/** A run that a process has taken once. */
const heldRun = (given: Partial<ClaimedRun> = {}): ClaimedRun => ({
  ...runOf(ada, given),
  attempts: given.attempts ?? 1,
});

const counted = (what: string) => done.filter((one) => one === what).length;

it('ends at its start what a dead process left, where nobody else can be alive', async () => {
  const [answer, extraction] = [heldRun(), heldRun({ kind: 'extraction' })];
  orphans = [answer, extraction];
  const sweep = await begin(false);
  expect(done).toEqual([
    'beat',
    'nobody else',
    'orphans of 6500',
    `take over ${answer.id}`,
    `open ${answer.id}`,
    `interrupted ${answer.id}`,
    `end ${answer.id}`,
    `release ${extraction.id}`,
    `queue ${extraction.id}`,
  ]);
  await sweep.close();
});

it('gives processes that share the store time to be heard of', async () => {
  orphans = [heldRun()];
  const sweep = await begin(true);
  expect(done).toEqual(['beat']);
  await clock.pass(BEAT_MS);
  expect(done).toContain(`interrupted ${done.find((one) => one.startsWith('take over'))?.slice('take over '.length)}`);
  await sweep.close();
});

it('gives up what two processes died with, and says so before it ends the run', async () => {
  const once = heldRun({ kind: 'extraction', attempts: 1 });
  const twice = heldRun({ kind: 'extraction', attempts: 2 });
  orphans = [twice, once];
  const sweep = await begin(false);
  expect(done.slice(3)).toEqual([
    `take over ${twice.id}`,
    `give up ${twice.id}`,
    `open ${twice.id}`,
    `failed ${twice.id}`,
    `end ${twice.id}`,
    `release ${once.id}`,
    `queue ${once.id}`,
  ]);
  await sweep.close();
});

it('leaves a run to the sweeper who was first', async () => {
  beaten = true;
  const [answer, extraction] = [heldRun(), heldRun({ kind: 'extraction' })];
  orphans = [answer, extraction];
  const sweep = await begin(false);
  expect(done.slice(3)).toEqual([`take over ${answer.id}`, `release ${extraction.id}`]);
  await sweep.close();
});

it('says every two seconds that it lives, and goodbye', async () => {
  const sweep = await begin(true);
  await clock.pass(10 * BEAT_MS);
  expect(counted('beat')).toBe(11);
  await sweep.close();
  expect(done.at(-1)).toBe('goodbye');
  await clock.pass(10 * BEAT_MS);
  expect(done.at(-1)).toBe('goodbye');
});

it('tries again while the store is away, and then gives the others their turn before it calls them dead', async () => {
  const sweep = await begin(true);
  await clock.pass(BEAT_MS);
  away = true;
  await clock.pass(5 * BEAT_MS);
  expect(log.lines).toContain('warn looking after runs failed; trying again');
  away = false;
  orphans = [heldRun()];
  await clock.pass(BEAT_MS);
  expect(counted('beat')).toBe(3);
  await clock.pass(BEAT_MS);
  expect(done.filter((one) => one.startsWith('take over'))).toEqual([]);
  await clock.pass(BEAT_MS);
  expect(done.filter((one) => one.startsWith('take over'))).toHaveLength(1);
  away = true;
  await sweep.close();
  expect(log.lines).toContain('warn could not say goodbye');
});

it('stops within a quarter of a second what another process wants stopped', async () => {
  const sweep = await begin(true);
  cancelled = [newId()];
  await clock.pass(250);
  expect(done).toContain(`cancel ${cancelled[0]}`);
  await sweep.close();
});

it('drops what it works on and no longer holds', async () => {
  const [mine, lost] = [heldRun(), heldRun()];
  const sweep = await begin(true);
  [held, active] = [[mine], [mine.id, lost.id]];
  await clock.pass(BEAT_MS);
  expect(done.filter((one) => one.startsWith('drop'))).toEqual([`drop ${lost.id}`]);
  await sweep.close();
});

it('ends what it has taken and does not work on, but not what is only about to begin', async () => {
  const [forgotten, aboutToBegin] = [heldRun(), heldRun()];
  const sweep = await begin(false);
  held = [forgotten, aboutToBegin];
  await clock.pass(BEAT_MS);
  active = [aboutToBegin.id];
  expect(done.filter((one) => one.startsWith('interrupted'))).toEqual([]);
  await clock.pass(2 * BEAT_MS);
  expect(done.filter((one) => one.startsWith('interrupted'))).toEqual([`interrupted ${forgotten.id}`]);
  await sweep.close();
});

it('queues once more what has waited for a minute, in case its place was lost', async () => {
  const sweep = await begin(false);
  waiting = [runOf(ada)];
  await clock.pass(60_000 + 2 * BEAT_MS);
  expect(done.filter((one) => one.startsWith('queue'))).toEqual([`queue ${waiting[0]?.id}`]);
  await sweep.close();
});

it('forgets old events once a minute', async () => {
  const sweep = await begin(false);
  await clock.pass(3 * 60_000);
  expect(counted(`prune runs of ${RUN_EVENTS_KEPT_MS}`)).toBe(3);
  expect(counted(`prune processes of ${RUN_EVENTS_KEPT_MS}`)).toBe(3);
  await sweep.close();
});
