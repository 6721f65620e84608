import { createContext, useContext } from 'react';
import type { Citation } from '../../../../../api/contract/runs.ts';

const Citations = createContext<readonly Citation[]>([]);

/** The sources of the answer below. */
export const CitationsProvider = Citations.Provider;

/** The source of a number in the answer above; `null` where it has none. */
export function useCitation(number: number): Citation | null {
  return useContext(Citations).find((each) => each.number === number) ?? null;
}
