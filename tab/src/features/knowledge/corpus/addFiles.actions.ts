import { isAvaError } from '#contract/errors.ts';
import { STATUS_POLL_MS } from '#contract/limits.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import { startEmbedding, uploadSiteFile, type CandidateFile } from '#contract/sites/corpusFiles.ts';
import { getMeetingTranscript } from '#contract/files/meetings.ts';
import type { Site } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { pause, retryWhenBusy } from '#tab/retry.ts';
import { openDialog } from '#tab/shell/dialogs.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { overallProgress, getRunningItems } from './corpusFiles.rules.ts';
import { getFileProgress, type ProgressItem } from './fileProgress.state.ts';
import { loadEmbeddedFiles } from './embeddedFiles.actions.ts';

/** A file to add to a corpus: from the site's library, from this computer, or a transcript, whose id is the file's. */
export type SelectedFile =
  | { from: 'site'; file: CandidateFile }
  | { from: 'computer'; id: string; file: File }
  | { from: 'meeting'; meetingId: string; file: { id: string; name: string } };

/** The corpus that files are added to. */
export type Corpus = Pick<Site, 'SiteId' | 'SiteLink' | 'CorpusConfig'>;

interface Source {
  id: string;
  link: string;
}

/** Files processed at the same time; the server accepts eight jobs per person. */
const MAX_CONCURRENT_FILES = 3;
const UPLOADED_PERCENT = 5;
const METADATA_PERCENT = 10;
const EMBEDDING_PERCENT = 15;
/** Consecutive failed status calls after which a job counts as lost. */
const MAX_FAILED_POLLS = 10;

const BUSY_RETRY = { attempts: 30, defaultWaitS: 2 };

const texts = knowledgeTexts.corpus;

/**
 * Adds files to a corpus and shows one toast for all. Resolves after the last file. Failed files are named in the toast
 * and keep their reason in the list.
 */
export async function addFilesToCorpus(corpus: Corpus, picked: readonly SelectedFile[]): Promise<void> {
  const work = getFileProgress(corpus.SiteId);
  const running = getRunningItems(work.items);
  const selected = picked.filter((file) => running.every((item) => item.fileId !== getFileId(file)));
  if (selected.length === 0) return;
  work.items = [...running, ...selected.map(toProgressItem)];
  const ids = new Set(selected.map(getFileId));
  const items = work.items.filter((item) => ids.has(item.fileId));
  const action = {
    label: texts.background.show,
    run: () => openDialog({ name: 'corpusFiles', siteId: corpus.SiteId }),
  };
  const toast = showToast('processing', getProgressMessage(items), { action });
  await forEachConcurrent(MAX_CONCURRENT_FILES, selected, async (file, index) => {
    const item = items[index];
    if (item)
      await addFile(corpus, file, item, () => toast.update('processing', getProgressMessage(items), { action }));
  });
  const failed = items.filter((item) => item.status === 'error').map((item) => item.fileName);
  if (failed.length > 0)
    toast.update('error', texts.failed(failed), { action: { ...action, label: texts.background.details } });
  else toast.update('success', getSuccessMessage(items));
  await loadEmbeddedFiles(corpus.SiteId);
}

async function addFile(corpus: Corpus, chosen: SelectedFile, item: ProgressItem, report: () => void): Promise<void> {
  const setStep = (status: ProgressItem['status'], progress: number, stage: string) => {
    Object.assign(item, { status, progress, stage });
    report();
  };
  try {
    setStep('uploading', 0, texts.stages.uploading);
    const source = await getSource(corpus, chosen);
    setStep('uploading', UPLOADED_PERCENT, texts.stages.metadata);
    const job = await retryWhenBusy(
      () => api.call(startEmbedding, toEmbeddingRequest(corpus, source, item.fileName)),
      BUSY_RETRY,
    );
    setStep('uploading', METADATA_PERCENT, texts.stages.metadata);
    setStep('embedding', EMBEDDING_PERCENT, texts.stages.embedding);
    await waitForEmbedding(job.job_id, (percent) => setStep('embedding', percent, texts.stages.embedding));
    setStep('complete', 100, texts.stages.complete);
  } catch (cause) {
    logFailure(texts.uploadFailed, cause);
    item.reason = toReason(cause);
    setStep('error', item.progress, item.reason);
  }
}

