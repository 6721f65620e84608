import { fileURLToPath } from 'node:url';
import { isBundleCurrent } from './platform/childProcess/bundledProgram.ts';

/** Bundles the programs that read and write files into dist/childProcesses, unless the bundle is current. */
export async function buildChildProcesses(): Promise<void> {
  if (isBundleCurrent()) return;
  // Loaded only when needed; an installation for production has no Vite.
  const { build } = await import('vite');
  await build({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)), logLevel: 'error' });
}
