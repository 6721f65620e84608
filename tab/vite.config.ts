import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { diagramAssets } from './vite.diagramAssets.ts';
import { iconImports } from './vite.iconImports.ts';
import { chunkGroups } from './vite.chunks.ts';
import { pdfAssets } from './vite.pdfAssets.ts';
import { precompress } from './vite.precompress.ts';
import { smallZod } from './vite.smallZod.ts';

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
