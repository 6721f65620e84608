import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconImports } from './vite.iconImports.ts';

const resolveHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The drawing board (`npm run board`), for development only. The build of the tab (`vite.config.ts`) does not contain it. */
export default defineConfig({
  root: resolveHere('board'),
  base: './',
  plugins: [
    {
      name: 'no-server',
      enforce: 'pre',
      resolveId: (source, importer) =>
        source.endsWith('/api.ts') && importer?.startsWith(resolveHere('src/'))
          ? resolveHere('board/fakeApi.ts')
          : null,
    },
    react(),
    iconImports(),
  ],
  resolve: { alias: { '@juggle/resize-observer': resolveHere('src/ui/nativeResizeObserver.ts') } },
  build: { outDir: resolveHere('../dist/board'), emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 5_000 },
  worker: { format: 'es' },
});
