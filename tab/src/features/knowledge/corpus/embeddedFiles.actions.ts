import { isAvaError } from '#contract/errors.ts';
import { getEmbeddedFiles } from '#contract/sites/corpusFiles.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { embeddedFiles } from './embeddedFiles.state.ts';

/** Loads the files of a corpus. A loaded list stays visible while it reloads. */
export async function loadEmbeddedFiles(siteId: string): Promise<void> {
  if (embeddedFiles[siteId]?.name !== 'ready') embeddedFiles[siteId] = { name: 'loading' };
  try {
    const { files } = await api.call(getEmbeddedFiles, { site_id: siteId });
    embeddedFiles[siteId] = { name: 'ready', files };
  } catch (cause) {
    logFailure(knowledgeTexts.corpus.filesFailed, cause);
    const lost = isAvaError(cause) && cause.status < 500;
    // Files that the person can no longer see must not stay on screen.
    if (lost || embeddedFiles[siteId]?.name !== 'ready') {
      embeddedFiles[siteId] = { name: 'failed', detail: knowledgeTexts.corpus.filesFailed };
    }
  }
}

/** Removes a deleted file from the list. */
export function removeEmbeddedFile(siteId: string, fileId: string): void {
  const list = embeddedFiles[siteId];
  if (list?.name === 'ready') list.files = list.files.filter((file) => file.DataSourceId !== fileId);
}
