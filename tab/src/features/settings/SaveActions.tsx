import { Button, DialogActions } from '@fluentui/react-components';
import { texts } from '#tab/texts.ts';
import type { SavingState } from './useSaving.ts';

interface SaveActionsProps {
  saving: SavingState;
  onSave: () => void;
  onCancel: () => void;
}

/** Buttons of a settings dialog. */
export function SaveActions({ saving, onSave, onCancel }: SaveActionsProps) {
  const busy = saving.name === 'saving';
  return (
    <DialogActions>
      <Button onClick={onCancel}>{texts.shell.cancel}</Button>
      <Button appearance="primary" disabledFocusable={busy} onClick={onSave}>
        {busy ? texts.settings.saving : texts.settings.save}
      </Button>
    </DialogActions>
  );
}
