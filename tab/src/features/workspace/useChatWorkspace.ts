import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { chats } from '../chat/chat.state.ts';
import { saveNow, switchWorkspace } from './workspace.actions.ts';

/** Switches the workspace with the open conversation, and saves changes when the page is hidden. */
export function useChatWorkspace(): void {
  const { openId, metadata } = useSnapshot(chats);
  const chat = metadata.find((item) => item.ConversationId === openId);
  const id = chat?.WorkspaceId ?? openId;
  useEffect(() => switchWorkspace(id), [id]);
  useEffect(() => {
    const save = () => {
      if (document.visibilityState === 'hidden') void saveNow();
    };
    document.addEventListener('visibilitychange', save);
    return () => document.removeEventListener('visibilitychange', save);
  }, []);
}
