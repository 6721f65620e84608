import { proxy } from 'valtio';
import type { SettingsPreview, StoredSettings } from '#contract/admin/admin.ts';
import type { OrganizationSettings } from '#contract/admin/organizationSettings.ts';

export type AdminSection =
  'general' | 'features' | 'prompts' | 'budgets' | 'models' | 'usage' | 'evaluation' | 'feedback' | 'changes';

/** What is open over the settings. */
export type AdminStep =
  | { name: 'editing' }
  | { name: 'checking' }
  | { name: 'review'; preview: SettingsPreview }
  | { name: 'saving'; preview: SettingsPreview }
  | { name: 'conflict'; theirs: StoredSettings };

export type AdminPage =
  | { name: 'loading' }
  | { name: 'failed'; detail: string }
  /** `stored`: the settings that the draft is based on. */
  | { name: 'ready'; stored: StoredSettings; draft: OrganizationSettings; step: AdminStep };

export const admin = proxy<{ page: AdminPage; section: AdminSection }>({
  page: { name: 'loading' },
  section: 'general',
});
