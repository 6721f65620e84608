import { Dialog, DialogBody, DialogSurface, DialogTitle, mergeClasses } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { useDialogStyles } from './dialog.styles.ts';
import { useFocusReturn } from './useRestoreFocus.ts';

interface ModalProps {
  title: string;
  /** What it is called where the title alone says too little. */
  label?: string;
  /** `alert` is not closed by a click beside it. */
  modalType?: 'modal' | 'alert';
  className?: string;
  /** Stands at the end of the title. */
  action?: ReactElement;
  onClose: () => void;
  /** DialogContent, and DialogActions where there are any. */
  children: ReactNode;
}

/** A dialog with one purpose, for as long as it is drawn. Escape closes it and the focus goes back. */
export function Modal({ title, label, modalType = 'modal', className, action, onClose, children }: ModalProps) {
  const styles = useDialogStyles();
  useFocusReturn();
  return (
    <Dialog open modalType={modalType} onOpenChange={(_, { open }) => open || onClose()}>
      <DialogSurface className={mergeClasses(styles.surface, className)} {...(label ? { 'aria-label': label } : {})}>
        <DialogBody className={styles.body}>
          <DialogTitle className={styles.title} {...(action ? { action } : {})}>
            {title}
          </DialogTitle>
          {children}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
