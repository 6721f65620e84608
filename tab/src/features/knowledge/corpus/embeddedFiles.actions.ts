import { isAvaError } from '../../../../../api/contract/errors.ts';
import { getEmbeddedFiles } from '../../../../../api/contract/corpusFiles.ts';
import { api } from '../../../api.ts';
import { logFailure } from '../../../state/log.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { embedded } from './embeddedFiles.state.ts';

/** Fetches which files a corpus has. A list that is there stays while it is fetched anew. */
export async function loadEmbedded(siteId: string): Promise<void> {
  if (embedded[siteId]?.name !== 'ready') embedded[siteId] = { name: 'loading' };
  try {
    const { files } = await api.call(getEmbeddedFiles, { site_id: siteId });
    embedded[siteId] = { name: 'ready', files };
  } catch (cause) {
    logFailure(knowledgeTexts.corpus.filesFailed, cause);
    const lost = isAvaError(cause) && cause.status < 500;
    // What a person may not see any more is not shown any more.
    if (lost || embedded[siteId]?.name !== 'ready') {
      embedded[siteId] = { name: 'failed', detail: knowledgeTexts.corpus.filesFailed };
    }
  }
}

/** Takes a file that was removed out of the list. */
export function forgetEmbedded(siteId: string, fileId: string): void {
  const list = embedded[siteId];
  if (list?.name === 'ready') list.files = list.files.filter((file) => file.DataSourceId !== fileId);
}
