import { proxy } from 'valtio';
import { defaultSettings, type Settings } from '#contract/settings.ts';

export type SettingsStatus =
  { name: 'loading' } | { name: 'ready' } | { name: 'saving' } | { name: 'failed'; detail: string };

/** The signed-in person's settings; defaults until they are loaded. */
export const settings = proxy<Settings & { status: SettingsStatus }>({
  ...structuredClone(defaultSettings),
  status: { name: 'loading' },
});
