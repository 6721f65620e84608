import { Button, DialogActions, DialogContent } from '@fluentui/react-components';
import { PROGRESS_LIST_MAX } from '../../../../../api/contract/limits.ts';
import { useDangerButtonStyles } from '../../../ui/dangerButton.styles.ts';
import { FileName } from '../../../ui/FileName.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { knowledgeTexts } from '../knowledge.texts.ts';

const texts = knowledgeTexts.corpus;

interface RemoveConfirmationProps {
  names: readonly string[];
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before files are removed from a corpus. */
export function RemoveConfirmation({ names, onCancel, onConfirm }: RemoveConfirmationProps) {
  const styles = useDangerButtonStyles();
  const hiddenCount = names.length - PROGRESS_LIST_MAX;
  return (
    <Modal title={texts.confirmTitle(names.length)} modalType="alert" onClose={onCancel}>
      <DialogContent>
        <p>{texts.confirm}</p>
        <ul>
          {names.slice(0, PROGRESS_LIST_MAX).map((name, index) => (
            <li key={`${index} ${name}`}>
              <FileName name={name} />
            </li>
          ))}
          {hiddenCount > 0 && <li>{texts.moreFiles(hiddenCount)}</li>}
        </ul>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{knowledgeTexts.cancel}</Button>
        <Button appearance="primary" className={styles.danger} onClick={onConfirm}>
          {texts.remove}
        </Button>
      </DialogActions>
    </Modal>
  );
}
