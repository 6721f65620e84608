import { defaultSettings, getSettings, saveSettings as saveSettingsCall, Settings } from '#contract/settings.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { readEncrypted, writeEncrypted } from '#tab/state/encryptedStorage.ts';
import { refreshProfile } from '#tab/state/session.actions.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { texts } from '#tab/texts.ts';
import { settings } from './settings.state.ts';

/** Shows this browser's copy first, then the server's settings. */
export async function loadSettings(): Promise<void> {
  Object.assign(settings, structuredClone(defaultSettings), { status: { name: 'loading' } });
  const cached = await readEncrypted('settings', Settings);
  if (cached && settings.status.name === 'loading') Object.assign(settings, cached);
  try {
    const reply = await api.call(getSettings, {});
    applySettings(reply.settings);
  } catch (cause) {
    logFailure(texts.failures.settings, cause);
    settings.status = { name: 'failed', detail: texts.failures.settings };
  }
}

/**
 * Applies settings at once and saves them. On failure, restores the old ones and throws `Failed to save user settings`.
 */
export async function saveSettings(patch: Partial<Settings>): Promise<void> {
  const before: Partial<Settings> = Object.fromEntries(
    (Object.keys(patch) as (keyof Settings)[]).map((name) => [name, toPlainObject(settings[name])]),
  );
  Object.assign(settings, structuredClone(patch), { status: { name: 'saving' } });
  try {
    const reply = await api.call(saveSettingsCall, { settings: patch });
    applySettings(reply.settings);
    // From now on answers use the profile, so it must be the current one.
    if (patch.microsoftUserProfileData && before.microsoftUserProfileData === false)
      refreshProfile().catch(() => showToast('error', texts.failures.profile));
  } catch (cause) {
    logFailure(texts.failures.saveSettings, cause);
    Object.assign(settings, before, { status: { name: 'ready' } });
    throw new Error(texts.failures.saveSettings, { cause });
  }
}

function applySettings(next: Settings): void {
  Object.assign(settings, next, { status: { name: 'ready' } });
  void writeEncrypted('settings', next);
}

function toPlainObject<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
