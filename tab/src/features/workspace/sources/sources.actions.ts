import { fileTypeOf } from '#contract/files/fileTypes.ts';
import { startFileTextFromUrl } from '#contract/files/files.ts';
import { getSourceSites, searchSource, type SourceEntry } from '#contract/files/sources.ts';
import { api } from '#tab/api.ts';
import { openLink } from '#tab/shell/openLink.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { addFiles } from '#tab/features/files/files.actions.ts';
import { toRow } from '#tab/features/files/sources/sources.rules.ts';
import { waitForExtraction } from '#tab/features/files/upload/extraction.ts';
import { openInViewer } from '#tab/features/workspace/viewer/viewer.actions.ts';
import type { Found, FoundSite, SourceName } from './sources.rules.ts';

/** Finds what a person can read in Microsoft 365: at most 20 hits of one source. */
export async function findInSource(source: SourceName, text: string, signal: AbortSignal): Promise<Found[]> {
  if (source === 'sites') {
    const { sites } = await api.call(getSourceSites, { search: text }, { signal });
    return sites.map(({ id, name, link }) => ({ kind: 'site', id, name, link }));
  }
  const { entries } = await api.call(searchSource, { source, text }, { signal });
  return entries.filter((entry) => entry.kind !== 'folder');
}

/** Opens a file in the viewer once its text is read; a message or a site where it is. */
export async function openFound(found: Found): Promise<void> {
  if (found.kind === 'site') return openLink(found.link);
  if (found.kind !== 'file') return openLink(found.webUrl);
  try {
    const { job_id } = await api.call(startFileTextFromUrl, { file_url: found.url, file_name: found.name });
    const { fileId } = await waitForExtraction(job_id, new AbortController().signal, () => undefined);
    await openInViewer({ fileId, fileName: found.name, fileType: fileTypeOf(found.mimeType, found.name) });
  } catch (cause) {
    logFailure(texts.workspace.unreadable, cause);
    showToast('error', texts.workspace.unreadable);
  }
}

/** Attaches a file or the text of a message to the draft of a chat. */
export function attachFound(chatId: string, found: Exclude<Found, FoundSite>): void {
  const { target } = toRow(found as SourceEntry);
  if (target.kind === 'attach') addFiles(chatId, [target.file]);
  else if (target.kind === 'disabled') showToast('error', target.reason);
}
