import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process well enough to find out later whether it is still running. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  /** Host, boot and pid namespace: pids can be compared only where these three are equal. */
  machine: string;
  /** Start of the process in clock ticks since boot (Linux), or null on other systems. */
  startTicks: string | null;
}

export function getOwnIdentity(): ProcessIdentity {
  const host = hostname();
  const boot = readOrUndefined(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = readOrUndefined(() => readlinkSync('/proc/self/ns/pid'));
  const machine = [host, boot ?? '', namespace ?? ''].join('|');
  return { pid: process.pid, host, machine, startTicks: readStat(process.pid)?.startTicks ?? null };
}

/**
 * `alive` and `dead` are certain. `foreign`: another machine or container, whose heartbeat decides. `unsure`: a process
 * with that id exists here, but it can be another one.
 */
export type Liveness = 'alive' | 'dead' | 'unsure' | 'foreign';

export function getLiveness(identity: ProcessIdentity, self: ProcessIdentity = getOwnIdentity()): Liveness {
  if (identity.machine !== self.machine) return 'foreign';
  if (identity.startTicks !== null && self.startTicks !== null) {
    const stat = readStat(identity.pid);
    const same = stat !== undefined && stat.startTicks === identity.startTicks && !stat.isGone;
    return same ? 'alive' : 'dead';
  }
  return exists(identity.pid) ? 'unsure' : 'dead';
}

/**
 * Fields 3 (state) and 22 (start time) of /proc/PID/stat; the name in field 2 can contain spaces and brackets.
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
function readStat(pid: number): { startTicks: string; isGone: boolean } | undefined {
  const text = readOrUndefined(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const startTicks = fields?.[19];
  if (fields === undefined || startTicks === undefined) return undefined;
  // A zombie is dead, except while other threads of it are listed: they can still complete a write.
  const zombie = fields[0] === 'Z' || fields[0] === 'X';
  const threads = zombie ? (readOrUndefined(() => readdirSync(`/proc/${pid}/task`).length) ?? 0) : 0;
  return { startTicks, isGone: zombie && threads <= 1 };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The files of /proc exist on Linux only, and disappear with their process. */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
