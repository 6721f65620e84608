import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/**
 * Gives a data folder an empty database, without tables, as the engine would make it itself in three seconds: copied
 * from one that this machine keeps for each version of the engine.
 */
export async function giveCluster(dataDir: string): Promise<void> {
  await cp(await keptCluster(), join(dataDir, 'db'), { recursive: true });
}

async function keptCluster(): Promise<string> {
  const kept = join(tmpdir(), `ava-cluster-${engineVersion()}`);
  if (existsSync(kept)) return kept;
  const folder = await mkdtemp(join(tmpdir(), 'ava-cluster-'));
  try {
    const made = join(folder, 'db');
    await mkdir(made);
    await (await PGlite.create(made)).close();
    // Another process may have been faster; its folder is as good.
    await rename(made, kept).catch((error: unknown) => {
      if (!existsSync(kept)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return kept;
}

function engineVersion(): string {
  const require = createRequire(import.meta.url);
  const entry = require.resolve('@electric-sql/pglite');
  const manifest = join(dirname(dirname(entry)), 'package.json');
  return (require(manifest) as { version: string }).version;
}
