import { readdir, readFile } from 'node:fs/promises';

/** Ids of the processes that this one has started and that run a program of that name. Linux only: it reads /proc. */
export async function childrenOf(pid: number, program: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    ids.map(async (id) => {
      const [stat, line] = await Promise.all([read(`/proc/${id}/stat`), read(`/proc/${id}/cmdline`)]);
      // After the name in brackets, which may hold anything: the state, then the parent.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return parent === pid && line.includes(program);
    }),
  );
  return ids.filter((_, at) => found[at]);
}

/** A process that has just ended has no files left. */
function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
