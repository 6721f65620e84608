import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { OUTPUT_FD } from './messageWriter.ts';
import type { ReadRequest } from './messages.ts';
import { BUNDLE_FOLDER, findProgram } from '../../../platform/childProcess/bundledProgram.ts';

const MB = 1024 * 1024;
/** Share of the memory limit for the heap; the rest is for buffers and the runtime. */
const HEAP_SHARE = 0.75;

const program = findProgram('reader');
const project = fileURLToPath(new URL('../../../../', import.meta.url));
const packages = dirname(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')));
const readablePaths = [...['api', BUNDLE_FOLDER, 'package.json'].map((path) => resolve(project, path)), packages];

/** A process that extracts one file. */
export interface ReaderProcess {
  child: ChildProcess;
  output: Readable;
  errorOutput: Readable;
}

/**
 * Starts the process that extracts one file. The environment is empty, and JavaScript and WebAssembly can read only the
 * program and the file, and write nothing. Node's permissions do not limit native code, such as the canvas. The standard
 * input stays open while the parent is alive.
 */
export function spawnChild(request: ReadRequest): ReaderProcess {
  const { file, limits } = request;
  const options = [
    '--no-warnings',
    `--max-old-space-size=${Math.floor((limits.memoryBytes * HEAP_SHARE) / MB)}`,
    '--permission',
    '--allow-worker',
    // The canvas that draws scanned pages is native code.
    '--allow-addons',
    ...[...readablePaths, resolve(file.path)].map((path) => `--allow-fs-read=${path}`),
  ];
  const child = spawn(process.execPath, [...options, program], {
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  const input = child.stdin as Writable;
  // Writing fails if the child has exited already, which watchExit handles.
  input.on('error', () => undefined);
  input.write(`${JSON.stringify(request)}\n`);
  return { child, output: child.stdio[OUTPUT_FD] as Readable, errorOutput: child.stderr as Readable };
}
