/** The process that extracts one file. After its last message, it waits until its parent kills it. */
import { inspect } from 'node:util';
import { receiveRequest, sendMessage } from '#platform/childProcess/parentPipes.ts';
import { startWatchdog } from '#platform/childProcess/startWatchdog.ts';
import { fileTypeOf, readerOf } from '#contract/files/fileTypes.ts';
import { ExtractionError, toExtractionError } from '#api/extract/errors.ts';
import { formats } from '#api/extract/formats/formats.ts';
import type { ChildMessage, ReadRequest } from './messages.ts';
import { readDocument } from './readDocument.ts';

const PROGRESS_INTERVAL_MS = 100;
const MAX_CAUSE_CHARACTERS = 2_000;

// pdf.js extends this class while it loads, and uses it only to save a PDF. Node's own class would load all of `fetch`,
// which takes longer than reading a small file. Replacing it by `Object.defineProperty` would load it as well.
globalThis.Response = class {} as typeof Response;

// Parsers can leave rejected promises unhandled. Only the call in `handle` matters; if it hangs, the time limit ends it.
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', fail);

void receiveRequest().then((request) => handle(JSON.parse(request.toString('utf8')) as ReadRequest));

async function handle({ file, limits }: ReadRequest): Promise<void> {
  let sentBytes = 0;
  const sendWithin = (message: ChildMessage) => {
    const bytes = toBytes(message);
    sentBytes += bytes.length;
    if (sentBytes > limits.outputBytes)
      throw new ExtractionError('too_big_inside', { cause: `more than ${limits.outputBytes} bytes` });
    sendMessage(bytes);
  };
  try {
    // Loads the parser for the claimed type early. The content decides which parser is used.
    const expected = readerOf(fileTypeOf(file.claimedType ?? '', file.name));
    await Promise.all([startWatchdog(limits.memoryBytes, limits.timeMs), expected && formats[expected]()]);
    const summary = await readDocument(file, limits, {
      onPart: (part) => sendWithin({ kind: 'part', part }),
      onProgress: throttle((done, total) => sendWithin({ kind: 'progress', done, total })),
    });
    sendWithin({ kind: 'done', ...summary });
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const { code, reason, cause } = toExtractionError(error);
  sendMessage(toBytes({ kind: 'failed', code, reason, cause: describe(cause).slice(0, MAX_CAUSE_CHARACTERS) }));
}

const toBytes = (message: ChildMessage) => Buffer.from(JSON.stringify(message));

/** The cause as text, because an error object cannot be sent as JSON. */
function describe(cause: unknown): string {
  if (cause === undefined) return '';
  return cause instanceof Error ? `${cause.name}: ${cause.message}\n${cause.stack ?? ''}` : inspect(cause);
}

function throttle(report: (done: number, total: number | null) => void): typeof report {
  let lastReport = -Infinity;
  return (done, total) => {
    if (done !== total && performance.now() - lastReport < PROGRESS_INTERVAL_MS) return;
    lastReport = performance.now();
    report(done, total);
  };
}
