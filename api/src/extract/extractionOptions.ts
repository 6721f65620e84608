import type { Limits } from './limits.ts';

export interface ExtractionProgress {
  /** Pages, or whatever the format counts. */
  done: number;
  total: number | null;
  stage: 'waiting' | 'opening' | 'reading';
}

export interface ExtractionOptions {
  /** Person whose turn this is; extractions without an owner share one turn. */
  owner?: string;
  /** Kills the child process; the call rejects with `cancelled`. */
  signal?: AbortSignal;
  /** Called at most about ten times a second. */
  onProgress?: (progress: ExtractionProgress) => void;
  limits?: Partial<Limits>;
}
