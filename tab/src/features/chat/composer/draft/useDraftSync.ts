import { useEffect } from 'react';
import { getOwnedKey } from '../../../../state/storageOwner.ts';
import { reloadStoredDraft, saveDraftsNow } from './draft.actions.ts';
import { getDraftKey } from './draft.storage.ts';

/**
 * Saves the draft of a chat when the page closes and keeps a person's windows in sync: the focused window writes, the
 * others reload.
 */
export function useDraftSync(chatId: string): void {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === getOwnedKey(getDraftKey(chatId)) && !document.hasFocus()) reloadStoredDraft(chatId);
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
