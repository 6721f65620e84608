import { Button, DialogActions, DialogContent, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import type { PresentationTemplate } from '../../../../api/contract/exports/presentations.ts';
import { showToast } from '../../shell/toasts/toasts.ts';
import { logFailure } from '../../state/log.ts';
import { useDangerButtonStyles } from '../../ui/dangerButton.styles.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { deleteTemplate } from './slides.actions.ts';
import { useSlideStyles } from './slides.styles.ts';
import { slideTexts } from './slides.texts.ts';

interface DeleteTemplateDialogProps {
  template: PresentationTemplate;
  /** Whether the slides use it now. */
  isInUse: boolean;
  onDeleted: (templates: PresentationTemplate[]) => void;
  onClose: () => void;
}

type Deleting = 'asking' | 'deleting' | 'failed';

/** Asks before a template is deleted. It stays open if that fails. */
export function DeleteTemplateDialog({ template, isInUse, onDeleted, onClose }: DeleteTemplateDialogProps) {
  const styles = useSlideStyles();
  const { danger } = useDangerButtonStyles();
  const [deleting, setDeleting] = useState<Deleting>('asking');
  const confirm = async () => {
    setDeleting('deleting');
    try {
      const templates = await deleteTemplate(template);
      showToast('success', slideTexts.deletion.deleted);
      onDeleted(templates);
    } catch (cause) {
      logFailure(slideTexts.deletion.failed, cause);
      setDeleting('failed');
    }
  };
  return (
    <Modal title={slideTexts.deletion.title} modalType="alert" onClose={onClose}>
      <DialogContent className={styles.column}>
        <span className={styles.barText}>{slideTexts.deletion.question(template.name)}</span>
        {isInUse && <span>{slideTexts.deletion.inUse}</span>}
        {deleting === 'failed' && <ErrorMessage text={slideTexts.deletion.failed} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{slideTexts.cancel}</Button>
        <Button
          appearance="primary"
          className={danger}
          disabledFocusable={deleting === 'deleting'}
          icon={deleting === 'deleting' ? <Spinner size="tiny" aria-hidden /> : null}
          onClick={() => void confirm()}
        >
          {slideTexts.deletion.confirm}
        </Button>
      </DialogActions>
    </Modal>
  );
}
