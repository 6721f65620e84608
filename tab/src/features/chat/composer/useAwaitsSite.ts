import { useSnapshot } from 'valtio';
import { searches, siteIdOf } from '../../knowledge/siteSelection.state.ts';
import { modeOf } from '../request.ts';

/** Whether a search has no site to ask yet; never so in Chat. */
export function useAwaitsSite(chatId: string): boolean {
  const search = useSnapshot(searches)[chatId];
  return modeOf(chatId) === 'ks' && siteIdOf(search) === null;
}
