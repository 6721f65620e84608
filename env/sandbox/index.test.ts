import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const entry = fileURLToPath(new URL('index.ts', import.meta.url));

it('npm start says what it is doing before it loads the sandbox', async () => {
  const failed = await promisify(execFile)(process.execPath, [entry], {
    env: { ...process.env, NODE_ENV: 'production' },
  }).catch((error: { stdout: string; stderr: string }) => error);
  expect(failed.stdout).toMatch(/^Starting AVA/);
  expect(failed.stderr).toContain('not for production');
  expect(await readFile(entry, 'utf8')).not.toMatch(/^import /m);
});
