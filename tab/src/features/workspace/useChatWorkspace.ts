import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { chats } from '../chat/chat.state.ts';
import { forgetOpenDocuments } from './viewer/openDocument.actions.ts';
import { forgetSynced } from './workspace.sync.ts';
import { refreshWorkspace, saveNow, switchWorkspace } from './workspace.actions.ts';

/** Switches the workspace with the open conversation, and saves changes when the page is hidden. Gets those of other devices when it is shown. */
export function useChatWorkspace(): void {
  const { openId, metadata } = useSnapshot(chats);
  const chat = metadata.find((item) => item.ConversationId === openId);
  const id = chat?.WorkspaceId ?? openId;
  useEffect(() => switchWorkspace(id), [id]);
  useEffect(
    () => () => {
      forgetSynced();
      forgetOpenDocuments();
    },
    [],
  );
  useEffect(() => {
    const save = () => {
      void (document.visibilityState === 'hidden' ? saveNow() : refreshWorkspace());
    };
    document.addEventListener('visibilitychange', save);
    window.addEventListener('focus', save);
    return () => {
      document.removeEventListener('visibilitychange', save);
      window.removeEventListener('focus', save);
    };
  }, []);
}
