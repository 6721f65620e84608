import { proxy } from 'valtio';

/** Where a file stands on its way into a corpus, or out of it. */
export type ProgressStatus = 'waiting' | 'uploading' | 'embedding' | 'deleting' | 'complete' | 'error';

export interface ProgressItem {
  fileId: string;
  fileName: string;
  /** Percent. */
  progress: number;
  status: ProgressStatus;
  /** The step in words. */
  stage: string;
  /** Why it failed; empty where it did not. */
  reason: string;
}

/** What is being done with the files of a corpus, by the site's id. It goes on while no dialog is open. */
export const corpusWork = proxy<Record<string, { items: ProgressItem[] }>>({});

export function workOf(siteId: string): { items: ProgressItem[] } {
  corpusWork[siteId] ??= { items: [] };
  return corpusWork[siteId];
}
