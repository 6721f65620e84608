import { createContext, useContext, type ReactNode } from 'react';

/** Pieces of other features that App hands to the frame, so that no feature imports another one's components. */
export interface Slots {
  workspace: ReactNode;
  /** A link that opens the help pages. */
  helpLink: ReactNode;
  /** Where a search that has no entries yet chooses its site. */
  sitePanel: ReactNode;
  /** Which site a search with entries asks. */
  siteLine: ReactNode;
}

const SlotsContext = createContext<Slots>({
  workspace: null,
  helpLink: null,
  sitePanel: null,
  siteLine: null,
});

export const SlotsProvider = SlotsContext.Provider;

export function useSlots(): Slots {
  return useContext(SlotsContext);
}
