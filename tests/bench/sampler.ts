import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const EVERY_MS = 250;

export interface Samples {
  /** The most resident memory a process had, in MB. */
  memory: number;
  /** The most connections others had to the database; `null` without one. */
  connections: number | null;
}

/** Looks at a process, and at the connections to its database, until it is told to stop. */
export async function watch(pid: number, databaseUrl: string | null): Promise<{ stop(): Promise<Samples> }> {
  const client = databaseUrl === null ? null : new pg.Client(databaseUrl);
  await client?.connect();
  const samples: Samples = { memory: 0, connections: client && 0 };
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      samples.memory = Math.max(samples.memory, await residentMb(pid));
      if (client) samples.connections = Math.max(samples.connections ?? 0, await connections(client));
      await new Promise((wake) => setTimeout(wake, EVERY_MS));
    }
  })();
  return {
    async stop() {
      over.abort();
      await watching;
      await client?.end();
      return samples;
    },
  };
}

async function residentMb(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1_024;
}

async function connections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}
