import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const EVERY_MS = 2_000;

interface ProcessLine {
  pid: number;
  parent: number;
  memoryMb: number;
  cpuSeconds: number;
  command: string;
}

/** One process as it was over a period of time. */
export interface ProcessUse {
  /** Every id it had; more than one means that it was started again. */
  pids: number[];
  /** Whether it was there when it was looked at last. */
  alive: boolean;
  /** Resident memory at each look, in MB. */
  memory: number[];
  /** CPU time, as a percentage of one core; of the process itself, without its children. */
  cpu: number;
}

export interface ProcessSampler {
  /** Ends a period and gives what each process used in it. */
  lap(): Promise<Record<string, ProcessUse>>;
  /** Resolves with a process's name when it is gone. */
  gone: Promise<string>;
  close(): void;
}

/** Looks at processes by name; each is found by its id, or by its parent's id and a part of its command line. */
export type Wanted = Readonly<Record<string, (line: ProcessLine) => boolean>>;

export function sampleProcesses(wanted: Wanted): ProcessSampler {
  const gone = Promise.withResolvers<string>();
  let uses = emptyUses(wanted);
  let firstCpu = new Map<string, number>();
  let lastCpu = new Map<string, number>();
  let began = performance.now();

  async function sample(): Promise<void> {
    const lines = await list();
    for (const [name, isWanted] of Object.entries(wanted)) {
      const line = lines.find(isWanted);
      const use = uses[name];
      if (!use) continue;
      if (!line && use.alive) gone.resolve(name);
      use.alive = line !== undefined;
      if (!line) continue;
      if (!use.pids.includes(line.pid)) use.pids.push(line.pid);
      use.memory.push(line.memoryMb);
      if (!firstCpu.has(name)) firstCpu.set(name, line.cpuSeconds);
      lastCpu.set(name, line.cpuSeconds);
    }
  }

  const timer = setInterval(() => void sample().catch(() => undefined), EVERY_MS);
  return {
    async lap() {
      await sample();
      const seconds = (performance.now() - began) / 1_000;
      const ended = uses;
      for (const [name, use] of Object.entries(ended))
        use.cpu = (((lastCpu.get(name) ?? 0) - (firstCpu.get(name) ?? 0)) / seconds) * 100;
      uses = Object.fromEntries(
        Object.entries(ended).map(([name, { pids, alive }]) => [name, { pids: [...pids], alive, memory: [], cpu: 0 }]),
      );
      firstCpu = lastCpu;
      lastCpu = new Map(lastCpu);
      began = performance.now();
      return ended;
    },
    gone: gone.promise,
    close: () => clearInterval(timer),
  };
}

function emptyUses(wanted: Wanted): Record<string, ProcessUse> {
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, { pids: [], alive: false, memory: [], cpu: 0 }]));
}

async function list(): Promise<ProcessLine[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,rss=,time=,command=']);
  return stdout.split('\n').flatMap((text) => {
    const [, pid, parent, rss, time, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+([\d:.-]+)\s+(.*)$/.exec(text) ?? [];
    if (pid === undefined) return [];
    const line = { pid: Number(pid), parent: Number(parent), memoryMb: Number(rss) / 1_024 };
    return [{ ...line, cpuSeconds: secondsIn(time ?? ''), command: command ?? '' }];
  });
}

/** `ps` writes `[[days-]hours:]minutes:seconds`. */
function secondsIn(time: string): number {
  const [rest = '', days = '0'] = time.split('-').toReversed();
  const seconds = rest.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + seconds;
}
