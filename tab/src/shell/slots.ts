import { createContext, useContext, type ReactNode } from 'react';

/** Pieces of other features that App hands to the frame, so that no feature imports another one's components. */
export interface Slots {
  workspace: ReactNode;
  /** A link that opens the help pages. */
  helpLink: ReactNode;
}

const SlotsContext = createContext<Slots>({ workspace: null, helpLink: null });

export const SlotsProvider = SlotsContext.Provider;

export function useSlots(): Slots {
  return useContext(SlotsContext);
}
