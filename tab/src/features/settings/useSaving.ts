import { useState } from 'react';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { texts } from '#tab/texts.ts';

export type SavingState = { name: 'idle' } | { name: 'saving' } | { name: 'failed'; detail: string };

/**
 * Saves a settings dialog: returns the state of saving and a function that runs a given save. The dialog closes after
 * success.
 */
export function useSaveSettings(onClose: () => void): [SavingState, (save: () => Promise<void>) => Promise<void>] {
  const [saving, setSaving] = useState<SavingState>({ name: 'idle' });
  const start = async (save: () => Promise<void>) => {
    setSaving({ name: 'saving' });
    try {
      await save();
      showToast('success', texts.settings.saved);
      onClose();
    } catch {
      setSaving({ name: 'failed', detail: texts.failures.saveSettings });
    }
  };
  return [saving, start];
}
