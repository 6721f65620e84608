import { Button, DialogActions, DialogContent } from '@fluentui/react-components';
import { Modal } from '../../../ui/Modal.tsx';
import { useDangerButtonStyles } from '../../../ui/dangerButton.styles.ts';
import { taskTexts } from '../tasks.texts.ts';

interface Props {
  title: string;
  question: string;
  note?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is deleted. */
export default function ConfirmDialog({ title, question, note, onConfirm, onClose }: Props) {
  const styles = useDangerButtonStyles();
  return (
    <Modal title={title} modalType="alert" onClose={onClose}>
      <DialogContent>
        {question}
        {note && <p>{note}</p>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{taskTexts.cancel}</Button>
        <Button
          appearance="primary"
          className={styles.danger}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {taskTexts.delete}
        </Button>
      </DialogActions>
    </Modal>
  );
}
