/** The process that reads the tables of one file and runs one statement over them. */
import { readFile, stat } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { receiveRequest, sendMessage } from '#platform/childProcess/parentPipes.ts';
import { startWatchdog } from '#platform/childProcess/startWatchdog.ts';
import { ExtractionError, toExtractionError } from '#api/extract/errors.ts';
import { detectFileType } from '#api/extract/formats/detectFileType.ts';
import { MAX_TABLES_BYTES, unpackRequest, type QueryReply, type QueryRequest } from './messages.ts';
import { queryTables, readFileTables } from './queryTables.ts';
import type { Table } from './readTable.ts';

const MAX_CAUSE_CHARACTERS = 2_000;
/** The least that a value takes: its kind and two bytes. */
const BYTES_PER_CELL = 3;

process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);
void receiveRequest().then((message) => {
  const { request, tables } = unpackRequest(message);
  return handle(request, tables);
});

async function handle({ file, limits, sql }: QueryRequest, known: Buffer | null): Promise<void> {
  try {
    await startWatchdog(limits.memoryBytes, limits.timeMs);
    const tables = known ? (deserialize(known) as Table[]) : await readTables(file, limits);
    send(queryTables(tables, sql));
  } catch (error) {
    fail(error);
  }
}

/** Reads the tables of the file, and sends them to the parent, so that the next call need not read the file. */
async function readTables(file: QueryRequest['file'], limits: QueryRequest['limits']): Promise<Table[]> {
  if (!file) throw new Error('there is neither a file nor tables');
  const { size } = await stat(file.path);
  if (size > limits.fileBytes) throw new ExtractionError('too_big_inside', { cause: `${size} bytes` });
  const bytes = await readFile(file.path);
  const tables = readFileTables(bytes, await detectFileType(bytes, file, limits), limits);
  // Serializing needs memory, too.
  if (countCells(tables) > MAX_TABLES_BYTES / BYTES_PER_CELL) return tables;
  const serialized = serialize(tables);
  if (serialized.length <= MAX_TABLES_BYTES) sendMessage(serialized);
  return tables;
}

const countCells = (tables: readonly Table[]) =>
  tables.reduce((sum, { columns, rows }) => sum + columns.length * rows.length, 0);

function fail(error: unknown): void {
  const { code, reason, cause } = toExtractionError(error);
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? '');
  send({ kind: 'failed', code, reason, cause: text.slice(0, MAX_CAUSE_CHARACTERS) });
}

const send = (reply: QueryReply) => sendMessage(Buffer.from(JSON.stringify(reply)));
