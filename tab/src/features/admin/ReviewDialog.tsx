import { Button, DialogActions, DialogContent, MessageBar, MessageBarBody, Text } from '@fluentui/react-components';
import { Modal } from '#tab/ui/Modal.tsx';
import { backToEditing, saveDraft } from './admin.actions.ts';
import type { AdminStep } from './admin.state.ts';
import { useAdminStyles } from './admin.styles.ts';
import { adminTexts as texts } from './admin.texts.ts';
import { ChangeTable } from './ChangeTable.tsx';

type ReviewStep = Extract<AdminStep, { name: 'review' | 'saving' }>;

/** What a save changes, before it applies to everybody. */
export default function ReviewDialog({ step }: { step: ReviewStep }) {
  const styles = useAdminStyles();
  const { preview } = step;
  const isSaving = step.name === 'saving';
  // An edit during the save would be lost when the saved settings replace the draft.
  const close = () => !isSaving && backToEditing();
  return (
    <Modal title={texts.reviewTitle} onClose={close}>
      <DialogContent className={styles.fields}>
        <Text block>{texts.reviewLine}</Text>
        {preview.chats_to_delete > 0 && (
          <MessageBar intent="warning">
            <MessageBarBody>{texts.chatsToDelete(preview.chats_to_delete)}</MessageBarBody>
          </MessageBar>
        )}
        <ChangeTable label={texts.reviewTitle} changes={preview.changes} />
      </DialogContent>
      <DialogActions>
        <Button disabledFocusable={isSaving} onClick={close}>
          {texts.cancel}
        </Button>
        <Button appearance="primary" disabledFocusable={isSaving} onClick={() => void saveDraft()}>
          {isSaving ? texts.saving : texts.save}
        </Button>
      </DialogActions>
    </Modal>
  );
}
