import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { iconImports } from './vite.iconImports.ts';
import { chunkGroups } from './vite.chunks.ts';
import { precompress } from './vite.precompress.ts';

const PROCESSOR = /^\s*inst\._zod\.processJSONSchema = .*$/gm;

const METHOD = /create(?:Standard|To)JSONSchemaMethod\(this, [^)]*\)(?:\(params\))?/g;

/** Files that pdf.js fetches on demand: character maps, standard fonts, image decoders, color profiles. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/** AVA runs no form scripts, so their interpreter is not shipped. */
const EXCLUDED = /quickjs/i;

const resolveHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ mode }) => ({
  root: resolveHere('.'),
  base: '/',
  plugins: [react(), iconImports(), smallZod(), pdfAssets(), diagramAssets(), precompress(mode === 'quick')],
  // slate-react ships a polyfill of ResizeObserver, which every supported browser has.
  resolve: { alias: { '@juggle/resize-observer': resolveHere('src/ui/nativeResizeObserver.ts') } },
  build: {
    outDir: resolveHere('../dist/tab'),
    emptyOutDir: true,
    // The browsers that Teams supports.
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      input: {
        index: resolveHere('index.html'),
        'auth-start': resolveHere('auth-start.html'),
        'auth-end': resolveHere('auth-end.html'),
      },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  worker: { format: 'es' },
}));

/**
 * Copies Mermaid to `diagram/mermaid.js` for the page `diagram.html`. It is Mermaid's build in one classic script: a
 * module cannot be loaded by a sandboxed frame, which has no origin.
 */
function diagramAssets(): Plugin {
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

/**
 * Copies the files that pdf.js fetches by name to `assets/pdf-{version}/`. The version is in the path because browsers
 * cache `assets` for a year.
 */
function pdfAssets(): Plugin {
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

/** Leaves zod's writer of JSON schemas out of the tab. Every schema refers to it, but only the API describes itself. */
function smallZod(): Plugin {
  return {
    name: 'small-zod',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      handler: (code) => ({ code: code.replace(PROCESSOR, '').replace(METHOD, 'undefined'), map: null }),
    },
  };
}
