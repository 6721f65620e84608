import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AvaError } from '../../../contract/errors.ts';
import { BUNDLE_FOLDER, findProgram } from '../../../platform/childProcess/bundledProgram.ts';
import { readResidentBytes, setNiceValue } from '../../../platform/childProcess/childUsage.ts';
import { MEMORY_SIGNAL } from '../../../platform/childProcess/memorySignal.ts';
import { createFairSemaphore } from '../../../platform/fairSemaphore.ts';
import type { ExportDocument, WrittenDocument, WrittenFormat } from '../document.ts';
import { defaultLimits, OUTPUT_FD, WriteOutcome, type WriteLimits } from './messages.ts';
import { checkContent } from './checkContent.ts';

const MB = 1024 * 1024;
/** Share of the memory limit for the heap; the rest is for buffers and the runtime. */
const HEAP_SHARE = 0.75;
const CHECK_INTERVAL_MS = 250;
const MAX_CONCURRENT_DOCUMENTS = 2;
/** On a busy machine, threads that write answers get three times as much CPU time. */
const WRITER_NICE = 5;
const LINE_FEED = 0x0a;

const program = findProgram('writer');
const project = fileURLToPath(new URL('../../../../', import.meta.url));
const packages = dirname(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')));
const readablePaths = [...['api', BUNDLE_FOLDER, 'package.json'].map((path) => resolve(project, path)), packages];

const slots = createFairSemaphore(MAX_CONCURRENT_DOCUMENTS);

interface WriteOptions {
  /** Documents of different owners take turns. */
  owner?: string;
  signal?: AbortSignal;
  limits?: Partial<WriteLimits>;
}

/**
 * Writes a document in a child process, so that this process stays responsive whatever the text does to a library.
 * @throws AvaError `nothing_to_export`, `export_too_large` (too much text, time or memory) or `not_exportable`; the reason of an aborted signal
 */
export async function writeInChild(
  document: ExportDocument,
  format: WrittenFormat,
  { owner = '', signal, limits }: WriteOptions = {},
): Promise<WrittenDocument> {
  checkContent(document);
  const release = await slots.acquire(owner, signal);
  try {
    return await runChild(document, format, { ...defaultLimits, ...limits }, signal);
  } finally {
    release();
  }
}

async function runChild(
  document: ExportDocument,
  format: WrittenFormat,
  limits: WriteLimits,
  signal: AbortSignal | undefined,
): Promise<WrittenDocument> {
  const child = spawnWriter(limits);
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()).once('error', () => settle()));
  const guards = startGuards(child, limits, signal);
  try {
    const output = readOutput(child, limits);
    (child.stdin as Writable).write(`${JSON.stringify({ document, format, limits })}\n`);
    return await Promise.race([output, guards.tripped]);
  } finally {
    guards.stop();
    child.kill('SIGKILL');
    await ended;
  }
}

/** Without environment, network or the right to write. Node's permissions allow it to read the program only. */
function spawnWriter(limits: WriteLimits): ChildProcess {
  const options = [
    '--no-warnings',
    `--max-old-space-size=${Math.floor((limits.memoryBytes * HEAP_SHARE) / MB)}`,
    '--permission',
    '--allow-worker',
    // The canvas that scales images is native code.
    '--allow-addons',
    ...readablePaths.map((path) => `--allow-fs-read=${path}`),
  ];
  const child = spawn(process.execPath, [...options, program], { env: {}, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  // Writing fails if the child has exited already, which readOutput handles.
  child.stdin?.on('error', () => undefined);
  return child;
}

function readOutput(child: ChildProcess, limits: WriteLimits): Promise<WrittenDocument> {
  const chunks: Buffer[] = [];
  let errorText = '';
  child.stderr?.on('data', (data) => (errorText = `${errorText}${String(data)}`.slice(-2_000)));
  return new Promise((settle, reject) => {
    let size = 0;
    (child.stdio[OUTPUT_FD] as Readable).on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.outputBytes) reject(new AvaError('export_too_large'));
      else chunks.push(chunk);
    });
    child.once('error', (cause) => reject(new AvaError('not_exportable', { cause })));
    child.once('close', (code, signal) => {
      const isOutOfMemory = signal === MEMORY_SIGNAL || errorText.includes('heap out of memory');
      if (isOutOfMemory) return reject(new AvaError('export_too_large', { cause: errorText }));
      try {
        settle(parseOutput(Buffer.concat(chunks)));
      } catch (cause) {
        if (cause instanceof AvaError) return reject(cause);
        reject(
          new AvaError('not_exportable', { cause: `the child process ended with ${signal ?? code}: ${errorText}` }),
        );
      }
    });
  });
}

function parseOutput(output: Buffer): WrittenDocument {
  const end = output.indexOf(LINE_FEED);
  const outcome = WriteOutcome.parse(JSON.parse(output.toString('utf8', 0, end)));
  if (outcome.code !== null) throw new AvaError(outcome.code, { cause: outcome.cause });
  return { bytes: output.subarray(end + 1), missing: outcome.missing };
}

/** Enforces time, memory and cancellation from outside, whatever the child does. */
function startGuards({ pid }: ChildProcess, limits: WriteLimits, signal: AbortSignal | undefined) {
  let trip: (error: unknown) => void = () => undefined;
  const tripped = new Promise<never>((_, reject) => (trip = reject));
  tripped.catch(() => undefined);
  const cancel = () => trip(signal?.reason);
  const timeout = setTimeout(() => trip(new AvaError('export_too_large', { cause: 'too slow' })), limits.timeMs);
  const check = setInterval(async () => {
    if ((await readResidentBytes(pid)) > limits.memoryBytes) trip(new AvaError('export_too_large'));
  }, CHECK_INTERVAL_MS);
  if (pid !== undefined) void setNiceValue(pid, WRITER_NICE);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  const stop = () => {
    clearTimeout(timeout);
    clearInterval(check);
    signal?.removeEventListener('abort', cancel);
  };
  return { tripped, stop };
}
