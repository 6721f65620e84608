import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const migrations = fileURLToPath(new URL('../../../api/src/storage/migrations', import.meta.url));

/**
 * Gives a data folder an empty database, without tables, as the engine would make it itself in three seconds: copied
 * from one that this machine keeps for each version of the engine.
 */
export async function giveCluster(dataDir: string): Promise<void> {
  copy(await keptCluster(), dataDir);
}

/** Gives a data folder the database that the API would make itself at its first start, with tables and queues. */
export async function giveStore(dataDir: string): Promise<void> {
  copy(await keptStore(), dataDir);
}

/** Makes what is copied, where this machine has none: workers that begin at once would each make it. */
export async function prepareStore(): Promise<void> {
  await keptStore();
}

/** In one go: a thousand small files are copied in a third of the time that `fs.promises.cp` takes. */
function copy(kept: string, dataDir: string): void {
  cpSync(kept, join(dataDir, 'db'), { recursive: true });
}

function keptCluster(): Promise<string> {
  return kept(`ava-cluster-${versionOf('@electric-sql/pglite')}`, async (folder) => {
    // Loaded only where one is made: every story reads this file, and the engine takes a second to load.
    const { PGlite } = await import('@electric-sql/pglite');
    await (await PGlite.create(join(folder, 'db'))).close();
  });
}

async function keptStore(): Promise<string> {
  const hash = createHash('sha256').update(versionOf('@electric-sql/pglite')).update(versionOf('pg-boss'));
  for (const name of (await readdir(migrations)).toSorted()) hash.update(await readFile(join(migrations, name)));
  return kept(`ava-kept-store-${hash.digest('hex').slice(0, 16)}`, async (folder) => {
    await giveCluster(folder);
    const { createQueue } = await import('../../../api/src/jobs/queue.ts');
    const { openDatabase } = await import('../../../api/src/storage/open.ts');
    const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
    const database = await openDatabase({ dataDir: folder, log });
    await (await createQueue(database.boss, log)).close();
    await database.close();
    await dropTemplates(folder);
  });
}

/** Nobody creates databases in it, and each file less to copy counts: every template has 280. */
async function dropTemplates(folder: string): Promise<void> {
  const { PGlite } = await import('@electric-sql/pglite');
  const engine = await PGlite.create(join(folder, 'db'));
  for (const name of ['template0', 'template1']) {
    await engine.exec(`update pg_database set datistemplate = false where datname = '${name}'`);
    await engine.exec(`drop database ${name}`);
  }
  await engine.close();
}

/** The database `db` that `make` puts into a folder; made once on a machine. */
async function kept(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const place = join(tmpdir(), name);
  if (existsSync(place)) return place;
  const folder = await mkdtemp(join(tmpdir(), 'ava-making-'));
  try {
    await make(folder);
    // Another process may have been faster; its folder is as good.
    await rename(join(folder, 'db'), place).catch((error: unknown) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return place;
}

function versionOf(name: string): string {
  const require = createRequire(import.meta.url);
  const marker = join('node_modules', ...name.split('/'));
  const entry = require.resolve(name);
  const manifest = join(entry.slice(0, entry.lastIndexOf(marker) + marker.length), 'package.json');
  return (require(manifest) as { version: string }).version;
}
