import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fileOfFirstLoad } from './vite.mainChunk.ts';
import { pdfParts } from './vite.pdfAssets.ts';
import { precompress } from './vite.precompress.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [react(), pdfParts(), precompress()],
  // The editor brings a stand-in for an interface that every browser of Teams has.
  resolve: { alias: { '@juggle/resize-observer': here('src/ui/nativeResizeObserver.ts') } },
  build: {
    outDir: here('../dist/tab'),
    emptyOutDir: true,
    // The browsers that Teams supports.
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      input: { index: here('index.html'), 'auth-start': here('auth-start.html'), 'auth-end': here('auth-end.html') },
      output: { codeSplitting: { groups: [{ name: fileOfFirstLoad }] } },
    },
  },
  worker: { format: 'es' },
});
