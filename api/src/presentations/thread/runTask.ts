import { Worker } from 'node:worker_threads';
import { AvaError, type ErrorCode } from '../../../contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '../../../contract/limits.ts';
import { findProgram } from '../../../platform/childProcess/bundledProgram.ts';
import { createFairSemaphore } from '../../../platform/fairSemaphore.ts';
import { refuseTemplate, templateErrors } from '../template/templateErrors.ts';
import type { Tasks } from './tasks.ts';

/** Tasks of this process at the same time; the last slot is for a person who has none. */
const MAX_THREADS = 3;
/** A call has to answer before its client gives up. */
const MAX_TIME_MS = REQUEST_TIMEOUT_MS * 0.8;
/** Megabytes. The parts of a template can have 100, and their XML takes several times as much as a tree. */
const MAX_HEAP_MB = 768;

const program = findProgram('presentations');
const slots = createFairSemaphore(MAX_THREADS);

type Reply<N extends keyof Tasks> = { result: ReturnType<Tasks[N]> } | { error: { code: ErrorCode; detail: string } };

/**
 * Runs a task in a separate thread, within limits of time and memory.
 * @throws AvaError unreadable_file with the reason; the reason of an aborted signal
 */
export async function runTask<N extends keyof Tasks>(
  name: N,
  input: Parameters<Tasks[N]>[0],
  { owner, signal }: { owner: string; signal?: AbortSignal },
): Promise<ReturnType<Tasks[N]>> {
  const release = await slots.acquire(owner, signal);
  try {
    return await performTask(name, input, signal);
  } finally {
    release();
  }
}

async function performTask<N extends keyof Tasks>(
  name: N,
  input: Parameters<Tasks[N]>[0],
  signal: AbortSignal = new AbortController().signal,
): Promise<ReturnType<Tasks[N]>> {
  const worker = new Worker(program, {
    workerData: { name, input },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  let leave = () => undefined as void;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(refuseTemplate(templateErrors.tooLarge, 'time limit')), MAX_TIME_MS);
      leave = () => reject(signal.reason as Error);
      worker.once('message', (reply: Reply<N>) => {
        if ('result' in reply) resolve(reply.result);
        else reject(new AvaError(reply.error.code, { detail: reply.error.detail }));
      });
      // Also thrown for memory: the thread ends, the process does not.
      worker.once('error', (cause: unknown) =>
        reject(refuseTemplate(isOutOfMemory(cause) ? templateErrors.tooLarge : templateErrors.damaged, cause)),
      );
      signal.addEventListener('abort', leave, { once: true });
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
    await worker.terminate();
  }
}

function isOutOfMemory(cause: unknown): boolean {
  return (cause as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
