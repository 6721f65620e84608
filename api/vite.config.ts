import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));
const childProcess = `${root}api/src/extract/childProcess`;

/** Lists the files of the bundle with their hashes, so that an old bundle is not used (`readerProgram.ts`). */
function listSources(): Plugin {
  return {
    name: 'list-sources',
    generateBundle() {
      const files = [...this.getModuleIds()].filter((id) => id.startsWith(`${root}api/`));
      const hashes = [...files, `${root}package-lock.json`].map((file) => [
        relative(root, file).replaceAll('\\', '/'),
        createHash('sha256').update(readFileSync(file)).digest('base64'),
      ]);
      this.emitFile({ type: 'asset', fileName: 'sources.json', source: JSON.stringify(Object.fromEntries(hashes)) });
    },
  };
}

/** The watchdog is a second entry of the bundle. */
function renameWatchdog(): Plugin {
  return {
    name: 'rename-watchdog',
    enforce: 'pre',
    transform: {
      filter: { id: /childProcess\/startWatchdog\.ts$/ },
      handler: (code) => ({ code: code.replace("'./watchdog.ts'", "'./watchdog.mjs'"), map: null }),
    },
  };
}

/**
 * Bundles the process that reads a file. Node can't use its compile cache there, because that process must not write, so
 * it would strip and compile every source file for each document: a bundle halves the time of a start.
 */
export default defineConfig({
  root,
  plugins: [renameWatchdog(), listSources()],
  build: {
    outDir: `${root}dist/reader`,
    emptyOutDir: true,
    ssr: true,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      // Readers of several formats use the one for plain text.
      checks: { ineffectiveDynamicImport: false },
      input: { child: `${childProcess}/child.ts`, watchdog: `${root}api/platform/childProcess/watchdog.ts` },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
  // Packages with native code, workers or data files stay where they are.
  ssr: { noExternal: true, external: ['@napi-rs/canvas', 'pdfjs-dist', 'tesseract.js'] },
});
