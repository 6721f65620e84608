import { deserialize, serialize } from 'node:v8';
import { AvaError, type ErrorCode } from '#contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { ProgramFailure, runProgram, type ProgramLimits } from '#platform/childProcess/runProgram.ts';
import { createFairSemaphore } from '#platform/fairSemaphore.ts';
import {
  refuseTemplate,
  templateErrors,
  wordTemplateErrors,
  type TemplateErrors,
} from '#api/presentations/template/templateErrors.ts';
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
const defaultLimits: ProgramLimits = {
  // A call has to answer before its client gives up.
  timeMs: REQUEST_TIMEOUT_MS * 0.8,
  // The parts of a template can have 100 MB, and their XML takes several times as much memory once it is parsed.
  memoryBytes: 1_024 * MB,
  outputBytes: 200 * MB,
};

/**
 * Tasks that read only a template. The other tasks get a template that was cleaned before, so a failure is due to the
 * text.
 */
const templateTasks: Partial<Record<keyof Tasks, TemplateErrors>> = {
  clean: templateErrors,
  cleanWord: wordTemplateErrors,
  layouts: templateErrors,
  layoutDeck: templateErrors,
};

const slots = createFairSemaphore(MAX_CONCURRENT_TASKS);

/**
 * Runs a task in a child process, within limits of time and memory.
 * @throws AvaError unreadable_file with what is wrong with a template; export_too_large or not_exportable for a text; the
 * reason of an aborted signal
 */
export async function runTask<N extends keyof Tasks>(
  name: N,
  input: Parameters<Tasks[N]>[0],
  { owner, signal, limits: changed }: { owner: string; signal?: AbortSignal; limits?: Partial<ProgramLimits> },
): Promise<ReturnType<Tasks[N]>> {
  const limits = { ...defaultLimits, ...changed };
  const release = await slots.acquire(owner, signal);
  try {
    const request = serialize({ name, input, limits } satisfies TaskRequest);
    const { result } = await runProgram({ program: 'presentations', request, limits, signal }, (message) =>
      readReply(name, message),
    );
    return result as ReturnType<Tasks[N]>;
  } catch (error) {
    throw error instanceof ProgramFailure ? toError(name, error.reason, error) : error;
  } finally {
    release();
  }
}

function toError(name: keyof Tasks, reason: ProgramFailure['reason'], cause: unknown): AvaError {
  const errors = templateTasks[name];
  if (reason === 'interrupted')
    return new AvaError(errors ? 'unreadable_file' : 'not_exportable', {
      detail: (errors ?? templateErrors).interrupted,
      cause,
    });
  const isTooLarge = reason !== 'ended';
  if (errors) return refuseTemplate(isTooLarge ? errors.tooLarge : errors.damaged, cause);
  return new AvaError(isTooLarge ? 'export_too_large' : 'not_exportable', { cause });
}

function readReply(name: keyof Tasks, message: Buffer): { result: unknown } {
  const reply = deserialize(message) as Reply;
  if ('result' in reply) return reply;
  if ('failure' in reply) throw toError(name, 'ended', reply.failure);
  throw new AvaError(reply.error.code, { detail: reply.error.detail });
}
