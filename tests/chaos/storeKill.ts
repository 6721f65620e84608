import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '#api/storage/database.ts';
import { openDatabase } from '#api/storage/openDatabase.ts';
import { startScript } from '#tests/harness/app/childProcess.ts';
import { makeDataFolder } from '#tests/harness/storage/testStore.ts';
import type { ChaosStory } from './chaosStory.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

export interface StoreState {
  /** The last entry that was acknowledged before the kill. */
  acknowledged: number;
  /** Number of rows. Without losses their ids are 1 to `found`. */
  found: number;
  /** Number of entries found through the text index. */
  indexed: number;
  /** Missing entries, and problems that amcheck reports in the table and its primary key. */
  problems: string[];
  reopenMs: number;
}

const writer = join(dirname(fileURLToPath(import.meta.url)), 'storeWriter.ts');

/**
 * Kills a writing process with SIGKILL at a random moment, reopens its folder and checks every acknowledged entry.
 * Throws if something is lost or damaged.
 */
export async function storeKill(): Promise<StoreState> {
  const dataDir = await makeDataFolder('nothing');
  try {
    return await killAndInspect(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The same check with one kill per round, all in one folder. */
export const storeKillStory: ChaosStory = {
  name: 'storeKill',
  withinMs: 120_000,
  async start() {
    const dataDir = await makeDataFolder('nothing');
    return {
      round: async () => void (await killAndInspect(dataDir)),
      stop: () => rm(dataDir, { recursive: true, force: true }),
    };
  },
};

async function killAndInspect(dataDir: string): Promise<StoreState> {
  const acknowledged = await writeUntilKilled(dataDir);
  const state = await inspectStore(dataDir, acknowledged);
  const isIntact = state.found >= acknowledged && state.indexed === state.found && state.problems.length === 0;
  if (!isIntact) throw new Error(`The store lost or damaged data: ${JSON.stringify(state)}`);
  return state;
}

async function writeUntilKilled(dataDir: string): Promise<number> {
  const child = startScript(writer, [dataDir]);
  await child.waitForLine(/^ack/);
  await sleep(100 + Math.random() * 1_500);
  await child.stop('SIGKILL');
  return Number(
    child.lines
      .filter((line) => line.startsWith('ack '))
      .at(-1)
      ?.slice(4),
  );
}

async function inspectStore(dataDir: string, acknowledged: number): Promise<StoreState> {
  const startedAt = performance.now();
  const database = await openDatabase({ dataDir, log: createRecordingLog(), migrations: {} });
  const reopenMs = performance.now() - startedAt;
  try {
    const found = await count(database, 'select count(*) as n from ledger');
    const highest = await count(database, 'select max(id) as n from ledger');
    const indexed = await count(database, `select count(*) as n from ledger where words @@ 'entry'::tsquery`);
    const problems = highest === found ? [] : [`the highest entry is ${highest}, but there are ${found}`];
    return { acknowledged, found, indexed, problems: [...problems, ...(await amcheck(database))], reopenMs };
  } finally {
    await database.close();
  }
}

async function count({ kysely }: Database, text: string): Promise<number> {
  const { rows } = await sql.raw<{ n: number }>(text).execute(kysely);
  return rows[0]?.n ?? 0;
}

async function amcheck({ kysely }: Database): Promise<string[]> {
  await sql`create extension if not exists amcheck`.execute(kysely);
  const heap = await sql<{ msg: string }>`select msg from verify_heapam('ledger')`.execute(kysely);
  const index = await sql`select bt_index_check('ledger_pkey', true)`.execute(kysely).then(
    () => [],
    (error: unknown) => [String(error)],
  );
  return [...heap.rows.map(({ msg }) => msg), ...index];
}
