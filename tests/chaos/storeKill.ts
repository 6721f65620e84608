import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '../../api/src/storage/database.ts';
import { openDatabase } from '../../api/src/storage/openDatabase.ts';
import { startScript } from '../harness/app/childProcess.ts';
import { makeDataFolder } from '../harness/storage/testStore.ts';
import type { ChaosStory } from './story.ts';
import { createRecordingLog } from '../harness/fakes/recordingLog.ts';

export interface KillRound {
  /** The last entry whose commit was acknowledged before the kill. */
  acknowledged: number;
  /** Rows found; their ids are 1 … found when nothing is missing. */
  found: number;
  /** Entries found through the text index. */
  indexed: number;
  /** Problems that amcheck reports in the table's pages and its primary key. */
  problems: string[];
  reopenMs: number;
}

const writer = join(dirname(fileURLToPath(import.meta.url)), 'storeWriter.ts');

/**
 * Kills a writing process with SIGKILL at a random moment, opens its folder again and looks for what it had
 * acknowledged; `times` rounds on the same folder. Throws at the first round that lost or broke something.
 */
export async function storeKill(times: number): Promise<KillRound[]> {
  const dataDir = await makeDataFolder('nothing');
  const rounds: KillRound[] = [];
  try {
    while (rounds.length < times) rounds.push(await killOnce(dataDir));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return rounds;
}

/** The same, a round at a time. */
export const storeKillStory: ChaosStory = {
  name: 'storeKill',
  withinMs: 120_000,
  async begin() {
    const dataDir = await makeDataFolder('nothing');
    return {
      round: async () => void (await killOnce(dataDir)),
      end: () => rm(dataDir, { recursive: true, force: true }),
    };
  },
};

async function killOnce(dataDir: string): Promise<KillRound> {
  const acknowledged = await writeUntilKilled(dataDir);
  const outcome = await inspect(dataDir, acknowledged);
  const whole = outcome.found >= acknowledged && outcome.indexed === outcome.found && outcome.problems.length === 0;
  if (!whole) throw new Error(`The store lost or broke something: ${JSON.stringify(outcome)}`);
  return outcome;
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

async function inspect(dataDir: string, acknowledged: number): Promise<KillRound> {
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
