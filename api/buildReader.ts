import { fileURLToPath } from 'node:url';
import { isBundleCurrent } from './src/extract/childProcess/readerProgram.ts';

/** Bundles the program that reads files into dist/reader, unless the bundle is current. */
export async function buildReader(): Promise<void> {
  if (isBundleCurrent()) return;
  // Loaded only when needed; an installation for production has no Vite.
  const { build } = await import('vite');
  await build({ configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)), logLevel: 'error' });
}
