import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { lazyDialog } from '#tab/shell/lazyDialog.tsx';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { shareWithPeers } from '#tab/features/tasks/library/library.actions.ts';
import { deleteTask } from '#tab/features/tasks/tasks.actions.ts';
import { tasks, type OpenTask } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';

const ConfirmDialog = lazyDialog(() => import('./ConfirmDialog.tsx'));
const SaveTemplateDialog = lazyDialog(() => import('#tab/features/tasks/library/SaveTemplateDialog.tsx'));
const RunHistoryDialog = lazyDialog(() => import('#tab/features/tasks/history/RunHistoryDialog.tsx'));

const onClose = () => (tasks.dialog = null);

/** The dialogs of the open task. */
export function TaskDialogs({ open }: { open: OpenTask }) {
  const { dialog } = useSnapshot(tasks);
  const { PeersDialog } = useSlots();
  const { TaskId, TaskTitle } = open.task;
  return (
    <Suspense>
      {dialog === 'template' && <SaveTemplateDialog task={open.task} onClose={onClose} />}
      {dialog === 'runs' && <RunHistoryDialog taskId={TaskId} onClose={onClose} />}
      {dialog === 'share' && (
        <PeersDialog
          title={taskTexts.shareTitle}
          hint={taskTexts.shareHint}
          failure={taskTexts.shareFailed}
          onShare={(peerIds) => shareWithPeers(TaskId, peerIds)}
          onClose={onClose}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={taskTexts.deleteTask}
          question={taskTexts.deleteTaskQuestion(TaskTitle)}
          onConfirm={() => void deleteTask(TaskId)}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}
