import type { Figure } from '../../bench/figures.ts';
import { answerFigures } from './answerFigures.ts';
import type { AttackReport } from './attackers.ts';
import type { ProbeResult } from './healthProbe.ts';
import type { NormalReport } from './normalUse.ts';
import type { ProcessUse } from './processSampler.ts';

/** What was measured in one period: the quiet one, or the one with attacks. */
export interface Period {
  health: Record<string, ProbeResult>;
  normal: NormalReport;
  processes: Record<string, ProcessUse>;
}

export interface RunResult {
  quiet: Period;
  attacked: Period;
  attacks: AttackReport;
  kept: { messages: number; problems: string[] };
  /** Lines of the logs that tell of an unhandled rejection or exception. */
  unhandled: string[];
  /** Error lines of the logs. */
  errors: string[];
}

const HEALTH_P99_MS = 250;
/** The embedded store and one process that reads bodies of 6 MB; what is above grows without a bound. */
const MOST_MEMORY_MB = 1_536;
/** Two children at a time with 1 GB each, and what one of them grows by until it notices. */
const MOST_READER_MEMORY_MB = 2_304;
/** How much the memory may grow from the first to the last fifth of the attacks. */
const MOST_GROWTH = 1.5;

/** Every bound as a line with its aim, and what helps to understand it as lines without one. */
export function figuresOf({ quiet, attacked, attacks, kept, unhandled, errors }: RunResult): Figure[] {
  const tallies = Object.values(attacks.tallies);
  const none = { aim: { atMost: 0 }, unit: '' } as const;
  const answers = attacked.normal.times.length;
  return [
    ...['api', 'bot'].map((name) => restarts(name, attacked.processes[name])),
    ...Object.entries(attacked.health).flatMap(([name, probe]) => healthFigures(name, probe, quiet.health[name])),
    ...answerFigures(quiet.normal.times, attacked.normal.times),
    {
      name: 'normal answers with attacks',
      value: answers,
      unit: '',
      aim: { atLeast: 1 },
      note: `${attacked.normal.rounds} rounds of normal use`,
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
      name: 'normal messages lost, doubled or changed',
      value: kept.problems.length,
      ...none,
      note: kept.problems[0] ?? `of ${kept.messages}`,
    },
    {
      name: 'answers 5xx to attackers',
      value: sum(tallies.map(serverErrorsIn)),
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
    ...['api', 'bot'].flatMap((name) => memoryFigures(name, attacked.processes[name])),
    mostMemory('file readers', attacked.processes['file readers'], MOST_READER_MEMORY_MB),
    ...Object.entries(attacked.processes).map(([name, { cpu }]): Figure => ({
      name: `CPU of ${name}, of one core`,
      value: cpu,
      unit: '%',
      peer: { name: 'quiet', value: quiet.processes[name]?.cpu ?? 0 },
    })),
  ];
}

function restarts(name: string, use: ProcessUse | undefined): Figure {
  const value = use?.alive ? use.pids.length - 1 : 1;
  return {
    name: `${name}: restarts`,
    value,
    unit: '',
    aim: { atMost: 0 },
    note: use?.alive ? `process ${use.pids.join(', ')}` : 'the process is gone',
  };
}

function healthFigures(name: string, probe: ProbeResult, quiet: ProbeResult | undefined): Figure[] {
  const note = `p50 ${probe.p50.toFixed(0)} ms, longest ${probe.max.toFixed(0)} ms, ${probe.asked} times; the probe itself was late by ${probe.ownLag.toFixed(0)} ms at p99`;
  const peer = { name: 'quiet', value: quiet?.p99 ?? Number.NaN };
  return [
    { name: `${name}: /health p99`, value: probe.p99, unit: 'ms', aim: { below: HEALTH_P99_MS }, peer, note },
    { name: `${name}: /health without an answer`, value: probe.failed, unit: '', aim: { atMost: 0 } },
  ];
}

function memoryFigures(name: string, use: ProcessUse | undefined): Figure[] {
  const memory = use?.memory ?? [];
  const fifth = Math.max(1, Math.floor(memory.length / 5));
  const [first, last] = [Math.min(...memory.slice(0, fifth)), Math.min(...memory.slice(-fifth))];
  const growth: Figure = {
    name: `${name}: memory in the last fifth, of the first`,
    value: (last / first) * 100,
    unit: '%',
    aim: { atMost: MOST_GROWTH * 100 },
  };
  return [
    mostMemory(name, use, MOST_MEMORY_MB),
    // A process that is still warming up says nothing about growth.
    ...(memory.length >= 150 ? [growth] : []),
  ];
}

function mostMemory(name: string, use: ProcessUse | undefined, atMost: number): Figure {
  return { name: `${name}: most memory`, value: Math.max(0, ...(use?.memory ?? [])), unit: 'MB', aim: { atMost } };
}

function serverErrorsIn({ statuses }: AttackReport['tallies'][string]): number {
  return sum(Object.entries(statuses).flatMap(([status, count]) => (status.startsWith('5') ? [count] : [])));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
