import { readdirSync, readFileSync } from 'node:fs';
import { eventually } from '#tests/harness/eventually.ts';

/** Returns ids of the child processes of `pid` whose command line contains `program`. Linux only: it reads /proc. */
export function findChildProcessIds(pid: number, program: string): number[] {
  // Linux lists children per thread. Reading all processes of the machine instead would take a hundred times longer.
  const threads = readdirSync(`/proc/${pid}/task`);
  const ids = threads.flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean));
  return ids.filter((id) => read(`/proc/${id}/cmdline`).includes(program)).map(Number);
}

/**
 * Waits for a child process and halts it, so that its work is in progress until it is killed or gets SIGCONT. Returns its
 * id.
 * @param known ids of children to ignore
 */
export function haltChild(pid: number, program: string, known: readonly number[] = []): Promise<number> {
  return eventually(() => {
    const id = findChildProcessIds(pid, program).find((child) => !known.includes(child));
    if (id === undefined) throw new Error(`Process ${pid} has no new child process ${program}.`);
    process.kill(id, 'SIGSTOP');
    return id;
  });
}

/** A thread or a process can end between the listing and the reading of its files. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
