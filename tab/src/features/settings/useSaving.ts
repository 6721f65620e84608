import { useState } from 'react';
import type { Settings } from '../../../../api/contract/settings.ts';
import { showToast } from '../../shell/toasts/toasts.ts';
import { texts } from '../../texts.ts';
import { saveSettings } from './settings.actions.ts';

export type SavingState = { name: 'idle' } | { name: 'saving' } | { name: 'failed'; detail: string };

/**
 * Saves a settings dialog: returns the state of saving and a function that starts it. The dialog closes after success.
 */
export function useSaveSettings(onClose: () => void): [SavingState, (patch: Partial<Settings>) => Promise<void>] {
  const [saving, setSaving] = useState<SavingState>({ name: 'idle' });
  const save = async (patch: Partial<Settings>) => {
    setSaving({ name: 'saving' });
    try {
      await saveSettings(patch);
      showToast('success', texts.settings.saved);
      onClose();
    } catch {
      setSaving({ name: 'failed', detail: texts.failures.saveSettings });
    }
  };
  return [saving, save];
}
