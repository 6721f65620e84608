import { createContext, useContext } from 'react';
import type { Citation } from '../../../../../api/contract/runs.ts';

const Citations = createContext<readonly Citation[]>([]);

/** Sources of the answer that contains a component. */
export const CitationsProvider = Citations.Provider;

/** Returns the source with this number in the surrounding answer; `null` without one. */
export function useCitation(number: number): Citation | null {
  return useContext(Citations).find((citation) => citation.number === number) ?? null;
}
