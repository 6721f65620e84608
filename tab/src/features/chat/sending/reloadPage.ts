import { z } from 'zod';
import { getHealth } from '../../../../../api/contract/organization.ts';
import { api } from '../../../api.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { readLocal, writeLocal } from '../../../state/localStorage.ts';
import { logFailure } from '../../../state/log.ts';

/** A page that was loaded anew and fails again would do so for ever; in milliseconds. */
const PAUSE_MS = 5 * 60_000;

const Reload = z.object({ at: z.number(), sentence: z.string() });
const none = { at: 0, sentence: '' };

/**
 * Loads the page anew after a new chat could not be created (specification, section 4). Nothing is lost by it: drafts
 * are written down. It is left out where it could not help or would harm: soon after the last time, where the browser
 * keeps no note of that, and while the server is away, since an error page would then take AVA's place.
 * @param sentence what is told afterwards
 */
export async function reloadAfterFailedCreate(
  sentence: string,
  reload: () => void = () => window.location.reload(),
): Promise<void> {
  if (Date.now() - lastReload().at < PAUSE_MS) return;
  try {
    await api.call(getHealth, {});
  } catch (cause) {
    logFailure('The page is not loaded anew while the server is away.', cause);
    return;
  }
  const at = Date.now();
  writeLocal('reload', { at, sentence });
  if (lastReload().at === at) reload();
}

/** Says what went wrong before the page was loaded anew; once. */
export function tellAfterReload(): void {
  const { at, sentence } = lastReload();
  if (sentence === '') return;
  writeLocal('reload', { at, sentence: '' });
  showToast('error', sentence);
}

function lastReload(): z.infer<typeof Reload> {
  return readLocal('reload', Reload, none);
}
