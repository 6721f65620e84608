import { AvaError, isAvaError } from '../../../../../api/contract/errors.ts';
import { startFileText } from '../../../../../api/contract/files.ts';
import { STATUS_POLL_MS } from '../../../../../api/contract/limits.ts';
import { getStatus, type FileText, type JobStatus } from '../../../../../api/contract/runs.ts';
import { api } from '../../../api.ts';
import { fileTexts } from '../files.texts.ts';
import type { TextContent } from '../files.state.ts';

const UPLOAD_ATTEMPTS = 3;
const DEFAULT_WAIT_S = 5;
/** Polls that may fail one after another, a second apart, before a job is given up: a restart takes less. */
const FAILED_POLLS = 60;

/** Thrown when the server could not read a file; the message is the reason as a person may read it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Sends a file to be read; waits and tries again while the person has too much under way. Returns the job's id. */
export async function uploadFile(file: File, signal: AbortSignal): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await api.upload(startFileText, { file_name: file.name }, file, { signal })).job_id;
    } catch (error) {
      const busy = isAvaError(error) && error.code === 'too_many_requests' && attempt < UPLOAD_ATTEMPTS;
      if (!busy) throw error;
      await pause((error.retryAfter ?? DEFAULT_WAIT_S) * 1_000, signal);
    }
  }
}

/**
 * Asks every second how far a job has come, until it ends. A lost connection is asked over; a job that failed throws
 * `UnreadableFile` with its reason.
 */
export async function followExtraction(
  jobId: string,
  signal: AbortSignal,
  onProgress: (status: JobStatus) => void,
): Promise<TextContent> {
  let failures = 0;
  for (;;) {
    const status = await askStatus(jobId, signal).catch((error: unknown) => {
      failures += 1;
      if (signal.aborted || isFinal(error) || failures > FAILED_POLLS) throw error;
      return null;
    });
    if (status) failures = 0;
    if (status?.status === 'COMPLETED') return contentOf(status.result);
    if (status?.status === 'FAILURE') throw new UnreadableFile(status.error ?? fileTexts.taskFailed);
    if (status) onProgress(status);
    await pause(STATUS_POLL_MS, signal);
  }
}

function askStatus(jobId: string, signal: AbortSignal): Promise<JobStatus> {
  return api.call(getStatus, { jobId }, { signal });
}

/** Whether asking again cannot help: the answer came, and it was no. */
function isFinal(error: unknown): boolean {
  return isAvaError(error) && error.status < 500 && error.code !== 'too_many_requests';
}

function contentOf(result: FileText | null): TextContent {
  if (!result) throw new AvaError('unexpected');
  const bytes = new TextEncoder().encode(result.content).length;
  return { kind: 'text', fileId: result.file_id, tokens: result.tokens, bytes };
}

/** Waits `ms`; rejects with the signal's reason when it is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
