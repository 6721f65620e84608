import { isAvaError } from '#contract/errors.ts';
import { isImage } from '#contract/files/fileTypes.ts';
import type { JobStatus } from '#contract/runs/jobs.ts';
import { logFailure } from '#tab/state/log.ts';
import { getPendingBytes, deletePendingBytes, setPendingBytes } from './pendingBytes.ts';
import { fetchSourceImage, startFromSource } from '#tab/features/files/sources/startFromSource.ts';
import { waitForExtraction, UnreadableFileError, uploadFile } from './extraction.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';
import type { ChatFile, FileProgress } from '#tab/features/files/files.state.ts';
import type { FileAnnouncement } from './fileToasts.ts';
import { compressImage, readImage } from '#tab/features/files/images/imageContent.ts';

type ReportProgress = (progress: FileProgress) => void;

/**
 * Processes a file from its current state to `ready` or `failed` and reports each step. Does not throw. Ends silently
 * after an abort. If the session has expired, the file waits for the next sign-in.
 * @param uploadsImages whether an image is uploaded like any other file, because no message carries it
 */
export async function processFile(
  file: ChatFile,
  signal: AbortSignal,
  report: ReportProgress,
  announcement: FileAnnouncement,
  uploadsImages = false,
): Promise<void> {
  if (isImage(file.fileType) && !uploadsImages) return processImage(file, signal, report, announcement);
  return processDocument(file, signal, report, announcement);
}

async function processImage(
  file: ChatFile,
  signal: AbortSignal,
  report: ReportProgress,
  announcement: FileAnnouncement,
): Promise<void> {
  if (!getPendingBytes(file.id) && !file.source) {
    announcement.fail(fileTexts.imageFailed);
    return report(interruptedUpload);
  }
  try {
    const original = getPendingBytes(file.id) ?? (await fetchImage(file, signal, report));
    report({ state: 'compressing' });
    const content = await readImage(await compressImage(original, file.fileType), file.fileType);
    if (signal.aborted) return;
    deletePendingBytes(file.id);
    report({ state: 'ready', content });
    announcement.succeed();
  } catch (cause) {
    if (signal.aborted) return;
    if (isSignedOut(cause)) {
      announcement.pause();
      return report({ state: 'waiting' });
    }
    logFailure(fileTexts.contentFailed, cause);
    // A failed download has its own reason.
    const reason = isAvaError(cause) ? toReason(cause) : fileTexts.imageFailed;
    announcement.fail(reason);
    report({ state: 'failed', reason, retry: isAvaError(cause) });
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
    const job = (jobId ??= await upload(file, signal, report));
    if (file.state !== 'reading') report({ state: 'waiting', jobId: job });
    const content = await waitForExtraction(job, signal, (status) => report(toProgress(job, status)));
    deletePendingBytes(file.id);
    report({ state: 'ready', content });
    announcement.succeed(content.usedOcr);
  } catch (cause) {
    if (signal.aborted) return;
    if (isSignedOut(cause)) {
      announcement.pause();
      if (jobId === null) report({ state: 'waiting' });
      return;
    }
    logFailure(file.fileType === 'PPTX' ? fileTexts.slidesFailed : fileTexts.textFailed, cause);
    const reason = toReason(cause);
    announcement.fail(fileTexts.failed(file.name, reason));
    report({ state: 'failed', reason, retry: file.source !== undefined || getPendingBytes(file.id) !== null });
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

async function upload(file: ChatFile, signal: AbortSignal, report: ReportProgress): Promise<string> {
  const { id, name, source, fileType } = file;
  const bytes = getPendingBytes(id);
  if (!bytes && !source) throw new UnreadableFileError(fileTexts.interrupted);
  report({ state: 'uploading' });
  const send = (sent: File) => uploadFile(sent, signal, (percent) => report({ state: 'uploading', percent }));
  if (isImage(fileType)) {
    const small = await compressImage(bytes ?? (await fetchImage(file, signal, report)), fileType);
    return send(new File([small], name, { type: small.type }));
  }
  return source ? startFromSource(source, name, signal) : send(bytes!);
}

/** Fetches an image of Microsoft 365. */
async function fetchImage({ id, name, source }: ChatFile, signal: AbortSignal, report: ReportProgress): Promise<File> {
  if (source?.kind !== 'file') throw new Error('only a file of a drive can be an image');
  report({ state: 'uploading' });
  const file = await fetchSourceImage(source.url, name, '', signal);
  setPendingBytes(id, file);
  return file;
}

function isSignedOut(cause: unknown): boolean {
  return isAvaError(cause) && cause.code === 'not_signed_in';
}

function toReason(cause: unknown): string {
  if (cause instanceof UnreadableFileError) return cause.message;
  if (!navigator.onLine) return fileTexts.offline;
  return isAvaError(cause) ? cause.detail : '';
}
