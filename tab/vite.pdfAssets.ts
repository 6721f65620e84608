import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Files that pdf.js fetches on demand: character maps, standard fonts, image decoders, color profiles. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
/** AVA runs no form scripts, so their interpreter is not shipped. */
const EXCLUDED = /quickjs/i;

/**
 * Copies the files that pdf.js fetches by name to `assets/pdf-{version}/`. The version is in the path because browsers
 * cache `assets` for a year.
 */
export function pdfAssets(): Plugin {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const root = dirname(manifest);
  return {
    name: 'pdf-parts',
    apply: 'build',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
      for (const folder of FOLDERS) {
        const names = await readdir(join(root, folder));
        for (const name of names.filter((each) => !EXCLUDED.test(each))) {
          const source = await readFile(join(root, folder, name));
          this.emitFile({ type: 'asset', fileName: `assets/pdf-${version}/${folder}/${name}`, source });
        }
      }
    },
  };
}
