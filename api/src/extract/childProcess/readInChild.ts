import type { Extraction, TextPart } from '../../../contract/files/locations.ts';
import { ExtractionError } from '../errors.ts';
import type { ExtractionOptions } from '../extractionOptions.ts';
import { readCpuMs, readResidentBytes, setNiceValue } from '../../../platform/childProcess/childUsage.ts';
import { readLines } from './readLines.ts';
import { MEMORY_SIGNAL } from '../../../platform/childProcess/memorySignal.ts';
import type { Limits } from '../limits.ts';
import { ChildMessage, type ReadRequest } from './messages.ts';
import { spawnChild, type ReaderProcess } from './spawnChild.ts';

const CHECK_INTERVAL_MS = 250;
/**
 * Nice values: on a busy machine a reader gets a third of the CPU time of a thread that writes answers, and a slow one a
 * tenth. At 15, it would hardly advance.
 */
const READER_NICE = 5;
const SLOW_READER_NICE = 10;
/** Most files need less CPU time. */
const SLOW_AFTER_CPU_MS = 1_000;
const MAX_ERROR_CHARACTERS = 2_000;
/** Allowed on top of the output limit for the child's last message, its error. */
const LAST_MESSAGE_BYTES = 64 * 1024;
const INTERRUPTED = 'Reading the file was interrupted. Please try again.';

type Settle = (outcome: Extraction | ExtractionError) => void;

/**
 * Extracts one file in a child process. Always settles, whatever the child does or sends, and only after the child has
 * ended.
 */
export async function readInChild(request: ReadRequest, options: ExtractionOptions): Promise<Extraction> {
  options.onProgress?.({ done: 0, total: null, stage: 'opening' });
  const reader = spawnChild(request);
  const { child } = reader;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const outcome = new Promise<Extraction | ExtractionError>((settle) => {
    readMessages(reader, request.limits, settle, options);
    watchExit(reader, settle);
  });
  const guards = startGuards(child.pid, request.limits, options.signal);
  try {
    const result = await Promise.race([outcome, guards.tripped]);
    if (result instanceof ExtractionError) throw result;
    return result;
  } finally {
    guards.stop();
    child.kill('SIGKILL');
    reader.output.destroy();
    await ended;
  }
}

/** Collects the child's messages until the last one. */
function readMessages({ output }: ReaderProcess, limits: Limits, settle: Settle, options: ExtractionOptions): void {
  const parts: TextPart[] = [];
  const onLine = (line: string) => {
    const message = parseMessage(line);
    if (message instanceof ExtractionError) return settle(message);
    switch (message.kind) {
      case 'progress':
        return options.onProgress?.({ done: message.done, total: message.total, stage: 'reading' });
      case 'part':
        if (parts.length >= limits.parts) return settle(new ExtractionError('too_big_inside'));
        parts.push(message.part);
        return;
      case 'failed':
        return settle(new ExtractionError(message.code, { reason: message.reason, cause: message.cause }));
      case 'done': {
        const { kind: _, ...summary } = message;
        return settle({ ...summary, parts });
      }
      default:
        message satisfies never;
    }
  };
  const onLimit = () => settle(new ExtractionError('too_big_inside'));
  readLines(output, limits.outputBytes + LAST_MESSAGE_BYTES, { onLine, onLimit });
}

function parseMessage(line: string): ChildMessage | ExtractionError {
  try {
    return ChildMessage.parse(JSON.parse(line));
  } catch (cause) {
    return new ExtractionError('broken', { cause });
  }
}

/** A child that ends before the parent kills it has failed. `close` is emitted after all its output. */
function watchExit({ child, errorOutput }: ReaderProcess, settle: Settle): void {
  let errorText = '';
  errorOutput.on('data', (data) => (errorText = `${errorText}${String(data)}`.slice(-MAX_ERROR_CHARACTERS)));
  child.once('error', (cause) =>
    settle(new ExtractionError('broken', { reason: INTERRUPTED, cause, retryable: true })),
  );
  child.once('close', (code, signal) => {
    const cause = `the child process ended with ${signal ?? code}: ${errorText}`;
    if (signal === MEMORY_SIGNAL || errorText.includes('heap out of memory'))
      return settle(new ExtractionError('too_much_memory', { cause }));
    if (signal === 'SIGKILL' || signal === 'SIGTERM')
      return settle(new ExtractionError('broken', { reason: INTERRUPTED, cause, retryable: true }));
    return settle(new ExtractionError('broken', { cause }));
  });
}

/** Enforces time, memory and cancellation from outside, whatever the child does. */
function startGuards(pid: number | undefined, limits: Limits, signal: AbortSignal | undefined) {
  let trip: (error: ExtractionError) => void = () => undefined;
  const tripped = new Promise<ExtractionError>((resolve) => (trip = resolve));
  const cancel = () => trip(new ExtractionError('canceled', { cause: signal?.reason }));
  const timeout = setTimeout(() => trip(new ExtractionError('too_slow')), limits.timeMs);
  if (pid !== undefined) void setNiceValue(pid, READER_NICE);
  let isSlow = false;
  const check = setInterval(async () => {
    if ((await readResidentBytes(pid)) > limits.memoryBytes) trip(new ExtractionError('too_much_memory'));
    if (pid === undefined || isSlow || (await readCpuMs(pid)) < SLOW_AFTER_CPU_MS) return;
    isSlow = true;
    await setNiceValue(pid, SLOW_READER_NICE);
  }, CHECK_INTERVAL_MS);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  const stop = () => {
    clearTimeout(timeout);
    clearInterval(check);
    signal?.removeEventListener('abort', cancel);
  };
  return { tripped, stop };
}
