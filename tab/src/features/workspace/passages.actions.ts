import { getSimilarityResults, type SimilarPassage } from '../../../../api/contract/search.ts';
import { api } from '../../api.ts';
import { openWorkspace } from '../../shell/layout/layout.actions.ts';
import { found } from './passages.state.ts';

/** How many passages are shown at first, and with each further step. */
export const PASSAGES_STEP = 20;

export interface Passages {
  results: SimilarPassage[];
  total: number;
}

/** Shows what was found for an answer. */
export function showFound(messageId: string): void {
  found.messageId = messageId;
  openWorkspace('Search');
}

/**
 * What was found for an answer, closest first, as far as the person may read it now.
 * @param end how many
 * @param delta how many neighbouring passages with each
 */
export function fetchPassages(
  messageId: string,
  { end, delta }: { end: number; delta: number },
  signal: AbortSignal,
): Promise<Passages> {
  return api.call(getSimilarityResults, { id: messageId, start: 0, end, delta }, { signal });
}
