/** The process that reads one file and is thrown away afterwards. Its parent kills it; it never ends by itself. */
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { fileTypeOf, readerOf } from '../../contract/fileTypes.ts';
import { asExtractionError } from './errors.ts';
import { formats } from './formats.ts';
import type { ChildMessage, ReadRequest } from './messages.ts';
import { readDocument } from './readDocument.ts';

const PROGRESS_EVERY_MS = 100;
const LONGEST_CAUSE = 2_000;

process.on('disconnect', () => process.exit());
// Parsers reject promises nobody waits for. What the awaited call says counts; if it says nothing, time runs out.
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', (error) => void fail(error));
process.once('message', (request: ReadRequest) => void answer(request));

async function answer({ file, limits }: ReadRequest): Promise<void> {
  try {
    // The parser that the name promises loads meanwhile; which one reads the file is decided on content.
    const expected = readerOf(fileTypeOf(file.claimedType ?? '', file.name));
    await Promise.all([startWatch(limits.memoryBytes, limits.timeMs), expected && formats[expected]()]);
    const summary = await readDocument(file, limits, {
      onPart: (part) => send({ kind: 'part', part }),
      onProgress: everyNowAndThen((done, total) => void send({ kind: 'progress', done, total })),
    });
    await send({ kind: 'done', ...summary });
  } catch (error) {
    await fail(error);
  }
}

/** Resolves when the watching thread runs; from then on no busy parser can hide from it. */
async function startWatch(memoryBytes: number, timeMs: number): Promise<void> {
  const watch = new Worker(new URL('./watch.ts', import.meta.url), { workerData: { memoryBytes, timeMs } });
  watch.once('error', () => process.exit(1));
  await new Promise((resolve) => watch.once('message', resolve));
  watch.unref();
}

async function fail(error: unknown): Promise<void> {
  const { code, reason, cause } = asExtractionError(error);
  await send({ kind: 'failed', code, reason, cause: described(cause).slice(0, LONGEST_CAUSE) });
}

/** A cause as text: an error object would not be the same error on the other side. */
function described(cause: unknown): string {
  if (cause === undefined) return '';
  return cause instanceof Error ? `${cause.name}: ${cause.message}\n${cause.stack ?? ''}` : inspect(cause);
}

/** Resolves when the parent's end has taken it, so that parts do not pile up here. */
function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });
}

function everyNowAndThen(report: (done: number, total: number | null) => void): typeof report {
  let last = -Infinity;
  return (done, total) => {
    if (done !== total && performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    report(done, total);
  };
}
