import { readFile } from 'node:fs/promises';
import type { Extraction, TextPart } from '../../../contract/locations.ts';
import { ExtractionError } from '../errors.ts';
import type { ExtractionOptions } from '../extractionOptions.ts';
import { readLines } from './readLines.ts';
import { MEMORY_SIGNAL, type Limits } from '../limits.ts';
import { ChildMessage, type ReadRequest } from './messages.ts';
import { spawnChild, type ReaderProcess } from './spawnChild.ts';

const MEMORY_CHECK_MS = 250;
const ERROR_TAIL = 2_000;
/** Room for the message that says why a child gave up, beside all that it may write. */
const LAST_MESSAGE_BYTES = 64 * 1024;
const BROKEN_OFF = 'Reading the file was broken off. Please try again.';

type Settle = (outcome: Extraction | ExtractionError) => void;

/**
 * Hands one file to a child process and waits for its text. However the child ends, and whatever it sends, this call
 * settles, and the child is gone when it does.
 */
export async function readInChild(request: ReadRequest, options: ExtractionOptions): Promise<Extraction> {
  options.onProgress?.({ done: 0, total: null, stage: 'opening' });
  const reading = spawnChild(request);
  const { child } = reading;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const outcome = new Promise<Extraction | ExtractionError>((settle) => {
    listen(reading, request.limits, settle, options);
    listenToEnd(reading, settle);
  });
  const stopGuards = guard(child.pid, request.limits, options.signal);
  try {
    const result = await Promise.race([outcome, stopGuards.tripped]);
    if (result instanceof ExtractionError) throw result;
    return result;
  } finally {
    stopGuards.stop();
    child.kill('SIGKILL');
    reading.output.destroy();
    await ended;
  }
}

/** Collects what the child writes until it says that it is done. */
function listen({ output }: ReaderProcess, limits: Limits, settle: Settle, options: ExtractionOptions): void {
  const parts: TextPart[] = [];
  const take = (line: string) => {
    const said = messageOf(line);
    if (said instanceof ExtractionError) return settle(said);
    switch (said.kind) {
      case 'progress':
        return options.onProgress?.({ done: said.done, total: said.total, stage: 'reading' });
      case 'part':
        if (parts.length >= limits.parts) return settle(new ExtractionError('too_big_inside'));
        parts.push(said.part);
        return;
      case 'failed':
        return settle(new ExtractionError(said.code, { reason: said.reason, cause: said.cause }));
      case 'done': {
        const { kind: _, ...summary } = said;
        return settle({ ...summary, parts, usedOcr: false });
      }
      default:
        said satisfies never;
    }
  };
  const tooMuch = () => settle(new ExtractionError('too_big_inside'));
  readLines(output, limits.outputBytes + LAST_MESSAGE_BYTES, { line: take, tooMuch });
}

function messageOf(line: string): ChildMessage | ExtractionError {
  try {
    return ChildMessage.parse(JSON.parse(line));
  } catch (cause) {
    return new ExtractionError('broken', { cause });
  }
}

/** A child that ends before it was told to has not finished. What it wrote at its end is read first. */
function listenToEnd({ child, errorOutput }: ReaderProcess, settle: Settle): void {
  let errorText = '';
  errorOutput.on('data', (data) => (errorText = `${errorText}${String(data)}`.slice(-ERROR_TAIL)));
  child.once('error', (cause) => settle(new ExtractionError('broken', { reason: BROKEN_OFF, cause, retryable: true })));
  child.once('close', (code, signal) => {
    const cause = `the reader ended with ${signal ?? code}: ${errorText}`;
    if (signal === MEMORY_SIGNAL || errorText.includes('heap out of memory'))
      return settle(new ExtractionError('too_much_memory', { cause }));
    if (signal === 'SIGKILL' || signal === 'SIGTERM')
      return settle(new ExtractionError('broken', { reason: BROKEN_OFF, cause, retryable: true }));
    return settle(new ExtractionError('broken', { cause }));
  });
}

/** The limits that hold from outside, whatever happens in the child. */
function guard(pid: number | undefined, limits: Limits, signal: AbortSignal | undefined) {
  let trip: (error: ExtractionError) => void = () => undefined;
  const tripped = new Promise<ExtractionError>((resolve) => (trip = resolve));
  const cancel = () => trip(new ExtractionError('cancelled', { cause: signal?.reason }));
  const clock = setTimeout(() => trip(new ExtractionError('too_slow')), limits.timeMs);
  const scale = setInterval(async () => {
    if ((await residentBytes(pid)) > limits.memoryBytes) trip(new ExtractionError('too_much_memory'));
  }, MEMORY_CHECK_MS);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  const stop = () => {
    clearTimeout(clock);
    clearInterval(scale);
    signal?.removeEventListener('abort', cancel);
  };
  return { tripped, stop };
}

/** Resident memory of a process in bytes; 0 where the system does not tell (only Linux has /proc). */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
