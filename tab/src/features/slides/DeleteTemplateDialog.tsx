import { useState } from 'react';
import type { PresentationTemplate } from '#contract/exports/presentations.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { DangerDialog } from '#tab/ui/DangerDialog.tsx';
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
    <DangerDialog
      title={slideTexts.deletion.title}
      cancel={slideTexts.cancel}
      confirm={slideTexts.deletion.confirm}
      className={styles.column}
      isBusy={deleting === 'deleting'}
      failure={deleting === 'failed' ? slideTexts.deletion.failed : null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <span className={styles.barText}>{slideTexts.deletion.question(template.name)}</span>
      {isInUse && <span>{slideTexts.deletion.inUse}</span>}
    </DangerDialog>
  );
}
