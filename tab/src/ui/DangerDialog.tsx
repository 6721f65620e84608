import { Button, DialogActions, DialogContent, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { ErrorMessage } from './ErrorMessage.tsx';
import { Modal } from './Modal.tsx';

const useStyles = makeStyles({
  confirm: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': {
      backgroundColor: tokens.colorStatusDangerBackground3Hover,
      color: tokens.colorNeutralForegroundOnBrand,
    },
    ':hover:active': {
      backgroundColor: tokens.colorStatusDangerBackground3Pressed,
      color: tokens.colorNeutralForegroundOnBrand,
    },
  },
});

interface DangerDialogProps {
  title: string;
  /** Labels of the buttons. */
  cancel: string;
  confirm: string;
  className?: string | undefined;
  isBusy?: boolean;
  /** Why the deletion failed. */
  failure?: string | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is deleted. The caller closes it, so that it can stay open if the deletion fails. */
export function DangerDialog({ title, className, children, onClose, onConfirm, ...props }: DangerDialogProps) {
  const styles = useStyles();
  const { cancel, confirm, isBusy = false, failure = null } = props;
  return (
    <Modal title={title} modalType="alert" onClose={onClose}>
      <DialogContent className={className}>
        {children}
        {failure !== null && <ErrorMessage text={failure} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{cancel}</Button>
        <Button
          appearance="primary"
          className={styles.confirm}
          disabledFocusable={isBusy}
          icon={isBusy ? <Spinner size="tiny" aria-hidden /> : null}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Modal>
  );
}
