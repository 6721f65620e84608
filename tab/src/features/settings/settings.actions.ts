import type { Model } from '../../../../api/contract/models.ts';
import {
  defaultSettings,
  getSettings,
  saveSettings as saveSettingsCall,
  Settings,
  type Mode,
  type ModeSettings,
} from '../../../../api/contract/settings.ts';
import { api } from '../../api.ts';
import { logFailure } from '../../state/log.ts';
import { readEncrypted, writeEncrypted } from '../../state/encryptedStorage.ts';
import { getActiveSession, session } from '../../state/session.state.ts';
import { texts } from '../../texts.ts';
import { modelNamed } from './settings.rules.ts';
import { settings } from './settings.state.ts';

/** Shows the copy kept in this browser at once, then what the server has. */
export async function loadSettings(): Promise<void> {
  Object.assign(settings, structuredClone(defaultSettings), { status: { name: 'loading' } });
  const kept = await readEncrypted('settings', Settings);
  if (kept && settings.status.name === 'loading') Object.assign(settings, kept);
  try {
    const reply = await api.call(getSettings, {});
    accept(reply.settings);
  } catch (cause) {
    logFailure(texts.failures.settings, cause);
    settings.status = { name: 'failed', detail: texts.failures.settings };
  }
}

/**
 * Changes settings at once and saves them. Throws `Failed to save user settings` when the server did not take them; the
 * old ones are then back.
 */
export async function saveSettings(patch: Partial<Settings>): Promise<void> {
  const before = Object.fromEntries(
    (Object.keys(patch) as (keyof Settings)[]).map((name) => [name, plain(settings[name])]),
  );
  Object.assign(settings, structuredClone(patch), { status: { name: 'saving' } });
  try {
    const reply = await api.call(saveSettingsCall, { settings: patch });
    accept(reply.settings);
  } catch (cause) {
    Object.assign(settings, before, { status: { name: 'ready' } });
    throw new Error(texts.failures.saveSettings, { cause });
  }
}

/** How answers are made in a mode. */
export function modeSettings(mode: Mode): ModeSettings {
  return settings[mode];
}

/** The model that answers in a mode; `null` when the organization offers none. */
export function selectedModel(mode: Mode): Model | null {
  return modelNamed(mode, settings[mode].selectedModel, getActiveSession(session.status)?.models ?? []);
}

function accept(next: Settings): void {
  Object.assign(settings, next, { status: { name: 'ready' } });
  void writeEncrypted('settings', next);
}

function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
