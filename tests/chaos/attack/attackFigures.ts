import { percentile, type Figure } from '#tests/bench/figures.ts';
import { toAnswerFigures } from './answerFigures.ts';
import type { AttackReport } from './attackersProcess.ts';
import type { ProbeResult } from './healthProbeProcess.ts';
import type { NormalReport } from './normalUseProcess.ts';
import type { ProcessUsage } from './processSampler.ts';

/** Measurements of one period: the quiet one or the one with attacks. */
export interface PeriodResult {
  health: Record<string, ProbeResult>;
  normal: NormalReport;
  processes: Record<string, ProcessUsage>;
}

export interface RunResult {
  quiet: PeriodResult;
  attacked: PeriodResult;
  attacks: AttackReport;
  stored: { messages: number; problems: string[] };
  /** Log lines about unhandled rejections or exceptions. */
  unhandled: string[];
  /** Error lines of the logs. */
  errors: string[];
}

const HEALTH_P99_MS = 250;
/** Maximum memory of the API, enough for the embedded store and for reading bodies of 6 MB. */
const MAX_MEMORY_MB = 1_536;
/**
 * Maximum memory of all child processes: two readers, two writers and three presentations with 1 GB each, and the
 * growth of one until its limit takes effect.
 */
const MAX_CHILD_MEMORY_MB = 7_424;
/**
 * Maximum memory in the last fifth of the attacks, as a multiple of the memory in the second fifth. In the first one the
 * process warms up.
 */
const MAX_GROWTH = 1.2;
/** Five minutes, at a sample every two seconds. A shorter run says nothing about growth. */
const MIN_GROWTH_SAMPLES = 150;

/** Returns figures with targets, and figures without a target that help to explain them. */
export function toFigures({ quiet, attacked, attacks, stored, unhandled, errors }: RunResult): Figure[] {
  const tallies = Object.values(attacks.tallies);
  const none = { aim: { atMost: 0 }, unit: '' } as const;
  const answers = attacked.normal.times.length;
  return [
    ...['api', 'bot'].map((name) => toRestarts(name, attacked.processes[name])),
    ...Object.entries(attacked.health).flatMap(([name, probe]) => toHealthFigures(name, probe, quiet.health[name])),
    ...toAnswerFigures(quiet.normal.times, attacked.normal.times),
    {
      name: 'normal answers with attacks',
      value: answers,
      unit: '',
      aim: { atLeast: 1 },
      note: `${attacked.normal.rounds} rounds of normal usage`,
    },
    {
      name: 'normal steps that failed',
      value: attacked.normal.failures.length,
      ...none,
      note: attacked.normal.failures[0] ?? '',
    },
    {
      name: 'normal steps that failed without attacks',
      value: quiet.normal.failures.length,
      ...none,
      note: quiet.normal.failures[0] ?? '',
    },
    {
      name: 'normal messages lost, duplicated or changed',
      value: stored.problems.length,
      ...none,
      note: stored.problems[0] ?? `of ${stored.messages}`,
    },
    {
      name: '5xx responses to attackers',
      value: sum(tallies.map(countServerErrors)),
      ...none,
      note: tallies.flatMap((tally) => tally.serverErrors)[0] ?? '',
    },
    {
      name: 'breaches',
      value: sum(tallies.map(({ breaches }) => breaches.length)),
      ...none,
      note: tallies.flatMap((tally) => tally.breaches)[0] ?? '',
    },
    {
      name: 'unhandled rejections in the logs',
      value: unhandled.length,
      ...none,
      note: (unhandled[0] ?? '').slice(0, 200),
    },
    { name: 'error lines in the logs', value: errors.length, unit: '', note: (errors[0] ?? '').slice(0, 200) },
    ...['api', 'bot'].flatMap((name) => toMemoryFigures(name, attacked.processes[name])),
    toPeakMemory('readers and writers', attacked.processes['readers and writers'], MAX_CHILD_MEMORY_MB),
    ...Object.entries(attacked.processes).map(([name, { cpu }]): Figure => ({
      name: `CPU of ${name}, of one core`,
      value: cpu,
      unit: '%',
      peer: { name: 'quiet', value: quiet.processes[name]?.cpu ?? 0 },
    })),
  ];
}

function toRestarts(name: string, usage: ProcessUsage | undefined): Figure {
  const value = usage?.alive ? usage.pids.length - 1 : 1;
  return {
    name: `${name}: restarts`,
    value,
    unit: '',
    aim: { atMost: 0 },
    note: usage?.alive ? `process ${usage.pids.join(', ')}` : 'the process has exited',
  };
}

function toHealthFigures(name: string, probe: ProbeResult, quiet: ProbeResult | undefined): Figure[] {
  const note = `p50 ${probe.p50.toFixed(0)} ms, longest ${probe.max.toFixed(0)} ms, ${probe.requests} requests; event loop delay of the probe at p99 ${probe.ownLag.toFixed(0)} ms`;
  const peer = { name: 'quiet', value: quiet?.p99 ?? Number.NaN };
  return [
    { name: `${name}: /health p99`, value: probe.p99, unit: 'ms', aim: { below: HEALTH_P99_MS }, peer, note },
    { name: `${name}: /health without a response`, value: probe.failed, unit: '', aim: { atMost: 0 } },
  ];
}

/** The peak and the growth of a process's memory. */
export function toMemoryFigures(name: string, usage: ProcessUsage | undefined): Figure[] {
  const memory = usage?.memory ?? [];
  const fifth = Math.floor(memory.length / 5);
  // Uses the median of the samples, because garbage that is about to be collected makes a peak, which is not growth.
  const [second, last] = [memory.slice(fifth, 2 * fifth), memory.slice(-fifth)].map((part) => percentile(part, 0.5));
  const growth: Figure = {
    name: `${name}: memory in the last fifth compared with the second`,
    value: ((last ?? 0) / (second ?? 0)) * 100,
    unit: '%',
    aim: { atMost: MAX_GROWTH * 100 },
    note: `${second?.toFixed(0)} MB, then ${last?.toFixed(0)} MB`,
  };
  return [toPeakMemory(name, usage, MAX_MEMORY_MB), ...(memory.length >= MIN_GROWTH_SAMPLES ? [growth] : [])];
}

function toPeakMemory(name: string, usage: ProcessUsage | undefined, atMost: number): Figure {
  return { name: `${name}: peak memory`, value: Math.max(0, ...(usage?.memory ?? [])), unit: 'MB', aim: { atMost } };
}

function countServerErrors({ statuses }: AttackReport['tallies'][string]): number {
  return sum(Object.entries(statuses).flatMap(([status, count]) => (status.startsWith('5') ? [count] : [])));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
