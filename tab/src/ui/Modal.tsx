import {
  Dialog,
  DialogBody,
  DialogSurface,
  DialogTitle,
  mergeClasses,
  useTooltipVisibility,
} from '@fluentui/react-components';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { useDialogStyles } from './dialog.styles.ts';
import { useFocusableContent } from './useFocusableContent.ts';
import { useHeldFocus } from './useHeldFocus.ts';
import { useRestoreFocus } from './useRestoreFocus.ts';

interface ModalProps {
  title: ReactNode;
  /** Accessible name when the title says too little. */
  label?: string;
  /** `alert` asks something and is not closed by a click beside it; `work` isn't either, because it would lose work. */
  modalType?: 'modal' | 'alert' | 'work';
  className?: string | undefined;
  /** At the end of the title. */
  action?: ReactElement;
  onClose: () => void;
  /** DialogContent, and DialogActions if any. */
  children: ReactNode;
}

/** A dialog that is open while it is rendered. It keeps the focus; Escape closes it and the focus returns. */
export function Modal({ title, label, modalType = 'modal', className, action, onClose, children }: ModalProps) {
  const styles = useDialogStyles();
  const [surface, setSurface] = useState<HTMLElement | null>(null);
  const tooltips = useTooltipVisibility();
  // A tooltip that stayed below the dialog would take the first Escape.
  useEffect(() => tooltips.visibleTooltip?.hide(), [tooltips]);
  useHeldFocus(surface);
  useFocusableContent(surface);
  useRestoreFocus();
  return (
    <Dialog
      open
      modalType={modalType === 'work' ? 'alert' : modalType}
      onOpenChange={(_, { open }) => open || onClose()}
    >
      <DialogSurface
        ref={setSurface}
        tabIndex={-1}
        // Also dims a dialog below it, which Fluent leaves bright.
        backdrop={{ appearance: 'dimmed' }}
        {...(modalType === 'work' ? { role: 'dialog' } : {})}
        className={mergeClasses(styles.surface, className)}
        {...(label ? { 'aria-label': label } : {})}
      >
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
