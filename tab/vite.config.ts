import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [react()],
  // The editor brings a stand-in for an interface that every browser of Teams has.
  resolve: { alias: { '@juggle/resize-observer': here('src/ui/nativeResizeObserver.ts') } },
  build: {
    outDir: here('../dist/tab'),
    emptyOutDir: true,
    // The browsers that Teams supports.
    target: 'es2023',
    sourcemap: false,
    rollupOptions: {
      input: { index: here('index.html'), 'auth-start': here('auth-start.html'), 'auth-end': here('auth-end.html') },
    },
  },
  worker: { format: 'es' },
});
