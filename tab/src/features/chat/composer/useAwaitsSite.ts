import { useSnapshot } from 'valtio';
import { searches, getSelectedSiteId } from '../../knowledge/siteSelection.state.ts';
import { getMode } from '../sending/request.ts';

/** Whether a search has no selected site; false in Chat. */
export function useAwaitsSite(chatId: string): boolean {
  const search = useSnapshot(searches)[chatId];
  return getMode(chatId) === 'ks' && getSelectedSiteId(search) === null;
}
