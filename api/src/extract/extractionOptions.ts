import type { Limits } from './limits.ts';

export interface ExtractionProgress {
  /** Pages, or another unit of the format. */
  done: number;
  total: number | null;
  stage: 'waiting' | 'opening' | 'reading';
}

export interface ExtractionOptions {
  /** The person who waits. Extractions without an owner count as those of one person. */
  owner?: string;
  /** Kills the child process; the call rejects with `canceled`. */
  signal?: AbortSignal;
  /** Called about ten times a second at most. */
  onProgress?: (progress: ExtractionProgress) => void;
  limits?: Partial<Limits>;
}
