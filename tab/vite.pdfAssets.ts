import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** What pdf.js fetches when a file needs it: character maps, standard fonts, image decoders, colour profiles. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
/** The interpreter for scripts in forms is left out: AVA runs none. */
const LEFT_OUT = /quickjs/i;

/**
 * Puts the parts of pdf.js that it fetches by name under `assets/pdf-{version}/`. The version is in the address because
 * browsers keep what is under `assets` for a year.
 */
export function pdfParts(): Plugin {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const root = dirname(manifest);
  return {
    name: 'pdf-parts',
    apply: 'build',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
      for (const folder of FOLDERS) {
        const names = await readdir(join(root, folder));
        for (const name of names.filter((each) => !LEFT_OUT.test(each))) {
          const source = await readFile(join(root, folder, name));
          this.emitFile({ type: 'asset', fileName: `assets/pdf-${version}/${folder}/${name}`, source });
        }
      }
    },
  };
}
