import { FILE_NAME_CUT, MAX_FILE_BYTES } from '../../../../../api/contract/limits.ts';
import type { ProgressItem, ProgressStatus } from './fileProgress.state.ts';

const ended: readonly ProgressStatus[] = ['complete', 'error'];

/** Percent of a whole: the share of completed files and the partial progress of running ones, at most 100. */
export function overallProgress(items: readonly Pick<ProgressItem, 'progress' | 'status'>[]): number {
  if (items.length === 0) return 0;
  const done = items.reduce((sum, { progress, status }) => {
    if (status === 'complete') return sum + 100;
    return status === 'error' ? sum : sum + progress;
  }, 0);
  return Math.min(100, Math.floor(done / items.length));
}

/** Whether this window still has bytes to send, or files to hand over; reading them goes on without it. */
export function isUploading(items: readonly Pick<ProgressItem, 'status'>[]): boolean {
  return items.some(({ status }) => status === 'waiting' || status === 'uploading' || status === 'deleting');
}

/** What is neither complete nor failed. */
export function runningOf<Item extends Pick<ProgressItem, 'status'>>(items: readonly Item[]): Item[] {
  return items.filter(({ status }) => !ended.includes(status));
}

export function isRunning(items: readonly Pick<ProgressItem, 'status'>[]): boolean {
  return runningOf(items).length > 0;
}

/** A file's name, cut after 25 characters. */
export function cutName(name: string): string {
  const characters = [...name];
  return characters.length > FILE_NAME_CUT ? `${characters.slice(0, FILE_NAME_CUT).join('')}…` : name;
}

const EXTENSIONS = ['pdf', 'docx', 'pptx', 'txt'];

/** Value of the `accept` of a file input. */
export const corpusAccept = EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** Why a file of this computer cannot join a corpus; `null` where it can. */
export function refusalOf(file: Pick<File, 'name' | 'size'>): 'type' | 'size' | null {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!EXTENSIONS.includes(extension)) return 'type';
  return file.size > MAX_FILE_BYTES ? 'size' : null;
}

/** Files whose name holds a search, in any case of letters. */
export function filterByName<File extends { name: string }>(files: readonly File[], search: string): File[] {
  const words = search.trim().toLowerCase();
  return files.filter(({ name }) => name.toLowerCase().includes(words));
}
