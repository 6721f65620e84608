import { getSimilarityResults, type SimilarPassage } from '#contract/sites/search.ts';
import { api } from '#tab/api.ts';
import { openWorkspace } from '#tab/shell/layout/layout.actions.ts';
import { shownPassages } from './passages.state.ts';

/** Number of passages that are shown at first, and that Show more adds. */
export const PASSAGES_STEP = 20;

export interface Passages {
  results: SimilarPassage[];
  total: number;
}

/** Opens the Search tab with the passages of an answer. */
export function showPassages(messageId: string): void {
  shownPassages.messageId = messageId;
  openWorkspace('Search');
}

/**
 * Fetches the passages of an answer that the person can read now, the best first.
 * @param end number of passages
 * @param delta number of neighboring passages around each one
 */
export function fetchPassages(
  messageId: string,
  { end, delta }: { end: number; delta: number },
  signal: AbortSignal,
): Promise<Passages> {
  return api.call(getSimilarityResults, { id: messageId, start: 0, end, delta }, { signal });
}
