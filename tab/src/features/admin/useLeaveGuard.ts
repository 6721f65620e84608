import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { ADMIN_PATH } from '#tab/shell/areas.tsx';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { hasDraft } from './admin.actions.ts';
import { adminTexts as texts } from './admin.texts.ts';

/** Asks before the page is closed with changes that are not saved; inside AVA, says that they are kept, with a way back. */
export function useLeaveGuard(hasChanges: boolean): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!hasChanges) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasChanges]);
  useEffect(
    () => () => {
      if (hasDraft())
        showToast('success', texts.draftKept, { action: { label: texts.goBack, run: () => navigate(ADMIN_PATH) } });
    },
    [navigate],
  );
}
