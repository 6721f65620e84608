import { proxy } from 'valtio';
import type { EmbeddedFile } from '#contract/sites/corpusFiles.ts';

export type EmbeddedFileList =
  { name: 'loading' } | { name: 'ready'; files: EmbeddedFile[] } | { name: 'failed'; detail: string };

/**
 * Readable files of each corpus by site id. Kept in memory only: a stored file name would outlive the right to see it.
 */
export const embeddedFiles = proxy<Record<string, EmbeddedFileList>>({});
