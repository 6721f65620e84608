import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);
const EVERY_MS = 2_000;
/** Beside the others it shows how much of the load has nothing to do with the run. */
const WHOLE_MACHINE = 'the whole machine';

interface ProcessLine {
  pid: number;
  parent: number;
  memoryMb: number;
  cpuSeconds: number;
  command: string;
}

/** A process, or several of one kind, over a period of time. */
export interface ProcessUse {
  /** Every id that was seen; of a process that must run once, more than one means that it was started again. */
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
  /** Resolves with the name of a process that is gone; of those whose end is a fault. */
  gone: Promise<string>;
  close(): void;
}

/** Processes by name: which line of the list is theirs, and whether they must live to the end. */
export type Wanted = Readonly<Record<string, { lasts: boolean; is: (line: ProcessLine) => boolean }>>;

/** Looks at processes every two seconds. */
export function sampleProcesses(wanted: Wanted): ProcessSampler {
  const gone = Promise.withResolvers<string>();
  const spent = new Map<number, number>();
  let uses = emptyUses(wanted);
  let began = performance.now();
  let busy = busySeconds();

  async function sample(): Promise<void> {
    const lines = await list();
    for (const [name, { lasts, is }] of Object.entries(wanted)) {
      const use = uses[name];
      if (use && !look(use, lines.filter(is), spent) && lasts) gone.resolve(name);
    }
  }

  const timer = setInterval(() => void sample().catch(() => undefined), EVERY_MS);
  return {
    async lap() {
      await sample();
      const seconds = (performance.now() - began) / 1_000;
      const ended = uses;
      for (const use of Object.values(ended)) use.cpu = (use.cpu / seconds) * 100;
      uses = emptyUses(wanted);
      for (const [name, use] of Object.entries(uses))
        use.pids.push(...(wanted[name]?.lasts ? (ended[name]?.pids ?? []) : []));
      const whole = { pids: [], alive: true, memory: [], cpu: ((busySeconds() - busy) / seconds) * 100 };
      began = performance.now();
      busy = busySeconds();
      return { ...ended, [WHOLE_MACHINE]: whole };
    },
    gone: gone.promise,
    close: () => clearInterval(timer),
  };
}

/** Adds what is seen of a process; false when it was there before and is not any more. Until the lap, `cpu` is in seconds. */
function look(use: ProcessUse, lines: readonly ProcessLine[], spent: Map<number, number>): boolean {
  use.alive = lines.length > 0;
  if (!use.alive) return use.pids.length === 0;
  use.memory.push(lines.reduce((sum, { memoryMb }) => sum + memoryMb, 0));
  for (const { pid, cpuSeconds } of lines) {
    if (!use.pids.includes(pid)) use.pids.push(pid);
    use.cpu += cpuSeconds - (spent.get(pid) ?? 0);
    spent.set(pid, cpuSeconds);
  }
  return true;
}

function busySeconds(): number {
  return cpus().reduce((sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) / 1_000, 0);
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
