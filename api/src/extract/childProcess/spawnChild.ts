import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { OUTPUT_FD, type ReadRequest } from './messages.ts';

const MB = 1024 * 1024;
/** The heap's part of a child's memory; the rest is for buffers and the runtime itself. */
const HEAP_SHARE = 0.75;

const program = fileURLToPath(new URL('./child.ts', import.meta.url));
const project = fileURLToPath(new URL('../../../../', import.meta.url));
const packages = dirname(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')));
const readable = [resolve(project, 'api'), resolve(project, 'package.json'), packages];

/** A process that reads one file, and the stream of what it makes of it. */
export interface ReaderProcess {
  child: ChildProcess;
  output: Readable;
  errorOutput: Readable;
}

/**
 * Starts the process that reads one file. A parser that is tricked finds nothing there: the environment is empty, and
 * of the disk it may read the program and the file, and write nowhere. Its standard input stays open while this process
 * lives.
 */
export function spawnChild(request: ReadRequest): ReaderProcess {
  const { file, limits } = request;
  const options = [
    '--no-warnings',
    `--max-old-space-size=${Math.floor((limits.memoryBytes * HEAP_SHARE) / MB)}`,
    '--permission',
    '--allow-worker',
    ...[...readable, resolve(file.path)].map((allowed) => `--allow-fs-read=${allowed}`),
  ];
  const child = spawn(process.execPath, [...options, program], {
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  const input = child.stdin as Writable;
  // A child that has ended reads nothing more; its end is noticed elsewhere.
  input.on('error', () => undefined);
  input.write(`${JSON.stringify(request)}\n`);
  return { child, output: child.stdio[OUTPUT_FD] as Readable, errorOutput: child.stderr as Readable };
}
