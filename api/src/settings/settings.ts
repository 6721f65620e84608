import type { z } from 'zod';
import {
  defaultSettings,
  type saveSettings as save,
  Settings as SettingsShape,
  type Settings,
} from '../../contract/settings.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';

/** Saved settings over the defaults; a saved value that no longer fits its field gives way to the default. */
function complete(saved: Record<string, unknown>): Settings {
  const whole = SettingsShape.safeParse({ ...defaultSettings, ...saved });
  if (whole.success) return whole.data;
  const kept = Object.entries(saved).filter(
    ([name, value]) => SettingsShape.safeParse({ ...defaultSettings, [name]: value }).success,
  );
  return SettingsShape.parse({ ...defaultSettings, ...Object.fromEntries(kept) });
}

export async function readSettings({ store }: AppContext, person: Person): Promise<Settings> {
  return complete(await store.settings.find(person));
}

export async function saveSettings(
  { store }: AppContext,
  person: Person,
  patch: z.output<typeof save.body>['settings'],
): Promise<Settings> {
  return complete(await store.settings.merge(person, patch));
}
