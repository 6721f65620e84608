import { resolve } from 'node:path';
import { createFairSemaphore } from '#platform/fairSemaphore.ts';
import { ProgramFailure, runProgram } from '#platform/childProcess/runProgram.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import { defaultLimits, type Limits } from '#api/extract/limits.ts';
import { QueryReply, type QueryRequest } from './messages.ts';

/** A model waits for the result, and its calls have 60 s together. */
const TIME_MS = 40_000;
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

/**
 * Describes the tables of a workbook or CSV file, or runs a statement over them, in a child process that can read only this
 * file.
 * @throws ExtractionError and no other error, except the reason of an aborted signal
 */
export async function queryInChild(
  { file, sql }: Omit<QueryRequest, 'limits'>,
  { owner, signal, limits: changed }: { owner: string; signal?: AbortSignal; limits?: Partial<Limits> },
): Promise<Exclude<QueryReply, { kind: 'failed' }>> {
  const release = await slots.acquire(owner, signal);
  const limits = { ...defaultLimits, timeMs: TIME_MS, outputBytes: OUTPUT_BYTES, ...changed };
  const request = Buffer.from(JSON.stringify({ file, limits, sql } satisfies QueryRequest));
  const run = { program: 'tables', request, limits, readablePaths: [resolve(file.path)], signal } as const;
  try {
    return await runProgram(run, (bytes) => {
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
    return QueryReply.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new ExtractionError('broken', { cause });
  }
}
