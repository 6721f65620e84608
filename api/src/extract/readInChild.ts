import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Extraction, TextPart } from '../../contract/places.ts';
import { ExtractionError } from './errors.ts';
import type { ExtractionOptions } from './extract.ts';
import { MEMORY_SIGNAL, type Limits } from './limits.ts';
import { ChildMessage, type ReadRequest } from './messages.ts';
import { spawnChild } from './spawnChild.ts';

const MEMORY_CHECK_MS = 250;
const ERROR_TAIL = 2_000;
const BROKEN_OFF = 'Reading the file was broken off. Please try again.';

type Settle = (outcome: Extraction | ExtractionError) => void;

/**
 * Hands one file to a child process and waits for its text. However the child ends, and whatever it sends, this call
 * settles, and the child is gone when it does.
 */
export async function readInChild(request: ReadRequest, options: ExtractionOptions): Promise<Extraction> {
  options.onProgress?.({ done: 0, total: null, stage: 'opening' });
  const child = spawnChild(request.file.path, request.limits.memoryBytes);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const outcome = new Promise<Extraction | ExtractionError>((settle) => {
    listen(child, request.limits, settle, options);
    listenToEnd(child, settle);
  });
  const stopGuards = guard(child, request.limits, options.signal);
  child.send(request, () => undefined);
  try {
    const result = await Promise.race([outcome, stopGuards.tripped]);
    if (result instanceof ExtractionError) throw result;
    return result;
  } finally {
    stopGuards.stop();
    child.kill('SIGKILL');
    await ended;
  }
}

/** Collects what the child sends until it says that it is done. */
function listen(child: ChildProcess, limits: Limits, settle: Settle, { onProgress }: ExtractionOptions): void {
  const parts: TextPart[] = [];
  let textBytes = 0;
  child.on('message', (sent) => {
    const message = ChildMessage.safeParse(sent);
    if (!message.success) return settle(new ExtractionError('broken', { cause: message.error }));
    const said = message.data;
    switch (said.kind) {
      case 'progress':
        return onProgress?.({ done: said.done, total: said.total, stage: 'reading' });
      case 'part':
        textBytes += Buffer.byteLength(said.part.text);
        if (textBytes > limits.textBytes) return settle(new ExtractionError('too_big_inside'));
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
  });
}

/** A child that ends before it was told to has not finished. */
function listenToEnd(child: ChildProcess, settle: Settle): void {
  let complaint = '';
  child.stderr?.on('data', (data) => (complaint = `${complaint}${String(data)}`.slice(-ERROR_TAIL)));
  child.once('error', (cause) => settle(new ExtractionError('broken', { reason: BROKEN_OFF, cause, retryable: true })));
  child.once('exit', (code, signal) => {
    const cause = `the reader ended with ${signal ?? code}: ${complaint}`;
    if (signal === MEMORY_SIGNAL || complaint.includes('heap out of memory'))
      return settle(new ExtractionError('too_much_memory', { cause }));
    if (signal === 'SIGKILL' || signal === 'SIGTERM')
      return settle(new ExtractionError('broken', { reason: BROKEN_OFF, cause, retryable: true }));
    return settle(new ExtractionError('broken', { cause }));
  });
}

/** The limits that hold from outside, whatever happens in the child. */
function guard(child: ChildProcess, limits: Limits, signal: AbortSignal | undefined) {
  let trip: (error: ExtractionError) => void = () => undefined;
  const tripped = new Promise<ExtractionError>((resolve) => (trip = resolve));
  const cancel = () => trip(new ExtractionError('cancelled', { cause: signal?.reason }));
  const clock = setTimeout(() => trip(new ExtractionError('too_slow')), limits.timeMs);
  const scale = setInterval(async () => {
    if ((await residentBytes(child.pid)) > limits.memoryBytes) trip(new ExtractionError('too_much_memory'));
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
