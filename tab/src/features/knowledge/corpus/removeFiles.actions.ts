import { isAvaError } from '../../../../../api/contract/errors.ts';
import { deleteEmbeddedFile, type EmbeddedFile } from '../../../../../api/contract/corpusFiles.ts';
import { api } from '../../../api.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { logFailure } from '../../../state/log.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { overallProgress, runningOf } from './corpusFiles.rules.ts';
import { workOf, type ProgressItem } from './fileProgress.state.ts';
import { forgetEmbedded, loadEmbedded } from './embeddedFiles.actions.ts';

const DELETING_PERCENT = 50;
const words = knowledgeTexts.corpus;

type Removable = Pick<EmbeddedFile, 'DataSourceId' | 'DataSourceName'>;

/** Takes files out of a corpus, one after the other; those that could not be taken out are named in the toast. */
export async function removeFromCorpus(siteId: string, files: readonly Removable[]): Promise<void> {
  if (files.length === 0) return;
  const work = workOf(siteId);
  work.items = [...runningOf(work.items), ...files.map(itemOf)];
  const ids = new Set(files.map((file) => file.DataSourceId));
  const items = work.items.filter((item) => ids.has(item.fileId));
  const toast = showToast('processing', words.deleting(items.length, 0));
  let unexpected = false;
  for (const item of items) {
    const cause = await removeOne(siteId, item);
    unexpected ||= cause !== null && !isAvaError(cause);
    toast.update('processing', words.deleting(items.length, overallProgress(items)));
  }
  const failed = items.filter((item) => item.status === 'error').map((item) => item.fileName);
  if (unexpected) toast.update('error', words.deleteUnexpected);
  else if (failed.length > 0) toast.update('error', words.deleteFailed(failed));
  else toast.update('success', words.deleted(items.length));
  await loadEmbedded(siteId);
}

/** Returns what went wrong, `null` where nothing did. */
async function removeOne(siteId: string, item: ProgressItem): Promise<unknown> {
  Object.assign(item, { status: 'deleting', progress: DELETING_PERCENT, stage: words.stages.deleting });
  try {
    await api.call(deleteEmbeddedFile, { datasource_id: item.fileId, site_id: siteId });
    Object.assign(item, { status: 'complete', progress: 100, stage: words.stages.complete });
    forgetEmbedded(siteId, item.fileId);
    return null;
  } catch (cause) {
    logFailure('Failed to delete embedded file', cause);
    const reason = isAvaError(cause) ? cause.detail : words.deleteUnexpected;
    Object.assign(item, { status: 'error', stage: reason, reason });
    return cause;
  }
}

function itemOf({ DataSourceId, DataSourceName }: Removable): ProgressItem {
  const start = { progress: 0, status: 'waiting', stage: words.stages.waiting, reason: '' } as const;
  return { fileId: DataSourceId, fileName: DataSourceName, ...start };
}
