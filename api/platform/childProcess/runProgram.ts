import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { BUNDLE_FOLDER, findProgram, type ProgramName } from './bundledProgram.ts';
import { readCpuMs, readResidentBytes, setNiceValue } from './childUsage.ts';
import { createHeader, readFrames } from './frames.ts';
import { MEMORY_SIGNAL } from './memorySignal.ts';
import { OUTPUT_FD } from './parentPipes.ts';

export interface ProgramLimits {
  timeMs: number;
  /** Resident memory of the process. Includes buffers, which a heap limit does not. */
  memoryBytes: number;
  /** All messages of the process together. */
  outputBytes: number;
}

interface ProgramRun {
  program: ProgramName;
  /** The only message that the process gets. */
  request: Uint8Array;
  limits: ProgramLimits;
  /** Files and folders that it can read, besides the program itself. */
  readablePaths?: readonly string[];
  /** Whether the program gets even less CPU time after its first second, so that other work is not delayed. */
  yields?: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Why a program did not finish. `interrupted`: it could not start, or something outside AVA ended it, so its input is
 * not to blame. `ended`: it ended without a result, or its reply cannot be read.
 */
type FailureReason = 'too_slow' | 'too_much_memory' | 'too_much_output' | 'interrupted' | 'ended';

export class ProgramFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, cause?: unknown) {
    super(`the program did not finish: ${reason}`, { cause });
    this.name = 'ProgramFailure';
    this.reason = reason;
  }
}

const MB = 1024 * 1024;
/** Share of the memory limit for the heap; the rest is for buffers and the runtime. */
const HEAP_SHARE = 0.75;
const CHECK_INTERVAL_MS = 250;
/**
 * Nice values: on a busy machine a program gets a third of the CPU time of a thread that writes answers, and one that
 * yields a tenth. At 15, it would hardly advance.
 */
const NICE = 5;
const YIELDING_NICE = 10;
/** Most files need less CPU time. */
const YIELDS_AFTER_CPU_MS = 1_000;
const MAX_ERROR_CHARACTERS = 2_000;

const project = fileURLToPath(new URL('../../../', import.meta.url));
const packages = dirname(dirname(createRequire(import.meta.url).resolve('zod/package.json')));
const paths: Partial<Record<ProgramName, string>> = {};
const ownPaths = [...['api', BUNDLE_FOLDER, 'package.json'].map((path) => resolve(project, path)), packages];

/**
 * Runs a program (`bundledProgram.ts`) in a child process, so that this process stays responsive and small whatever
 * untrusted text does to a library. Always settles, whatever the child does or sends, and only after the child has
 * ended.
 * @param onMessage called with each message; the first value that it returns is the result, what it throws is thrown
 * @throws ProgramFailure; the reason of an aborted signal
 */
export async function runProgram<T extends object>(
  run: ProgramRun,
  onMessage: (message: Buffer) => T | undefined,
): Promise<T> {
  const child = spawnProgram(run);
  const output = child.stdio[OUTPUT_FD] as Readable;
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()).once('error', () => settle()));
  const result = Promise.withResolvers<T>();
  readFrames(output, run.limits.outputBytes, {
    onMessage: (message) => {
      try {
        const value = onMessage(message);
        if (value !== undefined) result.resolve(value);
      } catch (error) {
        result.reject(error);
      }
    },
    onLimit: () => result.reject(new ProgramFailure('too_much_output')),
  });
  watchExit(child, result.reject);
  const stopGuards = startGuards(child.pid, run, result.reject);
  try {
    return await result.promise;
  } finally {
    stopGuards();
    child.kill('SIGKILL');
    output.destroy();
    await ended;
  }
}

/**
 * Starts the process and sends the request. The environment is empty, and JavaScript and WebAssembly can read only the
 * given files, and write nothing. Node's permissions do not limit native code, such as the canvas. The standard input
 * stays open while the parent is alive.
 */
function spawnProgram({ program, request, limits, readablePaths = [] }: ProgramRun): ChildProcess {
  const options = [
    '--no-warnings',
    `--max-old-space-size=${Math.floor((limits.memoryBytes * HEAP_SHARE) / MB)}`,
    '--permission',
    '--allow-worker',
    // The canvas that draws pages and scales images is native code.
    '--allow-addons',
    ...[...ownPaths, ...readablePaths].map((path) => `--allow-fs-read=${path}`),
  ];
  const child = spawn(process.execPath, [...options, (paths[program] ??= findProgram(program))], {
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  const input = child.stdin as Writable;
  // Writing fails if the child has exited already, which watchExit handles.
  input.on('error', () => undefined);
  input.write(createHeader(request));
  input.write(request);
  return child;
}

/** A child that ends before its result has failed. `close` is emitted after all its output. */
function watchExit(child: ChildProcess, fail: (error: ProgramFailure) => void): void {
  let errorText = '';
  child.stderr?.on('data', (data) => (errorText = `${errorText}${String(data)}`.slice(-MAX_ERROR_CHARACTERS)));
  child.once('error', (cause) => fail(new ProgramFailure('interrupted', cause)));
  child.once('close', (code, signal) => {
    const cause = `the child process ended with ${signal ?? code}: ${errorText}`;
    const isOutOfMemory = signal === MEMORY_SIGNAL || errorText.includes('heap out of memory');
    const isInterrupted = signal === 'SIGKILL' || signal === 'SIGTERM';
    fail(new ProgramFailure(isOutOfMemory ? 'too_much_memory' : isInterrupted ? 'interrupted' : 'ended', cause));
  });
}

/** Enforces time, memory and cancellation from outside, whatever the child does. Returns how to stop. */
function startGuards(
  pid: number | undefined,
  { limits, yields = false, signal }: ProgramRun,
  fail: (error: unknown) => void,
): () => void {
  const cancel = () => fail(signal?.reason);
  const timeout = setTimeout(() => fail(new ProgramFailure('too_slow')), limits.timeMs);
  if (pid !== undefined) void setNiceValue(pid, NICE);
  let isYielding = !yields;
  const check = setInterval(async () => {
    if ((await readResidentBytes(pid)) > limits.memoryBytes) fail(new ProgramFailure('too_much_memory'));
    if (pid === undefined || isYielding || (await readCpuMs(pid)) < YIELDS_AFTER_CPU_MS) return;
    isYielding = true;
    await setNiceValue(pid, YIELDING_NICE);
  }, CHECK_INTERVAL_MS);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  return () => {
    clearTimeout(timeout);
    clearInterval(check);
    signal?.removeEventListener('abort', cancel);
  };
}
