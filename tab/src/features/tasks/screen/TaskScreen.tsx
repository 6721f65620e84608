import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Frame } from '#tab/shell/layout/Frame.tsx';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { usePerson } from '#tab/state/session.state.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { LibraryPanel } from '#tab/features/tasks/library/LibraryPanel.tsx';
import { TaskPane } from '#tab/features/tasks/list/TaskPane.tsx';
import { watchPage } from '#tab/features/tasks/saving/save.actions.ts';
import { openTask, startTasks, syncTask } from '#tab/features/tasks/tasks.actions.ts';
import { tasks } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { useOpenTask } from '#tab/features/tasks/useOpenTask.ts';
import { OpenTaskScreen } from './OpenTaskScreen.tsx';
import { useTaskStyles } from './screen.styles.ts';

/** Tasks: the list, and the open task. */
export default function TaskScreen() {
  const personId = usePerson()?.id;
  const { workspace } = useSlots();
  useEffect(() => {
    if (personId !== undefined) void startTasks(personId);
  }, [personId]);
  useEffect(() => watchPage(), []);
  useSyncOnReturn();
  return <Frame history={<TaskPane />} conversation={<Conversation />} workspace={workspace} />;
}

function Conversation() {
  const styles = useTaskStyles();
  const { openId, opening } = useSnapshot(tasks);
  const open = useOpenTask(openId);
  return (
    <div className={styles.screen}>
      {open && <OpenTaskScreen key={openId} open={open} />}
      {!open && opening.name === 'loading' && <TextSkeleton label={taskTexts.list} />}
      {!open && opening.name === 'failed' && openId !== null && (
        <div className={styles.column} role="alert">
          <ErrorMessage text={opening.detail} retry={{ label: taskTexts.retry, action: () => void openTask(openId) }} />
        </div>
      )}
      <LibraryPanel />
    </div>
  );
}

/** Takes over what another window has changed when the person comes back to this one. */
function useSyncOnReturn(): void {
  useEffect(() => {
    const sync = () => {
      const { openId } = tasks;
      if (openId !== null && document.visibilityState === 'visible') void syncTask(openId);
    };
    window.addEventListener('focus', sync);
    return () => window.removeEventListener('focus', sync);
  }, []);
}
