import { createContext, useContext } from 'react';
import type { Citation } from '#contract/runs/answerEvents.ts';

const Citations = createContext<readonly Citation[]>([]);

/** Gives the sources of an answer to the components in it. */
export const CitationsProvider = Citations.Provider;

/** Returns the source with this number in the surrounding answer; `null` if there is none. */
export function useCitation(number: number): Citation | null {
  return useContext(Citations).find((citation) => citation.number === number) ?? null;
}
