import { createContext, useContext, type ReactNode } from 'react';

/** Components that App passes to the screens, so that no feature imports another feature's components. */
export interface Slots {
  workspace: ReactNode;
  /** A link that opens the help pages. */
  helpLink: ReactNode;
  /** The same link within a line of text. */
  inlineHelpLink: ReactNode;
  /** Site picker of a search without entries. */
  sitePanel: ReactNode;
  /** Bar with the selected site of a search with entries. */
  siteBar: ReactNode;
  /** Output of the task's steps in the workspace; null while the screen has no task. */
  taskOutput?: ReactNode;
}

const SlotsContext = createContext<Slots>({
  workspace: null,
  helpLink: null,
  inlineHelpLink: null,
  sitePanel: null,
  siteBar: null,
});

export const SlotsProvider = SlotsContext.Provider;

export function useSlots(): Slots {
  return useContext(SlotsContext);
}
