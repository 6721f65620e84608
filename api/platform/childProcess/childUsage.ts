/** Measures a child process and lowers its priority. Only Linux has /proc; on other systems the usage is unknown. */
import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** Linux always reports CPU time to programs in ticks of this length, in milliseconds. */
const TICK_MS = 10;

/** Returns the resident memory of a process in bytes, or 0 where it is not known. */
export async function readResidentBytes(pid: number | undefined): Promise<number> {
  const status = await readProcFile(pid, 'status');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Returns the CPU time of all threads of a process in milliseconds, or 0 where it is not known. */
export async function readCpuMs(pid: number | undefined): Promise<number> {
  const stat = await readProcFile(pid, 'stat');
  // The second field, the program's name in brackets, can contain spaces; fields 14 and 15 are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** CPU time of all threads of this process. */
export function getOwnCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Sets the nice value of a process. On Linux each thread has its own. */
export async function setNiceValue(pid: number, value: number): Promise<void> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [`${pid}`]);
  for (const thread of threads) {
    try {
      setPriority(Number(thread), value);
    } catch {
      // The thread has ended since it was listed.
    }
  }
}

async function readProcFile(pid: number | undefined, name: string): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
}
