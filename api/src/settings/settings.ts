import type { z } from 'zod';
import {
  defaultSettings,
  Settings as SettingsSchema,
  type saveSettings as saveSettingsEndpoint,
  type Settings,
} from '#contract/settings.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';

type Stored = Record<string, unknown>;

function isObject(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Adds the defaults. A saved value that is not valid, for example a theme of a later version, is replaced by its default,
 * within the settings of a mode and the panel sizes too. It stays stored until the person saves another one.
 */
export function addDefaults(saved: Stored): Settings {
  return Object.entries(saved).reduce(addSetting, defaultSettings);
}

function addSetting(settings: Settings, [name, value]: [string, unknown]): Settings {
  const parsed = SettingsSchema.safeParse({ ...settings, [name]: value });
  if (parsed.success) return parsed.data;
  const current = settings[name as keyof Settings];
  if (!isObject(value) || !isObject(current)) return settings;
  return Object.entries(value).reduce((partial, [key, part]) => {
    const next = { ...partial, [name]: { ...(partial[name as keyof Settings] as object), [key]: part } };
    const valid = SettingsSchema.safeParse(next);
    return valid.success ? valid.data : partial;
  }, settings);
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
