import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const INTERVAL_MS = 250;

export interface ResourcePeaks {
  /** Largest resident memory of the process, in MB. */
  memory: number;
  /** Connections to the database, except the one of the sampler; `null` without a database server. */
  connections: number | null;
}

/** Samples a process and the connections to its database until `stop` is called. */
export async function startSampling(
  pid: number,
  databaseUrl: string | null,
): Promise<{ stop(): Promise<ResourcePeaks> }> {
  const client = databaseUrl === null ? null : new pg.Client(databaseUrl);
  await client?.connect();
  const peaks: ResourcePeaks = { memory: 0, connections: client && 0 };
  const stopped = new AbortController();
  const sampling = (async () => {
    while (!stopped.signal.aborted) {
      peaks.memory = Math.max(peaks.memory, await readResidentMb(pid));
      if (client) peaks.connections = Math.max(peaks.connections ?? 0, await countConnections(client));
      await new Promise((wake) => setTimeout(wake, INTERVAL_MS));
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await sampling;
      await client?.end();
      return peaks;
    },
  };
}

async function readResidentMb(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1_024;
}

async function countConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}
