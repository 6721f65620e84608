import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { AlertBar } from '#tab/shell/alerts/AlertBar.tsx';
import { formatDate } from '#tab/shell/formatDate.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { saveSettings } from './settings.actions.ts';
import { settings } from './settings.state.ts';

/** The organization's alert. Once dismissed, it stays hidden on all devices until its text or date changes. */
export function SystemAlert() {
  const alert = useOrganization()?.systemAlert ?? null;
  const { status, dismissedAlert } = useSnapshot(settings);
  // The alert is hidden on this page even if the dismissal could not be saved.
  const [hidden, setHidden] = useState('');
  if (!alert || status.name === 'loading') return null;
  const key = [alert.title, alert.message, alert.date].join('\n');
  if (key === dismissedAlert || key === hidden) return null;
  function dismiss() {
    setHidden(key);
    saveSettings({ dismissedAlert: key }).catch((cause: unknown) => logFailure(texts.failures.saveSettings, cause));
  }
  const line = [alert.message, formatDate(alert.date, 'medium')].filter(Boolean).join(' · ');
  return <AlertBar intent="info" title={alert.title} line={line} closeLabel={texts.shell.dismiss} onClose={dismiss} />;
}
