import { isAvaError } from '../../../../../api/contract/errors.ts';
import { isImage } from '../../../../../api/contract/fileTypes.ts';
import type { JobStatus } from '../../../../../api/contract/runs.ts';
import { logFailure } from '../../../state/log.ts';
import { getPendingBytes, deletePendingBytes } from './pendingBytes.ts';
import { waitForExtraction, UnreadableFileError, uploadFile } from './extraction.ts';
import { fileTexts } from '../files.texts.ts';
import type { ChatFile, FileProgress } from '../files.state.ts';
import type { FileAnnouncement } from './fileToasts.ts';
import { compressImage, readImage } from '../images/imageContent.ts';

type ReportProgress = (progress: FileProgress) => void;

/**
 * Processes a file from its current state to `ready` or `failed` and reports each step. Does not throw. Ends silently
 * after an abort. If the session has expired, the file waits for the next sign-in.
 */
export async function processFile(
  file: ChatFile,
  signal: AbortSignal,
  report: ReportProgress,
  announcement: FileAnnouncement,
): Promise<void> {
  if (isImage(file.fileType)) return processImage(file, signal, report, announcement);
  return processDocument(file, signal, report, announcement);
}

async function processImage(
  file: ChatFile,
  signal: AbortSignal,
  report: ReportProgress,
  announcement: FileAnnouncement,
): Promise<void> {
  const original = getPendingBytes(file.id);
  if (!original) {
    announcement.fail(fileTexts.imageFailed);
    return report(interruptedUpload);
  }
  report({ state: 'compressing' });
  try {
    const content = await readImage(await compressImage(original, file.fileType), file.fileType);
    if (signal.aborted) return;
    deletePendingBytes(file.id);
    report({ state: 'ready', content });
    announcement.succeed();
  } catch (cause) {
    if (signal.aborted) return;
    logFailure('failed to decode image', cause);
    announcement.fail(fileTexts.imageFailed);
    report({ state: 'failed', reason: fileTexts.imageFailed, retry: false });
  }
}

async function processDocument(
  file: ChatFile,
  signal: AbortSignal,
  report: ReportProgress,
  announcement: FileAnnouncement,
): Promise<void> {
  let jobId = getJobId(file);
  try {
    const job = (jobId ??= await upload(file.id, signal, report));
    if (file.state !== 'reading') report({ state: 'waiting', jobId: job });
    const content = await waitForExtraction(job, signal, (status) => report(toProgress(job, status)));
    deletePendingBytes(file.id);
    report({ state: 'ready', content });
    announcement.succeed(content.usedOcr);
  } catch (cause) {
    if (signal.aborted) return;
    if (isAvaError(cause) && cause.code === 'not_signed_in') {
      announcement.pause();
      if (jobId === null) report({ state: 'waiting' });
      return;
    }
    logFailure('failed to process file', cause);
    const reason = toReason(cause);
    announcement.fail(fileTexts.failed(file.name, reason));
    report({ state: 'failed', reason, retry: getPendingBytes(file.id) !== null });
  }
}

/** Id of the server's job for an uploaded file. */
function getJobId(file: ChatFile): string | null {
  return file.state === 'reading' || file.state === 'waiting' ? (file.jobId ?? null) : null;
}

function toProgress(jobId: string, { stage, pctProgress }: JobStatus): FileProgress {
  return stage === 'waiting' ? { state: 'waiting', jobId } : { state: 'reading', jobId, percent: pctProgress };
}

const interruptedUpload: FileProgress = { state: 'failed', reason: fileTexts.interrupted, retry: false };

async function upload(id: string, signal: AbortSignal, report: ReportProgress): Promise<string> {
  const file = getPendingBytes(id);
  if (!file) throw new UnreadableFileError(fileTexts.interrupted);
  report({ state: 'uploading' });
  return uploadFile(file, signal);
}

function toReason(cause: unknown): string {
  if (cause instanceof UnreadableFileError) return cause.message;
  return isAvaError(cause) ? cause.detail : '';
}
