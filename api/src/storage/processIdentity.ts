import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who wrote a file: enough to tell later whether that very process still lives. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  /** Host, boot and pid namespace: a pid means something only where these three are the same. */
  machine: string;
  /** Start of the process in clock ticks since boot (Linux), or null where the system does not tell. */
  startTicks: string | null;
}

export function ownIdentity(): ProcessIdentity {
  const host = hostname();
  const boot = tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = tryRead(() => readlinkSync('/proc/self/ns/pid'));
  const machine = [host, boot ?? '', namespace ?? ''].join('|');
  return { pid: process.pid, host, machine, startTicks: statOf(process.pid)?.startTicks ?? null };
}

/**
 * `alive` and `dead` are certain. `foreign`: another machine or container, only its heartbeat can tell.
 * `unsure`: a process with that id exists here, but the system does not say whether it is the same one.
 */
export type Liveness = 'alive' | 'dead' | 'unsure' | 'foreign';

export function livenessOf(identity: ProcessIdentity, self: ProcessIdentity = ownIdentity()): Liveness {
  if (identity.machine !== self.machine) return 'foreign';
  if (identity.startTicks !== null && self.startTicks !== null) {
    const stat = statOf(identity.pid);
    const same = stat !== undefined && stat.startTicks === identity.startTicks && !stat.gone;
    return same ? 'alive' : 'dead';
  }
  return exists(identity.pid) ? 'unsure' : 'dead';
}

/**
 * Fields 3 (state) and 22 (start time) of /proc/PID/stat; the name in field 2 may hold spaces and brackets.
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
function statOf(pid: number): { startTicks: string; gone: boolean } | undefined {
  const text = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const startTicks = fields?.[19];
  if (fields === undefined || startTicks === undefined) return undefined;
  // A killed process whose parent has not collected it is a zombie; while other threads are listed, they may still end a write.
  const zombie = fields[0] === 'Z' || fields[0] === 'X';
  const threads = zombie ? (tryRead(() => readdirSync(`/proc/${pid}/task`).length) ?? 0) : 0;
  return { startTicks, gone: zombie && threads <= 1 };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The files of /proc are absent on other systems and vanish with their process: both mean "not told". */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
