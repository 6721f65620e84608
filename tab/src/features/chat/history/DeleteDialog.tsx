import { Button, DialogActions, DialogContent } from '@fluentui/react-components';
import { chatTexts } from '../chat.texts.ts';
import { Modal } from '../../../ui/Modal.tsx';
import { useDangerButtonStyles } from '../../../ui/dangerButton.styles.ts';
import { historyTexts } from './history.texts.ts';

interface DeleteDialogProps {
  count: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms the deletion of several chats. */
export default function DeleteDialog({ count, onConfirm, onClose }: DeleteDialogProps) {
  const styles = useDangerButtonStyles();
  return (
    <Modal title={historyTexts.deleteManyTitle(count)} modalType="alert" onClose={onClose}>
      <DialogContent>{historyTexts.deleteManyQuestion}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{chatTexts.cancel}</Button>
        <Button appearance="primary" className={styles.danger} onClick={onConfirm}>
          {chatTexts.delete}
        </Button>
      </DialogActions>
    </Modal>
  );
}
