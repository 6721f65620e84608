import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INTERVAL_MS = 2_000;
/** Name for the usage of the whole machine, which shows whether other programs distorted the figures. */
const WHOLE_MACHINE = 'the whole machine';

interface ProcessLine {
  pid: number;
  parent: number;
  memoryMb: number;
  cpuSeconds: number;
  command: string;
}

/** A process, or several of one kind, over a period of time. */
export interface ProcessUsage {
  /** All ids in the period. For a single process, several ids mean that it was restarted. */
  pids: number[];
  /** Whether it existed in the latest sample. */
  alive: boolean;
  /** Resident memory in each sample, in MB. */
  memory: number[];
  /** CPU time of the process without its children, in percent of one core. */
  cpu: number;
}

export interface ProcessSampler {
  /** Ends a period and returns the usage of each process. */
  endPeriod(): Promise<Record<string, ProcessUsage>>;
  /** Resolves with the name of the first process that exited although it must survive. */
  exited: Promise<string>;
  close(): void;
}

/** Processes by name, with a filter for their lines of `ps`. */
export type SampledProcesses = Readonly<
  Record<string, { mustSurvive: boolean; matches: (line: ProcessLine) => boolean }>
>;

/** Samples processes every two seconds. */
export function sampleProcesses(processes: SampledProcesses): ProcessSampler {
  const exited = Promise.withResolvers<string>();
  const cpuSeconds = new Map<number, number>();
  let usages = createUsages(processes);
  let startedAt = performance.now();
  let busy = readBusySeconds();

  async function sample(): Promise<void> {
    const lines = await listProcesses();
    for (const [name, { mustSurvive, matches }] of Object.entries(processes)) {
      const usage = usages[name];
      if (usage && !addSample(usage, lines.filter(matches), cpuSeconds) && mustSurvive) exited.resolve(name);
    }
  }

  const timer = setInterval(() => void sample().catch(() => undefined), INTERVAL_MS);
  return {
    async endPeriod() {
      await sample();
      const seconds = (performance.now() - startedAt) / 1_000;
      const ended = usages;
      for (const usage of Object.values(ended)) usage.cpu = (usage.cpu / seconds) * 100;
      usages = createUsages(processes);
      for (const [name, usage] of Object.entries(usages))
        usage.pids.push(...(processes[name]?.mustSurvive ? (ended[name]?.pids ?? []) : []));
      const machine = { pids: [], alive: true, memory: [], cpu: ((readBusySeconds() - busy) / seconds) * 100 };
      startedAt = performance.now();
      busy = readBusySeconds();
      return { ...ended, [WHOLE_MACHINE]: machine };
    },
    exited: exited.promise,
    close: () => clearInterval(timer),
  };
}

/** Adds a sample; returns false if the process has exited. `cpu` holds seconds; `endPeriod` turns them into percent. */
function addSample(usage: ProcessUsage, lines: readonly ProcessLine[], previousCpu: Map<number, number>): boolean {
  usage.alive = lines.length > 0;
  if (!usage.alive) return usage.pids.length === 0;
  usage.memory.push(lines.reduce((sum, { memoryMb }) => sum + memoryMb, 0));
  for (const { pid, cpuSeconds } of lines) {
    if (!usage.pids.includes(pid)) usage.pids.push(pid);
    usage.cpu += cpuSeconds - (previousCpu.get(pid) ?? 0);
    previousCpu.set(pid, cpuSeconds);
  }
  return true;
}

function readBusySeconds(): number {
  return cpus().reduce((sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) / 1_000, 0);
}

function createUsages(processes: SampledProcesses): Record<string, ProcessUsage> {
  return Object.fromEntries(
    Object.keys(processes).map((name) => [name, { pids: [], alive: false, memory: [], cpu: 0 }]),
  );
}

async function listProcesses(): Promise<ProcessLine[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,rss=,time=,command=']);
  return stdout.split('\n').flatMap((text) => {
    const [, pid, parent, rss, time, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+([\d:.-]+)\s+(.*)$/.exec(text) ?? [];
    if (pid === undefined) return [];
    const line = { pid: Number(pid), parent: Number(parent), memoryMb: Number(rss) / 1_024 };
    return [{ ...line, cpuSeconds: parseSeconds(time ?? ''), command: command ?? '' }];
  });
}

/** `ps` writes `[[days-]hours:]minutes:seconds`. */
function parseSeconds(time: string): number {
  const [rest = '', days = '0'] = time.split('-').toReversed();
  const seconds = rest.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + seconds;
}
