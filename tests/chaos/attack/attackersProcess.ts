import { setTimeout as sleep } from 'node:timers/promises';
import { isAvaError } from '#contract/errors.ts';
import {
  Attacker,
  emptyTally,
  type Attack,
  type AttackGroup,
  type AttackTarget,
  type AttackTally,
} from './attacker.ts';
import { attackGroups } from './groups/index.ts';
import { serveTasks } from './workerProcess.ts';

export interface AttackPlan {
  target: AttackTarget;
  people: readonly string[];
  ms: number;
}

export interface AttackReport {
  tallies: Record<string, AttackTally>;
  /** Number of attacks that could not be carried out, by attack and reason. */
  failures: Record<string, number>;
}

/** Limits of the random pause between two attacks of one member in one group. */
const MIN_PAUSE_MS = 20_000;
const MAX_PAUSE_MS = 40_000;

async function prepare(): Promise<null> {
  await Promise.all(attackGroups.map((group) => group.prepare?.()));
  return null;
}

async function attack({ target, people, ms }: AttackPlan, stopped: AbortSignal): Promise<AttackReport> {
  const report: AttackReport = { tallies: {}, failures: {} };
  const ended = AbortSignal.any([stopped, AbortSignal.timeout(ms)]);
  const lanes = people.flatMap((person) => {
    const shared = { objects: new Map<string, unknown>(), stopped: ended };
    const createAttacker = (name: string) =>
      new Attacker(person, target, (report.tallies[name] ??= emptyTally()), shared);
    return attackGroups.map((group) => runGroup(group, person, createAttacker, { ended, report }));
  });
  await Promise.all(lanes);
  return report;
}

type AttackRun = { ended: AbortSignal; report: AttackReport };

/** Repeats a group's attacks as one member, each time in a new random order, until `run.ended` is aborted. */
async function runGroup(
  group: AttackGroup,
  person: string,
  createAttacker: (name: string) => Attacker,
  run: AttackRun,
): Promise<void> {
  const attacks = group.attacks.filter(({ by }) => by?.includes(person) ?? true);
  const remaining = new Map(attacks.map((attack) => [attack, attack.maxTimes ?? Infinity]));
  if (!(await pause(Math.random() * MAX_PAUSE_MS, run.ended))) return;
  for (;;) {
    const round = shuffle(attacks.filter((attack) => (remaining.get(attack) ?? 0) > 0));
    if (round.length === 0) return;
    for (const attack of round) {
      if (run.ended.aborted) return;
      remaining.set(attack, (remaining.get(attack) ?? 0) - 1);
      await runOnce(attack, createAttacker(attack.name), run);
      if (!(await pause(MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS), run.ended))) return;
    }
  }
}

async function runOnce({ name, run }: Attack, attacker: Attacker, { ended, report }: AttackRun): Promise<void> {
  const tally = report.tallies[name];
  if (tally) tally.times += 1;
  try {
    await run(attacker);
  } catch (error) {
    if (ended.aborted) return;
    const reason = isAvaError(error) ? error.code : String(error).slice(0, 120);
    const key = `${name}: ${reason}`;
    report.failures[key] = (report.failures[key] ?? 0) + 1;
  }
}

/** Returns false if `ended` was aborted during the pause. */
const pause = (ms: number, ended: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal: ended }).catch(() => false);

function shuffle<T>(list: readonly T[]): T[] {
  const keys = new Map(list.map((item) => [item, Math.random()]));
  return list.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
}

serveTasks({ prepare, attack });
