import { resolve } from 'node:path';
import type { Extraction, TextPart } from '#contract/files/locations.ts';
import { ProgramFailure, runProgram } from '#platform/childProcess/runProgram.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { ExtractionOptions } from '#api/extract/extractionOptions.ts';
import { ChildMessage, type ReadRequest } from './messages.ts';

/** Allowed on top of the output limit for the child's last message, its error. */
const LAST_MESSAGE_BYTES = 64 * 1024;
const INTERRUPTED = 'Reading the file was interrupted. Please try again.';

/** Extracts one file in a child process. */
export async function readInChild(request: ReadRequest, options: ExtractionOptions): Promise<Extraction> {
  const { file, limits } = request;
  const { signal, onProgress } = options;
  onProgress?.({ done: 0, total: null, stage: 'opening' });
  const run = {
    program: 'reader',
    request: Buffer.from(JSON.stringify(request)),
    limits: { ...limits, outputBytes: limits.outputBytes + LAST_MESSAGE_BYTES },
    readablePaths: [file.path, ...(limits.ocr.folder === null ? [] : [limits.ocr.folder])].map((path) => resolve(path)),
    yields: true,
    signal,
  } as const;
  const parts: TextPart[] = [];
  try {
    return await runProgram(run, (bytes) => {
      const message = parseMessage(bytes);
      switch (message.kind) {
        case 'progress':
          onProgress?.({ done: message.done, total: message.total, stage: 'reading' });
          return undefined;
        case 'part':
          if (parts.length >= limits.parts) throw new ExtractionError('too_big_inside');
          parts.push(message.part);
          return undefined;
        case 'failed':
          throw new ExtractionError(message.code, { reason: message.reason, cause: message.cause });
        case 'done': {
          const { kind: _, ...summary } = message;
          return { ...summary, parts };
        }
      }
    });
  } catch (error) {
    if (error instanceof ExtractionError) throw error;
    throw error instanceof ProgramFailure
      ? toExtractionError(error)
      : new ExtractionError('canceled', { cause: error });
  }
}

function parseMessage(bytes: Buffer): ChildMessage {
  try {
    return ChildMessage.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new ExtractionError('broken', { cause });
  }
}

function toExtractionError({ reason, cause }: ProgramFailure): ExtractionError {
  switch (reason) {
    case 'too_slow':
    case 'too_much_memory':
      return new ExtractionError(reason, { cause });
    case 'too_much_output':
      return new ExtractionError('too_big_inside', { cause });
    case 'interrupted':
      return new ExtractionError('broken', { reason: INTERRUPTED, cause, retryable: true });
    case 'ended':
      return new ExtractionError('broken', { cause });
  }
}
