import { isAvaError } from '../../../../../api/contract/errors.ts';
import { isImage } from '../../../../../api/contract/fileTypes.ts';
import type { JobStatus } from '../../../../../api/contract/runs.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { logFailure } from '../../../state/log.ts';
import { bytesOf, forgetBytes } from './fileBytes.ts';
import { followExtraction, UnreadableFile, uploadFile } from './extraction.ts';
import { cutName } from '../files.rules.ts';
import { fileTexts } from '../files.texts.ts';
import type { ChatFile, FileProgress } from '../files.state.ts';
import { compressImage, readImage } from '../images/imageContent.ts';

/** Characters of a name that a toast shows; the reason after it must stay in sight. */
const TOAST_NAME_CUT = 60;

type Report = (progress: FileProgress) => void;

/**
 * Brings one file from wherever it stands to ready or failed, and reports each step. It does not throw. When `signal`
 * is aborted it ends without a word; when the session has expired the file waits for the next sign-in.
 */
export async function processFile(file: ChatFile, signal: AbortSignal, report: Report): Promise<void> {
  if (isImage(file.fileType)) return processImage(file, signal, report);
  return processDocument(file, signal, report);
}

async function processImage(file: ChatFile, signal: AbortSignal, report: Report): Promise<void> {
  const original = bytesOf(file.id);
  if (!original) return report(lost);
  report({ state: 'compressing' });
  try {
    const content = await readImage(await compressImage(original, file.fileType), file.fileType);
    if (signal.aborted) return;
    forgetBytes(file.id);
    report({ state: 'ready', content });
  } catch (cause) {
    if (signal.aborted) return;
    logFailure('An image could not be read.', cause);
    showToast('error', fileTexts.imageFailed);
    report({ state: 'failed', reason: fileTexts.imageFailed, retry: false });
  }
}

async function processDocument(file: ChatFile, signal: AbortSignal, report: Report): Promise<void> {
  const name = cutName(file.name, TOAST_NAME_CUT);
  const toast = showToast('processing', fileTexts.processing(name));
  let jobId = jobOf(file);
  try {
    const job = (jobId ??= await upload(file.id, signal, report));
    if (file.state !== 'reading') report({ state: 'waiting', jobId: job });
    const content = await followExtraction(job, signal, (status) => report(progressOf(job, status)));
    forgetBytes(file.id);
    report({ state: 'ready', content });
    toast.update('success', fileTexts.processed(name));
  } catch (cause) {
    if (signal.aborted) return toast.close();
    if (isAvaError(cause) && cause.code === 'not_signed_in') {
      toast.close();
      if (jobId === null) report({ state: 'waiting' });
      return;
    }
    logFailure('A file could not be processed.', cause);
    const reason = reasonOf(cause);
    toast.update('error', fileTexts.failed(name, reason));
    report({ state: 'failed', reason, retry: bytesOf(file.id) !== null });
  }
}

/** The server's job for a file that has arrived there. */
function jobOf(file: ChatFile): string | null {
  return file.state === 'reading' || file.state === 'waiting' ? (file.jobId ?? null) : null;
}

function progressOf(jobId: string, { stage, pctProgress }: JobStatus): FileProgress {
  return stage === 'waiting' ? { state: 'waiting', jobId } : { state: 'reading', jobId, percent: pctProgress };
}

const lost: FileProgress = { state: 'failed', reason: fileTexts.interrupted, retry: false };

async function upload(id: string, signal: AbortSignal, report: Report): Promise<string> {
  const file = bytesOf(id);
  if (!file) throw new UnreadableFile(fileTexts.interrupted);
  report({ state: 'uploading' });
  return uploadFile(file, signal);
}

function reasonOf(cause: unknown): string {
  if (cause instanceof UnreadableFile) return cause.message;
  return isAvaError(cause) ? cause.detail : '';
}
