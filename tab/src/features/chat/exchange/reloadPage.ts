import { z } from 'zod';
import { getHealth } from '#contract/organization.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import { logFailure } from '#tab/state/log.ts';

/** Minimum time between two reloads in milliseconds; prevents a reload loop. */
const MIN_INTERVAL_MS = 5 * 60_000;

const Reload = z.object({ at: z.number(), sentence: z.string() });
const noReload = { at: 0, sentence: '' };

/**
 * Reloads the page after a chat could not be created. Drafts are stored, so nothing is lost. Does not reload soon
 * after the last reload, without local storage, or while the server is down: the person would see a browser error page.
 * @param sentence shown after the reload
 */
export async function reloadAfterFailedCreate(
  sentence: string,
  reload: () => void = () => window.location.reload(),
): Promise<void> {
  if (Date.now() - readLastReload().at < MIN_INTERVAL_MS) return;
  try {
    await api.call(getHealth, {});
  } catch (cause) {
    logFailure('page reload skipped: server unavailable', cause);
    return;
  }
  const at = Date.now();
  writeLocal('reload', { at, sentence });
  if (readLastReload().at === at) reload();
}

/** Shows once why the page was reloaded. */
export function showReloadReason(): void {
  const { at, sentence } = readLastReload();
  if (sentence === '') return;
  writeLocal('reload', { at, sentence: '' });
  showToast('error', sentence);
}

function readLastReload(): z.infer<typeof Reload> {
  return readLocal('reload', Reload, noReload);
}
