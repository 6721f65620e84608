import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { chats } from '../chat/chat.state.ts';
import { saveNow, turnToWorkspace } from './workspace.actions.ts';

/** Keeps the workspace at the conversation that is open, and saves what is unsaved when the page goes away. */
export function useWorkspaceOfChat(): void {
  const { openId, metadata } = useSnapshot(chats);
  const chat = metadata.find((each) => each.ConversationId === openId);
  const id = chat?.WorkspaceId ?? openId;
  useEffect(() => turnToWorkspace(id), [id]);
  useEffect(() => {
    const save = () => {
      if (document.visibilityState === 'hidden') void saveNow();
    };
    document.addEventListener('visibilitychange', save);
    return () => document.removeEventListener('visibilitychange', save);
  }, []);
}
