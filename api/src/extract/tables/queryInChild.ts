import { resolve } from 'node:path';
import { createFairSemaphore } from '#platform/fairSemaphore.ts';
import { ProgramFailure, runProgram } from '#platform/childProcess/runProgram.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import { defaultLimits, type Limits } from '#api/extract/limits.ts';
import { areTables, MAX_TABLES_BYTES, packRequest, QueryReply, type QueryRequest } from './messages.ts';

/** A model waits for the result, and its calls have 60 s together. */
const TIME_MS = 40_000;
/** Bytes of a reply. */
const OUTPUT_BYTES = 4 * 1024 * 1024;
const MAX_CONCURRENT_QUERIES = 2;

const reasons = {
  too_slow: 'The calculation took too long. A simpler statement or a smaller file can be calculated with.',
  too_much_memory: 'The calculation needs too much memory. A simpler statement or a smaller file needs less.',
  too_much_output: 'The calculation has too large a result.',
  interrupted: 'The calculation was interrupted. Please try again.',
  ended: 'The file could not be calculated with.',
} as const;

const slots = createFairSemaphore(MAX_CONCURRENT_QUERIES);

interface QueryOptions {
  owner: string;
  signal?: AbortSignal;
  limits?: Partial<Limits>;
  /** Called with the tables of a file that was read; they can be passed to the next call instead of the file. */
  onTables?: (tables: Buffer) => void;
}

/**
 * Describes the tables of a workbook or CSV file, or runs a statement over them, in a child process that can read only this
 * file, or nothing if it gets the tables that an earlier call has read.
 * @throws ExtractionError and no other error, except the reason of an aborted signal
 */
export async function queryInChild(
  { file, sql, tables = null }: Omit<QueryRequest, 'limits'> & { tables?: Buffer | null },
  { owner, signal, limits: changed, onTables }: QueryOptions,
): Promise<Exclude<QueryReply, { kind: 'failed' }>> {
  const release = await slots.acquire(owner, signal);
  const limits = { ...defaultLimits, timeMs: TIME_MS, outputBytes: OUTPUT_BYTES + MAX_TABLES_BYTES, ...changed };
  const request = packRequest({ file, limits, sql }, tables);
  const readablePaths = file ? [resolve(file.path)] : [];
  try {
    return await runProgram({ program: 'tables', request, limits, readablePaths, signal }, (bytes) => {
      if (areTables(bytes)) return void onTables?.(bytes);
      const reply = parseReply(bytes);
      if (reply.kind !== 'failed') return reply;
      throw new ExtractionError(reply.code, { reason: reply.reason, cause: reply.cause });
    });
  } catch (error) {
    if (!(error instanceof ProgramFailure)) throw error;
    const code = error.reason === 'too_slow' || error.reason === 'too_much_memory' ? error.reason : 'broken';
    const retryable = error.reason === 'interrupted';
    throw new ExtractionError(code, { reason: reasons[error.reason], cause: error, retryable });
  } finally {
    release();
  }
}

function parseReply(bytes: Buffer): QueryReply {
  try {
    if (bytes.length > OUTPUT_BYTES) throw new Error(`a reply has ${bytes.length} bytes`);
    return QueryReply.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new ExtractionError('broken', { cause });
  }
}
