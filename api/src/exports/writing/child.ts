/** The process that writes one document. Its first line is an outcome; the bytes of the document follow. */
import { writeSync } from 'node:fs';
import { isAvaError } from '../../../contract/errors.ts';
import { startWatchdog } from '../../../platform/childProcess/startWatchdog.ts';
import { OUTPUT_FD, type WriteOutcome, type WriteRequest } from './messages.ts';
import { writeDocument } from './writeDocument.ts';
import { writers } from './writers.ts';

const chunks: Buffer[] = [];
process.stdin.on('data', (chunk: Buffer) => {
  chunks.push(chunk);
  if (chunk.at(-1) === 0x0a) void handle(JSON.parse(Buffer.concat(chunks).toString('utf8')) as WriteRequest);
});
// The parent keeps its end of the pipe open while it is alive.
process.stdin.on('close', () => process.exit());
process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);

async function handle({ document, format, limits }: WriteRequest): Promise<void> {
  try {
    await Promise.all([startWatchdog(limits.memoryBytes, limits.timeMs), writers[format]()]);
    const { bytes, missing } = await writeDocument(document, format);
    send({ code: null, missing: [...missing] }, bytes);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (isAvaError(error)) send({ code: error.code, cause: '' });
  else send({ code: 'not_exportable', cause: cause.slice(0, 2_000) });
}

function send(outcome: WriteOutcome, bytes: Uint8Array = new Uint8Array()): void {
  const output = Buffer.concat([Buffer.from(`${JSON.stringify(outcome)}\n`), bytes]);
  for (let offset = 0; offset < output.length;) offset += writeSync(OUTPUT_FD, output, offset);
  process.exit();
}
