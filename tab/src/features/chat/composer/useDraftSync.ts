import { useEffect } from 'react';
import { ownedKey } from '../../../state/storageOwner.ts';
import { adoptStoredDraft, saveDraftsNow } from './draft.actions.ts';
import { draftKey } from './draft.storage.ts';

/**
 * Keeps the draft of a chat written down when the page goes away, and the same in all windows of a person: the one in
 * use writes, the others follow, so that none overwrites what another has.
 */
export function useDraftSync(chatId: string): void {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === ownedKey(draftKey(chatId)) && !document.hasFocus()) adoptStoredDraft(chatId);
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('pagehide', saveDraftsNow);
    document.addEventListener('visibilitychange', saveDraftsNow);
    return () => {
      saveDraftsNow();
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pagehide', saveDraftsNow);
      document.removeEventListener('visibilitychange', saveDraftsNow);
    };
  }, [chatId]);
}
