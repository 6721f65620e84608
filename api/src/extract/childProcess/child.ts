/** The process that reads one file and is thrown away afterwards. Its parent kills it; it never ends by itself. */
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { fileTypeOf, readerOf } from '../../../contract/fileTypes.ts';
import { toExtractionError } from '../errors.ts';
import { formats } from '../formats/formats.ts';
import type { ReadRequest } from './messages.ts';
import { createMessageWriter, type MessageWriter } from './messageWriter.ts';
import { readDocument } from './readDocument.ts';

const PROGRESS_EVERY_MS = 100;
const LONGEST_CAUSE = 2_000;

// Parsers reject promises that nobody awaits. The awaited call decides; if it never settles, the time limit does.
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', fail);

let request = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  request += text;
  if (request.endsWith('\n')) void answer(JSON.parse(request) as ReadRequest);
});
// The parent keeps its end open as long as it lives.
process.stdin.on('close', () => process.exit());

let output: MessageWriter | undefined;

async function answer({ file, limits }: ReadRequest): Promise<void> {
  const { write } = (output = createMessageWriter(limits.outputBytes));
  try {
    // The parser that the name promises loads meanwhile; which one reads the file is decided on content.
    const expected = readerOf(fileTypeOf(file.claimedType ?? '', file.name));
    await Promise.all([startWatch(limits.memoryBytes, limits.timeMs), expected && formats[expected]()]);
    const summary = await readDocument(file, limits, {
      onPart: (part) => write({ kind: 'part', part }),
      onProgress: everyNowAndThen((done, total) => write({ kind: 'progress', done, total })),
    });
    write({ kind: 'done', ...summary });
  } catch (error) {
    fail(error);
  }
}

/** Resolves when the watching thread runs; from then on no busy parser can hide from it. */
async function startWatch(memoryBytes: number, timeMs: number): Promise<void> {
  const watch = new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: { memoryBytes, timeMs } });
  watch.once('error', () => process.exit(1));
  await new Promise((resolve) => watch.once('message', resolve));
  watch.unref();
}

function fail(error: unknown): void {
  const { code, reason, cause } = toExtractionError(error);
  output?.writeLast({ kind: 'failed', code, reason, cause: described(cause).slice(0, LONGEST_CAUSE) });
}

/** A cause as text: an error object would not be the same error on the other side. */
function described(cause: unknown): string {
  if (cause === undefined) return '';
  return cause instanceof Error ? `${cause.name}: ${cause.message}\n${cause.stack ?? ''}` : inspect(cause);
}

function everyNowAndThen(report: (done: number, total: number | null) => void): typeof report {
  let last = -Infinity;
  return (done, total) => {
    if (done !== total && performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    report(done, total);
  };
}
