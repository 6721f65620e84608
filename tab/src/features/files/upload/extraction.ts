import { AvaError, isAvaError } from '#contract/errors.ts';
import { startFileText } from '#contract/files/files.ts';
import { isPartlyRead } from '#contract/files/unread.ts';
import { STATUS_POLL_MS } from '#contract/limits.ts';
import { getStatus, type FileText, type JobStatus } from '#contract/runs/jobs.ts';
import { api } from '#tab/api.ts';
import { pause, retryWhenBusy } from '#tab/retry.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';
import type { TextContent } from '#tab/features/files/files.state.ts';

const UPLOAD_ATTEMPTS = 3;
const DEFAULT_WAIT_S = 5;
/** Consecutive failed polls, one a second, before the job counts as lost. A restart of the server takes less. */
const MAX_FAILED_POLLS = 60;

/** Thrown when the server could not read a file. The message is shown to the person. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFile';
}

/** Uploads a file for text extraction, with retries while the person has too many uploads. Returns the job's id. */
export async function uploadFile(
  file: File,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<string> {
  const upload = () => api.upload(startFileText, { file_name: file.name }, file, { signal, onProgress });
  return (await retryWhenBusy(upload, { attempts: UPLOAD_ATTEMPTS, defaultWaitS: DEFAULT_WAIT_S, signal })).job_id;
}

/**
 * Polls a job every second until it ends. A failed connection is retried; a failed job throws `UnreadableFileError`
 * with its reason.
 */
export async function waitForExtraction(
  jobId: string,
  signal: AbortSignal,
  onProgress: (status: JobStatus) => void,
): Promise<TextContent> {
  let failures = 0;
  for (;;) {
    const status = await fetchStatus(jobId, signal).catch((error: unknown) => {
      failures += 1;
      if (signal.aborted || isPermanent(error) || failures > MAX_FAILED_POLLS) throw error;
      return null;
    });
    if (status) failures = 0;
    if (status?.status === 'COMPLETED') return toTextContent(status.result);
    if (status?.status === 'FAILURE') throw new UnreadableFileError(status.error ?? fileTexts.taskFailed);
    if (status) onProgress(status);
    await pause(STATUS_POLL_MS, signal);
  }
}

function fetchStatus(jobId: string, signal: AbortSignal): Promise<JobStatus> {
  return api.call(getStatus, { jobId }, { signal });
}

/** Whether a retry cannot succeed, because the server rejected the request. */
function isPermanent(error: unknown): boolean {
  return isAvaError(error) && error.status < 500 && error.code !== 'too_many_requests';
}

function toTextContent(result: FileText | null): TextContent {
  if (!result) throw new AvaError('unexpected');
  const bytes = new TextEncoder().encode(result.message).length;
  const { usedOcr, parts, unread = [] } = result.extraction;
  const isNameless = parts.length > 0 && parts.every(({ location }) => location.kind === 'time' && !location.speaker);
  const warning = result.extraction.warning ?? (isNameless ? fileTexts.speakersHidden : undefined);
  return {
    kind: 'text',
    fileId: result.file_id,
    tokens: result.tokens,
    bytes,
    usedOcr,
    isPartlyRead: isPartlyRead(unread),
    ...(warning && { warning }),
  };
}
