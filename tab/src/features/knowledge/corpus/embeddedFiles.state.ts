import { proxy } from 'valtio';
import type { EmbeddedFile } from '../../../../../api/contract/corpusFiles.ts';

export type Embedded =
  { name: 'loading' } | { name: 'ready'; files: EmbeddedFile[] } | { name: 'failed'; detail: string };

/**
 * The files of each corpus as far as the person may read them, by the site's id. Kept in memory alone: a name that the
 * browser stored would outlive the right to see it.
 */
export const embedded = proxy<Record<string, Embedded>>({});
