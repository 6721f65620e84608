import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { findArea } from '#tab/shell/areas.tsx';
import { tasks } from '#tab/features/tasks/tasks.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { forgetSynced } from './workspace.sync.ts';
import { refreshWorkspace, saveNow, switchWorkspace } from './workspace.actions.ts';

/** How often changes of other devices are fetched: as often as the open chat does it. */
const POLL_MS = 10_000;

/** Switches the workspace with the open conversation or task, and saves changes when the page is hidden. Gets those of other devices while it is shown. */
export function useChatWorkspace(): void {
  const { openId, metadata } = useSnapshot(chats);
  const [path] = useLocation();
  const task = useSnapshot(tasks);
  const isTask = findArea(path).name === 'tasks';
  const chat = metadata.find((item) => item.ConversationId === openId);
  const taskWorkspaceId = task.openId === null ? null : (task.open[task.openId]?.task.WorkspaceId ?? null);
  const id = isTask ? taskWorkspaceId : (chat?.WorkspaceId ?? openId);
  useEffect(() => switchWorkspace(id), [id]);
  useEffect(() => forgetSynced, []);
  useEffect(() => {
    const save = () => {
      void (document.visibilityState === 'hidden' ? saveNow() : refreshWorkspace());
    };
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refreshWorkspace();
    }, POLL_MS);
    document.addEventListener('visibilitychange', save);
    window.addEventListener('focus', save);
    window.addEventListener('online', save);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', save);
      document.removeEventListener('visibilitychange', save);
      window.removeEventListener('focus', save);
    };
  }, []);
}
