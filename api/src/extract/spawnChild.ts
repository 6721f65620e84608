import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const MB = 1024 * 1024;
/** The heap's part of a child's memory; the rest is for buffers and the runtime itself. */
const HEAP_SHARE = 0.75;

const program = fileURLToPath(new URL('./child.ts', import.meta.url));
const project = fileURLToPath(new URL('../../../', import.meta.url));
const packages = dirname(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')));
const readable = [resolve(project, 'api'), resolve(project, 'package.json'), packages];

/**
 * Starts the process that reads one file. A parser that is tricked finds nothing there: the environment is empty, and
 * of the disk it may read the program and the file, and write nowhere.
 */
export function spawnChild(path: string, memoryBytes: number): ChildProcess {
  return fork(program, [], {
    execArgv: [
      '--no-warnings',
      `--max-old-space-size=${Math.floor((memoryBytes * HEAP_SHARE) / MB)}`,
      '--permission',
      '--allow-worker',
      ...[...readable, resolve(path)].map((allowed) => `--allow-fs-read=${allowed}`),
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
