import { isAvaError } from '#contract/errors.ts';
import { deleteEmbeddedFile, type EmbeddedFile } from '#contract/sites/corpusFiles.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { overallProgress, getRunningItems } from './corpusFiles.rules.ts';
import { getFileProgress, type ProgressItem } from './fileProgress.state.ts';
import { removeEmbeddedFile, loadEmbeddedFiles } from './embeddedFiles.actions.ts';

const DELETING_PERCENT = 50;
const texts = knowledgeTexts.corpus;

type RemovableFile = Pick<EmbeddedFile, 'DataSourceId' | 'DataSourceName'>;

/** Removes files from a corpus one after the other; files that failed are named in the toast. */
export async function removeFilesFromCorpus(siteId: string, files: readonly RemovableFile[]): Promise<void> {
  if (files.length === 0) return;
  const work = getFileProgress(siteId);
  work.items = [...getRunningItems(work.items), ...files.map(toProgressItem)];
  const ids = new Set(files.map((file) => file.DataSourceId));
  const items = work.items.filter((item) => ids.has(item.fileId));
  const toast = showToast('processing', texts.deleting(items.length, 0));
  let unexpected = false;
  for (const item of items) {
    const cause = await removeFile(siteId, item);
    unexpected ||= cause !== null && !isAvaError(cause);
    toast.update('processing', texts.deleting(items.length, overallProgress(items)));
  }
  const failed = items.filter((item) => item.status === 'error').map((item) => item.fileName);
  if (unexpected) toast.update('error', texts.deleteUnexpected);
  else if (failed.length > 0) toast.update('error', texts.deleteFailed(failed));
  else toast.update('success', texts.deleted(items.length));
  await loadEmbeddedFiles(siteId);
}

/** Returns the error, or `null` on success. */
async function removeFile(siteId: string, item: ProgressItem): Promise<unknown> {
  Object.assign(item, { status: 'deleting', progress: DELETING_PERCENT, stage: texts.stages.deleting });
  try {
    await api.call(deleteEmbeddedFile, { datasource_id: item.fileId, site_id: siteId });
    Object.assign(item, { status: 'complete', progress: 100, stage: texts.stages.complete });
    removeEmbeddedFile(siteId, item.fileId);
    return null;
  } catch (cause) {
    logFailure('Failed to delete embedded file', cause);
    const reason = isAvaError(cause) ? cause.detail : texts.deleteUnexpected;
    Object.assign(item, { status: 'error', stage: reason, reason });
    return cause;
  }
}

function toProgressItem({ DataSourceId, DataSourceName }: RemovableFile): ProgressItem {
  const start = { progress: 0, status: 'waiting', stage: texts.stages.waiting, reason: '' } as const;
  return { fileId: DataSourceId, fileName: DataSourceName, ...start };
}
