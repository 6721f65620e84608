import { setTimeout as sleep } from 'node:timers/promises';
import { isAvaError } from '../../../api/contract/errors.ts';
import { Attacker, emptyTally, type Attack, type AttackGroup, type AttackTarget, type Tally } from './attacker.ts';
import { groups } from './groups.ts';
import { serveTasks } from './workerProcess.ts';

export interface AttackPlan {
  target: AttackTarget;
  people: readonly string[];
  ms: number;
}

export interface AttackReport {
  tallies: Record<string, Tally>;
  /** Failures of an attack itself, such as a chat that could not be made. */
  failures: Record<string, number>;
}

/** A member makes an attack of each group this often, at random moments in between. */
const LEAST_PAUSE_MS = 20_000;
const MOST_PAUSE_MS = 40_000;

async function prepare(): Promise<null> {
  await Promise.all(groups.map((group) => group.prepare?.()));
  return null;
}

async function attack({ target, people, ms }: AttackPlan, stopped: AbortSignal): Promise<AttackReport> {
  const report: AttackReport = { tallies: {}, failures: {} };
  const over = AbortSignal.any([stopped, AbortSignal.timeout(ms)]);
  const lanes = people.flatMap((person) => {
    const shared = { memory: new Map<string, unknown>(), stopped: over };
    const attackerOf = (name: string) => new Attacker(person, target, (report.tallies[name] ??= emptyTally()), shared);
    return groups.map((group) => runGroup(group, person, attackerOf, { over, report }));
  });
  await Promise.all(lanes);
  return report;
}

type AttackRun = { over: AbortSignal; report: AttackReport };

/** One member goes through the attacks of a group in an order of their own, again and again, until time is up. */
async function runGroup(
  group: AttackGroup,
  person: string,
  attackerOf: (name: string) => Attacker,
  run: AttackRun,
): Promise<void> {
  const mine = group.attacks.filter(({ by }) => by?.includes(person) ?? true);
  const left = new Map(mine.map((each) => [each, each.most ?? Infinity]));
  if (!(await pause(Math.random() * MOST_PAUSE_MS, run.over))) return;
  for (;;) {
    const round = shuffled(mine.filter((each) => (left.get(each) ?? 0) > 0));
    if (round.length === 0) return;
    for (const each of round) {
      if (run.over.aborted) return;
      left.set(each, (left.get(each) ?? 0) - 1);
      await runOnce(each, attackerOf(each.name), run);
      if (!(await pause(LEAST_PAUSE_MS + Math.random() * (MOST_PAUSE_MS - LEAST_PAUSE_MS), run.over))) return;
    }
  }
}

async function runOnce({ name, run }: Attack, attacker: Attacker, { over, report }: AttackRun): Promise<void> {
  const tally = report.tallies[name];
  if (tally) tally.times += 1;
  try {
    await run(attacker);
  } catch (error) {
    if (over.aborted) return;
    const reason = isAvaError(error) ? error.code : String(error).slice(0, 120);
    const key = `${name}: ${reason}`;
    report.failures[key] = (report.failures[key] ?? 0) + 1;
  }
}

/** Whether there is still time after the pause. */
const pause = (ms: number, over: AbortSignal): Promise<boolean> => sleep(ms, true, { signal: over }).catch(() => false);

function shuffled<T>(list: readonly T[]): T[] {
  const keys = new Map(list.map((each) => [each, Math.random()]));
  return list.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
}

serveTasks({ prepare, attack });
