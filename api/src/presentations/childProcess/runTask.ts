import { deserialize, serialize } from 'node:v8';
import { AvaError, type ErrorCode } from '#contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { ProgramFailure, runProgram, type ProgramLimits } from '#platform/childProcess/runProgram.ts';
import { createFairSemaphore } from '#platform/fairSemaphore.ts';
import { refuseTemplate, templateErrors } from '#api/presentations/template/templateErrors.ts';
import type { Tasks } from './tasks.ts';

/** Sent by the parent, in V8's format, because it contains bytes. */
export interface TaskRequest {
  name: keyof Tasks;
  input: unknown;
  limits: ProgramLimits;
}

/** Sent by the child in the same format. */
export type Reply = { result: unknown } | { error: { code: ErrorCode; detail: string } } | { failure: string };

const MB = 1024 * 1024;
/** Tasks of this process at the same time; the last slot is for a person who has none. */
const MAX_CONCURRENT_TASKS = 3;
const limits: ProgramLimits = {
  // A call has to answer before its client gives up.
  timeMs: REQUEST_TIMEOUT_MS * 0.8,
  // The parts of a template can have 100 MB, and their XML takes several times as much as a tree.
  memoryBytes: 1_024 * MB,
  outputBytes: 200 * MB,
};

const sentences: Record<ProgramFailure['reason'], string> = {
  too_slow: templateErrors.tooLarge,
  too_much_memory: templateErrors.tooLarge,
  too_much_output: templateErrors.tooLarge,
  interrupted: templateErrors.interrupted,
  ended: templateErrors.damaged,
};

const slots = createFairSemaphore(MAX_CONCURRENT_TASKS);

/**
 * Runs a task in a child process, within limits of time and memory.
 * @throws AvaError unreadable_file with the reason; the reason of an aborted signal
 */
export async function runTask<N extends keyof Tasks>(
  name: N,
  input: Parameters<Tasks[N]>[0],
  { owner, signal }: { owner: string; signal?: AbortSignal },
): Promise<ReturnType<Tasks[N]>> {
  const release = await slots.acquire(owner, signal);
  try {
    const request = serialize({ name, input, limits } satisfies TaskRequest);
    const { result } = await runProgram({ program: 'presentations', request, limits, signal }, readReply);
    return result as ReturnType<Tasks[N]>;
  } catch (error) {
    throw error instanceof ProgramFailure ? refuseTemplate(sentences[error.reason], error) : error;
  } finally {
    release();
  }
}

function readReply(message: Buffer): { result: unknown } {
  const reply = deserialize(message) as Reply;
  if ('result' in reply) return reply;
  if ('failure' in reply) throw refuseTemplate(templateErrors.damaged, reply.failure);
  throw new AvaError(reply.error.code, { detail: reply.error.detail });
}
