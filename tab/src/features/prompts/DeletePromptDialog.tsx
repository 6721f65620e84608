import { Button, DialogActions, DialogContent, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import type { Prompt } from '../../../../api/contract/prompts/prompts.ts';
import { useDangerButtonStyles } from '../../ui/dangerButton.styles.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { deletePrompt } from './prompts.actions.ts';
import { usePromptStyles } from './prompts.styles.ts';
import { promptTexts } from './prompts.texts.ts';

interface Props {
  prompt: Prompt;
  onDeleted: () => void;
  onClose: () => void;
}

type Deleting = { name: 'asking' } | { name: 'deleting' } | { name: 'failed'; detail: string };

/** Asks before a prompt is deleted. It stays open if that fails. */
export default function DeletePromptDialog({ prompt, onDeleted, onClose }: Props) {
  const styles = usePromptStyles();
  const { danger } = useDangerButtonStyles();
  const [deleting, setDeleting] = useState<Deleting>({ name: 'asking' });
  const isBusy = deleting.name === 'deleting';
  const confirm = async () => {
    setDeleting({ name: 'deleting' });
    try {
      await deletePrompt(prompt.prompt_id);
      onClose();
      onDeleted();
    } catch (cause) {
      setDeleting({ name: 'failed', detail: (cause as Error).message });
    }
  };
  return (
    <Modal title={promptTexts.deletion.title} modalType="alert" onClose={onClose}>
      <DialogContent className={styles.column}>
        <span>{promptTexts.deletion.question}</span>
        <strong className={styles.meta}>{prompt.prompt_title}</strong>
        {deleting.name === 'failed' && <ErrorMessage text={deleting.detail} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{promptTexts.cancel}</Button>
        <Button
          appearance="primary"
          className={danger}
          disabledFocusable={isBusy}
          icon={isBusy ? <Spinner size="tiny" aria-hidden /> : null}
          onClick={() => void confirm()}
        >
          {promptTexts.delete}
        </Button>
      </DialogActions>
    </Modal>
  );
}
