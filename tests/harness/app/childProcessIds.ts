import { readdir, readFile } from 'node:fs/promises';

/** Returns ids of the child processes of `pid` whose command line contains `program`. Linux only: it reads /proc. */
export async function findChildProcessIds(pid: number, program: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const matches = await Promise.all(
    ids.map(async (id) => {
      const [stat, command] = await Promise.all([read(`/proc/${id}/stat`), read(`/proc/${id}/cmdline`)]);
      // The state and the parent's id follow the name, which is in parentheses and can contain any character.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return parent === pid && command.includes(program);
    }),
  );
  return ids.filter((_, index) => matches[index]);
}

/** A process can exit between the listing and the reading of its files. */
function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
