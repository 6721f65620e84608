/** The process that writes one document. It sends an outcome, then the bytes of the document. */
import { isAvaError } from '#contract/errors.ts';
import { receiveRequest, sendMessage } from '#platform/childProcess/parentPipes.ts';
import { startWatchdog } from '#platform/childProcess/startWatchdog.ts';
import type { WriteOutcome, WriteRequest } from './messages.ts';
import { writeDocument } from './writeDocument.ts';
import { writers } from './writers.ts';

process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);
void receiveRequest().then((request) => handle(JSON.parse(request.toString('utf8')) as WriteRequest));

async function handle({ document, format, limits }: WriteRequest): Promise<void> {
  try {
    await Promise.all([startWatchdog(limits.memoryBytes, limits.timeMs), writers[format]()]);
    const { bytes, missing, lacksTemplate } = await writeDocument(document, format);
    sendOutcome({ code: null, missing: [...missing], lacksTemplate });
    sendMessage(bytes);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (isAvaError(error)) sendOutcome({ code: error.code, cause: '' });
  else sendOutcome({ code: 'not_exportable', cause: cause.slice(0, 2_000) });
}

function sendOutcome(outcome: WriteOutcome): void {
  sendMessage(Buffer.from(JSON.stringify(outcome)));
}
