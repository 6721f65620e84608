import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { BUNDLE_FOLDER, programs } from './platform/childProcess/bundledProgram.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Lists the files of the bundle with their hashes, so that an old bundle is not used (`bundledProgram.ts`). */
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
      handler: (code) => ({ code: code.replace("'./watchdog.ts'", "'./watchdog.cjs'"), map: null }),
    },
  };
}

const PROGRAM = '.program.cjs';

/** Each program is a chunk that a small file loads with its code cache (`codeCache.ts`). */
function addCodeCaches(): Plugin {
  return {
    name: 'add-code-caches',
    generateBundle() {
      for (const name of Object.keys(programs))
        this.emitFile({
          type: 'asset',
          fileName: `${name}.cjs`,
          source: `require('./codeCache.cjs').loadChunk('${name}${PROGRAM}');\n`,
        });
    },
    writeBundle({ dir = '' }) {
      const script = `require('./codeCache.cjs').storeCodeCaches((name) => !/-[^.]+\\.cjs$/.test(name))`;
      execFileSync(process.execPath, ['--no-warnings', '-e', script], { cwd: dir, env: {} });
    },
  };
}

/**
 * Bundles the processes that read and write files. Node can't use its compile cache in them, because they must not write to
 * the disk, so they would strip and compile every source file each time: a bundle halves the time of a start, and its code
 * cache takes a quarter off the rest for a PDF.
 */
export default defineConfig({
  root,
  plugins: [renameWatchdog(), addCodeCaches(), listSources()],
  // pdfmake reads it.
  define: { __dirname: 'import.meta.dirname' },
  build: {
    outDir: `${root}${BUNDLE_FOLDER}`,
    emptyOutDir: true,
    ssr: true,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      // Readers of several formats use the one for plain text.
      checks: { ineffectiveDynamicImport: false },
      input: {
        ...Object.fromEntries(
          Object.entries(programs).map(([name, source]) => [`${name}.program`, `${root}${source}`]),
        ),
        codeCache: `${root}api/platform/childProcess/codeCache.ts`,
        watchdog: `${root}api/platform/childProcess/watchdog.ts`,
      },
      // CommonJS, because only Node itself can use a code cache for an ES module (`codeCache.ts`).
      output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
    },
  },
  // Packages with native code, workers or data files stay where they are.
  ssr: { noExternal: true, external: ['@napi-rs/canvas', 'tesseract.js'] },
});
