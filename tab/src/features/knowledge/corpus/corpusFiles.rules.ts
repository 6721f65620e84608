import { isAcceptedInCorpus } from '#contract/files/fileTypes.ts';
import { FILE_NAME_CUT, MAX_FILE_BYTES } from '#contract/limits.ts';
import type { Site } from '#contract/sites/sites.ts';
import type { ProgressItem, ProgressStatus } from './fileProgress.state.ts';

const endStatuses: readonly ProgressStatus[] = ['complete', 'error'];

/** Overall percentage: completed files plus the partial progress of running ones, at most 100. */
export function overallProgress(items: readonly Pick<ProgressItem, 'progress' | 'status'>[]): number {
  if (items.length === 0) return 0;
  const completed = items.reduce((sum, { progress, status }) => {
    if (status === 'complete') return sum + 100;
    return status === 'error' ? sum : sum + progress;
  }, 0);
  return Math.min(100, Math.floor(completed / items.length));
}

/**
 * Whether this window still has files to upload, submit or remove. Submitted files are processed without the window.
 */
export function isUploading(items: readonly Pick<ProgressItem, 'status'>[]): boolean {
  return items.some(({ status }) => status === 'waiting' || status === 'uploading' || status === 'deleting');
}

/** Items that are neither complete nor failed. */
export function getRunningItems<Item extends Pick<ProgressItem, 'status'>>(items: readonly Item[]): Item[] {
  return items.filter(({ status }) => !endStatuses.includes(status));
}

export function isRunning(items: readonly Pick<ProgressItem, 'status'>[]): boolean {
  return getRunningItems(items).length > 0;
}

/** Truncates a file name after 25 characters. */
export function truncateEnd(name: string): string {
  const characters = [...name];
  return characters.length > FILE_NAME_CUT ? `${characters.slice(0, FILE_NAME_CUT).join('')}…` : name;
}

/** Returns why a file cannot be added to a corpus; `null` when it can. */
export function getCorpusRejection(file: Pick<File, 'name' | 'size'>): 'type' | 'size' | null {
  if (!isAcceptedInCorpus(file.name)) return 'type';
  return file.size > MAX_FILE_BYTES ? 'size' : null;
}

/** Whether files can be uploaded to the corpus: a list has items, but no library for files. */
export function takesUploads({ CorpusConfig }: Pick<Site, 'CorpusConfig'>): boolean {
  return CorpusConfig.list_id === '';
}

/** Returns files whose name contains a search, ignoring case. */
export function filterByName<File extends { name: string }>(files: readonly File[], search: string): File[] {
  const term = search.trim().toLowerCase();
  return files.filter(({ name }) => name.toLowerCase().includes(term));
}
