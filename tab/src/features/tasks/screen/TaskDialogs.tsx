import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { lazyDialog } from '../../../shell/lazyDialog.tsx';
import { useSlots } from '../../../shell/layout/slots.ts';
import { shareWithPeers } from '../library/library.actions.ts';
import { deleteTask } from '../tasks.actions.ts';
import { tasks, type OpenTask } from '../tasks.state.ts';
import { taskTexts } from '../tasks.texts.ts';

const ConfirmDialog = lazyDialog(() => import('./ConfirmDialog.tsx'));
const SaveTemplateDialog = lazyDialog(() => import('../library/SaveTemplateDialog.tsx'));
const RunHistoryDialog = lazyDialog(() => import('../history/RunHistoryDialog.tsx'));

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
