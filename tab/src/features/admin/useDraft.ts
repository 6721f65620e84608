import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { listChangedFields, type SettingsField } from '#contract/admin/settingsFields.ts';
import type { StoredSettings } from '#contract/admin/admin.ts';
import type { OrganizationSettings } from '#contract/admin/organizationSettings.ts';
import { findProblems, type Problems } from './admin.rules.ts';
import { admin, type AdminPage, type AdminStep } from './admin.state.ts';

export interface Draft {
  stored: StoredSettings;
  draft: OrganizationSettings;
  step: AdminStep;
  changed: ReadonlySet<SettingsField>;
  problems: Problems;
}

/** The draft with its changes and problems; null until the settings are loaded. */
export function useDraft(): Draft | null {
  const page = useSnapshot(admin).page as AdminPage;
  const [stored, draft] = page.name === 'ready' ? [page.stored, page.draft] : [null, null];
  const derived = useMemo(
    () =>
      stored && draft
        ? { changed: new Set(listChangedFields(stored.settings, draft)), problems: findProblems(draft) }
        : null,
    [stored, draft],
  );
  return page.name === 'ready' && derived
    ? { stored: page.stored, draft: page.draft, step: page.step, ...derived }
    : null;
}
