import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveConfig } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));
const board = join(root, 'tab/board');

async function readAll(folder: string, pattern: RegExp): Promise<{ path: string; text: string }[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => pattern.test(name));
  return Promise.all(names.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })));
}

describe('the drawing board', () => {
  it('draws every component of tab/src/ui', async () => {
    const components = (await readdir(join(root, 'tab/src/ui'))).filter((name) => /^[A-Z]\w+\.tsx$/.test(name));
    const drawn = (await readAll(board, /\.tsx$/)).map(({ text }) => text).join('\n');
    expect(components.length).toBeGreaterThan(8);
    expect(components.filter((name) => !drawn.includes(`'#tab/ui/${name}'`))).toEqual([]);
  });

  it('is no entry of the build of the tab', async () => {
    const config = await resolveConfig({ configFile: join(root, 'tab/vite.config.ts') }, 'build', 'production');
    const entries = Object.values(config.build.rolldownOptions.input ?? {});
    expect(entries.map((path) => String(path).replace(root, ''))).toEqual([
      'tab/index.html',
      'tab/auth-start.html',
      'tab/auth-end.html',
    ]);
    expect(await readdir(join(root, 'tab/public'))).not.toContain('board');
  });
});
