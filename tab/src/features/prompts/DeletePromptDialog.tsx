import { useState } from 'react';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { DangerDialog } from '#tab/ui/DangerDialog.tsx';
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
  const [deleting, setDeleting] = useState<Deleting>({ name: 'asking' });
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
    <DangerDialog
      title={promptTexts.deletion.title}
      cancel={promptTexts.cancel}
      confirm={promptTexts.delete}
      className={styles.column}
      isBusy={deleting.name === 'deleting'}
      failure={deleting.name === 'failed' ? deleting.detail : null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <span>{promptTexts.deletion.question}</span>
      <strong className={styles.meta}>{prompt.prompt_title}</strong>
    </DangerDialog>
  );
}
