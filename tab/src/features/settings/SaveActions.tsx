import { Button, DialogActions } from '@fluentui/react-components';
import { texts } from '../../texts.ts';
import type { Saving } from './useSaving.ts';

interface SaveActionsProps {
  saving: Saving;
  onSave: () => void;
  onCancel: () => void;
}

/** How a settings dialog ends. */
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
