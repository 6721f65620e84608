import { Button, DialogActions, DialogContent } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { splitList } from '#contract/prompts/promptLabels.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { formatDate } from '#tab/shell/formatDate.ts';
import { Modal } from '#tab/ui/Modal.tsx';
import { PersonPicture } from '#tab/ui/PersonPicture.tsx';
import type { PromptCardActions } from './PromptCard.tsx';
import { usePromptStyles } from './prompts.styles.ts';
import { promptTexts } from './prompts.texts.ts';
import { useCreatorPhoto } from './useCreatorPhoto.ts';
import { describeAudience } from './prompts.rules.ts';
import { useTeams } from './useTeams.ts';

interface Props extends PromptCardActions {
  prompt: Prompt;
  onClose: () => void;
}

/** A prompt with its full text. */
export default function ViewPromptDialog({ prompt, onClose, ...actions }: Props) {
  const styles = usePromptStyles();
  const photo = useCreatorPhoto(prompt);
  const teams = useTeams();
  const labels = splitList(prompt.labels_text);
  const title = prompt.prompt_title;
  return (
    <Modal
      title={title}
      className={styles.form}
      action={
        <Button appearance="subtle" icon={<Dismiss20Regular />} aria-label={promptTexts.close} onClick={onClose} />
      }
      onClose={onClose}
    >
      <DialogContent className={styles.column}>
        <div className={styles.meta}>
          <PersonPicture name={prompt.creator_name} photo={photo} size={24} />
          <span>{prompt.creator_name}</span>
          <span>{promptTexts.modified(formatDate(prompt.modified_on, 'medium'))}</span>
          <span>{describeAudience(prompt, teams)}</span>
        </div>
        <div tabIndex={0} role="group" aria-label={promptTexts.form.text} className={styles.text}>
          {prompt.prompt_text}
        </div>
        {labels.length > 0 && (
          <div role="group" aria-label={promptTexts.fileTypes} className={styles.labels}>
            {labels.map((label) => (
              <span key={label} className={styles.label}>
                {label}
              </span>
            ))}
          </div>
        )}
      </DialogContent>
      <DialogActions>
        {prompt.can.delete && <Button onClick={() => actions.onDelete(prompt)}>{promptTexts.delete}</Button>}
        {prompt.can.edit && (
          <>
            <Button onClick={() => actions.onVersions(prompt)}>{promptTexts.versions}</Button>
            <Button onClick={() => actions.onEdit(prompt)}>{promptTexts.edit}</Button>
          </>
        )}
        <Button appearance="primary" onClick={() => actions.onUse(prompt)}>
          {promptTexts.usePrompt}
        </Button>
      </DialogActions>
    </Modal>
  );
}
