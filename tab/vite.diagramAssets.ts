import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Copies Mermaid to `diagram/mermaid.js` for the page `diagram.html`. It is Mermaid's build in one classic script: a
 * module cannot be loaded by a sandboxed frame, which has no origin.
 */
export function diagramAssets(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('mermaid/package.json'));
  return {
    name: 'diagram-assets',
    apply: 'build',
    async generateBundle() {
      const source = await readFile(join(root, 'dist', 'mermaid.min.js'));
      this.emitFile({ type: 'asset', fileName: 'diagram/mermaid.js', source });
    },
  };
}