/** The file in the library, where those of other sources are uploaded first. */
async function getSource(corpus: Corpus, chosen: SelectedFile): Promise<Source> {
  if (chosen.from === 'site') return toSource(chosen.file);
  if (chosen.from === 'computer') return upload(corpus, chosen.file);
  const { meetingId: meeting_id, file } = chosen;
  const { transcript } = await api.call(getMeetingTranscript, { meeting_id, transcript_id: file.id });
  return upload(corpus, new File([transcript], file.name, { type: 'text/plain' }));
}

/** Rejects a file without an etag, because a later change of the file could not be recognized. */
function toSource({ id, etag, webUrl }: CandidateFile): Source {
  if (id === '' || !etag) throw new Error(texts.uploadFailed);
  return { id, link: webUrl };
}

async function upload({ SiteId }: Corpus, file: File): Promise<Source> {
  const input = { site_id: SiteId, file_name: file.name };
  const { datasource_id, link } = await retryWhenBusy(() => api.upload(uploadSiteFile, input, file), BUSY_RETRY);
  if (datasource_id === '') throw new Error(texts.uploadFailed);
  return { id: datasource_id, link };
}

function toEmbeddingRequest({ SiteId, SiteLink, CorpusConfig }: Corpus, { id, link }: Source, name: string) {
  return {
    datasourceId: id,
    datasourceName: name,
    siteLink: SiteLink,
    fileLink: link,
    parentLibraryName: CorpusConfig.document_library_name,
    siteId: SiteId,
    documentLibraryId: CorpusConfig.document_library_id,
  };
}

/** Polls a job every second until it ends. Throws the reason when it fails. */
async function waitForEmbedding(jobId: string, onProgress: (percent: number) => void): Promise<void> {
  for (let failures = 0; ;) {
    await pause(STATUS_POLL_MS);
    try {
      const { status, pctProgress, error } = await api.call(getStatus, { jobId });
      failures = 0;
      if (status === 'COMPLETED') return;
      if (status === 'FAILURE') throw new Error(error ?? texts.taskFailed);
      onProgress(Math.min(99, Math.max(EMBEDDING_PERCENT, Math.floor(pctProgress))));
    } catch (cause) {
      failures += 1;
      const isTransient = isAvaError(cause) && (cause.status >= 500 || cause.code === 'too_many_requests');
      if (!isTransient || failures >= MAX_FAILED_POLLS) throw cause;
    }
  }
}

function getFileId(chosen: SelectedFile): string {
  return chosen.from === 'computer' ? chosen.id : chosen.file.id;
}

function toProgressItem(chosen: SelectedFile): ProgressItem {
  const start = { progress: 0, status: 'waiting', stage: texts.stages.waiting, reason: '' } as const;
  return { fileId: getFileId(chosen), fileName: chosen.file.name, ...start };
}

function toReason(cause: unknown): string {
  if (isAvaError(cause)) return cause.detail;
  return cause instanceof Error ? cause.message : texts.taskFailed;
}

function getProgressMessage(items: readonly ProgressItem[]): string {
  const percent = overallProgress(items);
  const [only] = items;
  if (items.length === 1 && only) return texts.processing(only.fileName, percent);
  return texts.processingMany(items.length, percent);
}

function getSuccessMessage(items: readonly ProgressItem[]): string {
  const [only] = items;
  return items.length === 1 && only ? texts.processed(only.fileName) : texts.processedMany(items.length);
}

/** Runs `act` for each item in order, at most `limit` at a time. */
async function forEachConcurrent<Item>(
  limit: number,
  items: readonly Item[],
  act: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  async function work(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      await act(items[index] as Item, index);
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
}
