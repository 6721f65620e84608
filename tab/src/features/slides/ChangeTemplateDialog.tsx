import { Button, DialogActions, DialogContent } from '@fluentui/react-components';
import { Modal } from '#tab/ui/Modal.tsx';
import { slideTexts } from './slides.texts.ts';

interface ChangeTemplateDialogProps {
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before all slides get the layouts of another template. */
export function ChangeTemplateDialog({ name, onConfirm, onClose }: ChangeTemplateDialogProps) {
  return (
    <Modal title={slideTexts.changeTitle} modalType="alert" onClose={onClose}>
      <DialogContent>{slideTexts.changeQuestion(name)}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{slideTexts.cancel}</Button>
        <Button appearance="primary" onClick={onConfirm}>
          {slideTexts.change}
        </Button>
      </DialogActions>
    </Modal>
  );
}
