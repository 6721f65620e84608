import type { z } from 'zod';
import {
  defaultSettings,
  Settings as SettingsSchema,
  type saveSettings as saveSettingsEndpoint,
  type Settings,
} from '../../contract/settings.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';

/** Adds the defaults. A saved value that is no longer valid is replaced by its default. */
function addDefaults(saved: Record<string, unknown>): Settings {
  const parsed = SettingsSchema.safeParse({ ...defaultSettings, ...saved });
  if (parsed.success) return parsed.data;
  const valid = Object.entries(saved).filter(
    ([name, value]) => SettingsSchema.safeParse({ ...defaultSettings, [name]: value }).success,
  );
  return SettingsSchema.parse({ ...defaultSettings, ...Object.fromEntries(valid) });
}

export async function readSettings({ store }: AppContext, person: Person): Promise<Settings> {
  return addDefaults(await store.settings.find(person));
}

export async function saveSettings(
  { store }: AppContext,
  person: Person,
  patch: z.output<typeof saveSettingsEndpoint.body>['settings'],
): Promise<Settings> {
  return addDefaults(await store.settings.merge(person, patch));
}
