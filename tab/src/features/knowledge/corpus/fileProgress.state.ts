import { proxy } from 'valtio';

/** State of a file that is added to or removed from a corpus. */
export type ProgressStatus = 'waiting' | 'uploading' | 'embedding' | 'deleting' | 'complete' | 'error';

export interface ProgressItem {
  fileId: string;
  fileName: string;
  /** Percent. */
  progress: number;
  status: ProgressStatus;
  /** Label of the current step. */
  stage: string;
  /** Why it failed; empty otherwise. */
  reason: string;
}

/** Progress of files by site id. It continues while no dialog is open. */
export const fileProgress = proxy<Record<string, { items: ProgressItem[] }>>({});

export function getFileProgress(siteId: string): { items: ProgressItem[] } {
  fileProgress[siteId] ??= { items: [] };
  return fileProgress[siteId];
}

/** Removes complete and failed files from the list. */
export function clearEndedItems(siteId: string): void {
  const work = fileProgress[siteId];
  if (work) work.items = work.items.filter(({ status }) => status !== 'complete' && status !== 'error');
}
