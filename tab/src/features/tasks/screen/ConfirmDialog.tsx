import { DangerDialog } from '#tab/ui/DangerDialog.tsx';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';

interface Props {
  title: string;
  question: string;
  note?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is deleted. */
export default function ConfirmDialog({ title, question, note, onConfirm, onClose }: Props) {
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <DangerDialog
      title={title}
      cancel={taskTexts.cancel}
      confirm={taskTexts.delete}
      onConfirm={confirm}
      onClose={onClose}
    >
      {question}
      {note && <p>{note}</p>}
    </DangerDialog>
  );
}
