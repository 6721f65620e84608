import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { findChildProcessIds } from './harness/app/childProcessIds.ts';
import { eventually } from './harness/eventually.ts';

const root = resolve(import.meta.dirname, '..');
const SIGTERM_EXIT_CODE = 143;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('stops jest when the test run gets SIGTERM', async () => {
  const run = spawn(process.execPath, ['tests/run.ts', 'tests/lockfile'], { cwd: root, stdio: 'ignore' });
  const exited = once(run, 'exit');
  try {
    const jest = await eventually(
      () => {
        const [pid] = findChildProcessIds(run.pid ?? 0, 'jest.js');
        if (pid === undefined) throw new Error('jest has not started');
        return pid;
      },
      { everyMs: 5 },
    );
    run.kill('SIGTERM');
    const [code] = (await exited) as [number | null];
    expect([code, isRunning(jest)]).toEqual([SIGTERM_EXIT_CODE, false]);
  } finally {
    run.kill('SIGKILL');
  }
});
