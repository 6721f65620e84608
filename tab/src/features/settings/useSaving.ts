import { useState } from 'react';
import type { Settings } from '../../../../api/contract/settings.ts';
import { showToast } from '../../shell/toasts/toasts.ts';
import { texts } from '../../texts.ts';
import { saveSettings } from './settings.actions.ts';

export type Saving = { name: 'idle' } | { name: 'saving' } | { name: 'failed'; detail: string };

/** Saving what a settings dialog holds: where it stands, and what begins it. Once saved the dialog closes. */
export function useSaving(onClose: () => void): [Saving, (patch: Partial<Settings>) => Promise<void>] {
  const [saving, setSaving] = useState<Saving>({ name: 'idle' });
  const save = async (patch: Partial<Settings>) => {
    setSaving({ name: 'saving' });
    try {
      await saveSettings(patch);
      showToast('success', texts.settings.saved);
      onClose();
    } catch {
      // The reason is logged where the call is made.
      setSaving({ name: 'failed', detail: texts.failures.saveSettings });
    }
  };
  return [saving, save];
}
