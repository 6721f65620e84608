/** The process that reads the tables of one file and runs one statement over them. */
import { readFile, stat } from 'node:fs/promises';
import { receiveRequest, sendMessage } from '#platform/childProcess/parentPipes.ts';
import { startWatchdog } from '#platform/childProcess/startWatchdog.ts';
import { ExtractionError, toExtractionError } from '#api/extract/errors.ts';
import { detectFileType } from '#api/extract/formats/detectFileType.ts';
import type { QueryReply, QueryRequest } from './messages.ts';
import { queryTables } from './queryTables.ts';

const MAX_CAUSE_CHARACTERS = 2_000;

process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);
void receiveRequest().then((request) => handle(JSON.parse(request.toString('utf8')) as QueryRequest));

async function handle({ file, limits, sql }: QueryRequest): Promise<void> {
  try {
    await startWatchdog(limits.memoryBytes, limits.timeMs);
    const { size } = await stat(file.path);
    if (size > limits.fileBytes) throw new ExtractionError('too_big_inside', { cause: `${size} bytes` });
    const bytes = await readFile(file.path);
    send(queryTables(bytes, await detectFileType(bytes, file, limits), limits, sql));
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const { code, reason, cause } = toExtractionError(error);
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? '');
  send({ kind: 'failed', code, reason, cause: text.slice(0, MAX_CAUSE_CHARACTERS) });
}

const send = (reply: QueryReply) => sendMessage(Buffer.from(JSON.stringify(reply)));
