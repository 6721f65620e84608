import { DangerDialog } from '#tab/ui/DangerDialog.tsx';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { historyTexts } from './history.texts.ts';

interface DeleteDialogProps {
  count: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms the deletion of several chats. */
export default function DeleteDialog({ count, onConfirm, onClose }: DeleteDialogProps) {
  return (
    <DangerDialog
      title={historyTexts.deleteManyTitle(count)}
      cancel={chatTexts.cancel}
      confirm={chatTexts.delete}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {historyTexts.deleteManyQuestion}
    </DangerDialog>
  );
}
