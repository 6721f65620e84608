import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepFolder } from '#tests/harness/keepFolder.ts';

const migrations = fileURLToPath(new URL('../../../api/src/storage/migrations', import.meta.url));

/**
 * Copies an empty PGlite database without tables into a data folder. Creating one takes three seconds, so this machine
 * keeps one for each version of the engine.
 */
export async function copyEmptyDatabase(dataDir: string): Promise<void> {
  copy(await keepEmptyDatabase(), dataDir);
}

/** Copies a database with tables and queues into a data folder, as the API creates it at its first start. */
export async function copyMigratedDatabase(dataDir: string): Promise<void> {
  copy(await keepMigratedDatabase(), dataDir);
}

/** Creates the kept databases once, before parallel workers would each create them. */
export async function prepareMigratedDatabase(): Promise<void> {
  await keepMigratedDatabase();
}

/** Copies a thousand small files in a third of the time of `fs.promises.cp`. */
function copy(source: string, dataDir: string): void {
  cpSync(source, join(dataDir, 'db'), { recursive: true });
}

function keepEmptyDatabase(): Promise<string> {
  return keepFolder(`ava-cluster-${getVersion('@electric-sql/pglite')}`, async (folder) => {
    // Loaded only when needed: every story imports this file, and the engine takes a second to load.
    const { PGlite } = await import('@electric-sql/pglite');
    await (await PGlite.create(join(folder, 'db'))).close();
    return join(folder, 'db');
  });
}

async function keepMigratedDatabase(): Promise<string> {
  const hash = createHash('sha256').update(getVersion('@electric-sql/pglite')).update(getVersion('pg-boss'));
  for (const name of (await readdir(migrations)).toSorted()) hash.update(await readFile(join(migrations, name)));
  return keepFolder(`ava-kept-store-${hash.digest('hex').slice(0, 16)}`, async (folder) => {
    await copyEmptyDatabase(folder);
    const { createQueue } = await import('#api/jobs/queue.ts');
    const { openDatabase } = await import('#api/storage/openDatabase.ts');
    const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
    const database = await openDatabase({ dataDir: folder, log });
    await (await createQueue(database.boss, log)).close();
    await database.close();
    await dropTemplates(folder);
    return join(folder, 'db');
  });
}

/** Drops the template databases: tests create no database from them, and each adds 280 files to every copy. */
async function dropTemplates(folder: string): Promise<void> {
  const { PGlite } = await import('@electric-sql/pglite');
  const engine = await PGlite.create(join(folder, 'db'));
  for (const name of ['template0', 'template1']) {
    await engine.exec(`update pg_database set datistemplate = false where datname = '${name}'`);
    await engine.exec(`drop database ${name}`);
  }
  await engine.close();
}

function getVersion(name: string): string {
  const require = createRequire(import.meta.url);
  const marker = join('node_modules', ...name.split('/'));
  const entry = require.resolve(name);
  const manifest = join(entry.slice(0, entry.lastIndexOf(marker) + marker.length), 'package.json');
  return (require(manifest) as { version: string }).version;
}
