import { isAvaError } from '../../../../../api/contract/errors.ts';
import { STATUS_POLL_MS } from '../../../../../api/contract/limits.ts';
import { getStatus } from '../../../../../api/contract/runs.ts';
import { startEmbedding, uploadSiteFile, type CandidateFile } from '../../../../../api/contract/corpusFiles.ts';
import type { Site } from '../../../../../api/contract/sites.ts';
import { api } from '../../../api.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { logFailure } from '../../../state/log.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { overallProgress, runningOf } from './corpusFiles.rules.ts';
import { workOf, type ProgressItem } from './fileProgress.state.ts';
import { loadEmbedded } from './embeddedFiles.actions.ts';
import { inLanes, patiently, pause } from './concurrency.ts';

/** A file chosen for a corpus: one that lies in its library, or one of this computer. */
export type Chosen = { from: 'site'; file: CandidateFile } | { from: 'computer'; id: string; file: File };

/** The corpus files go into. */
export type Corpus = Pick<Site, 'SiteId' | 'SiteLink' | 'CorpusConfig'>;

interface Source {
  id: string;
  link: string;
}

/** Files on their way at once; the server takes eight jobs of a person. */
const LANES = 3;
const UPLOADED_PERCENT = 5;
const METADATA_PERCENT = 10;
const EMBEDDING_PERCENT = 15;
/** Status calls that may fail in a row before a job counts as lost. */
const LOST_AFTER = 10;

const words = knowledgeTexts.corpus;

/**
 * Adds files to a corpus, each through its stages, with one toast for all of them. Resolves when the last one is through;
 * the files that failed are named in the toast and stay in the list with their reasons.
 */
export async function addToCorpus(corpus: Corpus, picked: readonly Chosen[]): Promise<void> {
  const work = workOf(corpus.SiteId);
  const running = runningOf(work.items);
  const chosen = picked.filter((each) => running.every((item) => item.fileId !== idOf(each)));
  if (chosen.length === 0) return;
  work.items = [...running, ...chosen.map(itemOf)];
  const ids = new Set(chosen.map(idOf));
  const items = work.items.filter((item) => ids.has(item.fileId));
  const toast = showToast('processing', progressWords(items));
  await inLanes(LANES, chosen, async (each, at) => {
    const item = items[at];
    if (item) await addOne(corpus, each, item, () => toast.update('processing', progressWords(items)));
  });
  const failed = items.filter((item) => item.status === 'error').map((item) => item.fileName);
  if (failed.length > 0) toast.update('error', words.failed(failed));
  else toast.update('success', doneWords(items));
  await loadEmbedded(corpus.SiteId);
}

async function addOne(corpus: Corpus, chosen: Chosen, item: ProgressItem, report: () => void): Promise<void> {
  const reach = (status: ProgressItem['status'], progress: number, stage: string) => {
    Object.assign(item, { status, progress, stage });
    report();
  };
  try {
    reach('uploading', 0, words.stages.uploading);
    const source = chosen.from === 'site' ? sourceOf(chosen.file) : await upload(corpus, chosen.file);
    reach('uploading', UPLOADED_PERCENT, words.stages.metadata);
    const job = await patiently(() => api.call(startEmbedding, askFor(corpus, source, item.fileName)));
    reach('uploading', METADATA_PERCENT, words.stages.metadata);
    reach('embedding', EMBEDDING_PERCENT, words.stages.embedding);
    await watch(job.job_id, (percent) => reach('embedding', percent, words.stages.embedding));
    reach('complete', 100, words.stages.complete);
  } catch (cause) {
    logFailure(words.uploadFailed, cause);
    item.reason = reasonOf(cause);
    reach('error', item.progress, item.reason);
  }
}

/** A file whose content cannot be told from an older one's cannot be followed. */
function sourceOf({ id, etag, webUrl }: CandidateFile): Source {
  if (id === '' || !etag) throw new Error(words.uploadFailed);
  return { id, link: webUrl };
}

async function upload({ SiteId }: Corpus, file: File): Promise<Source> {
  const ask = { site_id: SiteId, file_name: file.name };
  const { datasource_id, link } = await patiently(() => api.upload(uploadSiteFile, ask, file));
  if (datasource_id === '') throw new Error(words.uploadFailed);
  return { id: datasource_id, link };
}

function askFor({ SiteId, SiteLink, CorpusConfig }: Corpus, { id, link }: Source, name: string) {
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

/** Asks each second how far a job is. Throws what made it fail. */
async function watch(jobId: string, reach: (percent: number) => void): Promise<void> {
  for (let lost = 0; ;) {
    await pause(STATUS_POLL_MS);
    try {
      const { status, pctProgress, error } = await api.call(getStatus, { jobId });
      lost = 0;
      if (status === 'COMPLETED') return;
      if (status === 'FAILURE') throw new Error(error ?? words.taskFailed);
      reach(Math.min(99, Math.max(EMBEDDING_PERCENT, Math.floor(pctProgress))));
    } catch (cause) {
      lost += 1;
      const passing = isAvaError(cause) && (cause.status >= 500 || cause.code === 'too_many_requests');
      if (!passing || lost >= LOST_AFTER) throw cause;
    }
  }
}

function idOf(chosen: Chosen): string {
  return chosen.from === 'site' ? chosen.file.id : chosen.id;
}

function itemOf(chosen: Chosen): ProgressItem {
  const start = { progress: 0, status: 'waiting', stage: words.stages.waiting, reason: '' } as const;
  return { fileId: idOf(chosen), fileName: chosen.file.name, ...start };
}

function reasonOf(cause: unknown): string {
  if (isAvaError(cause)) return cause.detail;
  return cause instanceof Error ? cause.message : words.taskFailed;
}

function progressWords(items: readonly ProgressItem[]): string {
  const percent = overallProgress(items);
  const [only] = items;
  if (items.length === 1 && only) return words.processing(only.fileName, percent);
  return words.processingMany(items.length, percent);
}

function doneWords(items: readonly ProgressItem[]): string {
  const [only] = items;
  return items.length === 1 && only ? words.processed(only.fileName) : words.processedMany(items.length);
}
