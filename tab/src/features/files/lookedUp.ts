import { proxy, useSnapshot } from 'valtio';

/** Ids of the files that are too long to be sent, by chat. AVA looks things up in them. */
export const lookedUpFiles = proxy<Record<string, readonly string[]>>({});

/** Whether AVA looks things up in a file instead of sending it. */
export function useLookedUp(fileId: string | undefined): boolean {
  return Object.values(useSnapshot(lookedUpFiles)).some((ids) => fileId !== undefined && ids.includes(fileId));
}
