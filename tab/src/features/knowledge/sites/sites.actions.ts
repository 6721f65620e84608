import { isAvaError } from '#contract/errors.ts';
import { getSites } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { loadAccessRequests } from './accessRequests.actions.ts';
import { sortSites } from './sites.rules.ts';
import { sites } from './sites.state.ts';

let latestRequest = 0;

/** Loads the sites that can be searched. A loaded list stays visible while it reloads, and when that fails. */
export async function loadSites(): Promise<void> {
  const request = ++latestRequest;
  if (sites.list.name !== 'ready') sites.list = { name: 'loading' };
  try {
    const { accessibleSites, inaccessibleSites, preparing } = await api.call(getSites, {});
    if (request !== latestRequest) return;
    sites.accessible = sortSites(accessibleSites);
    sites.inaccessible = inaccessibleSites;
    sites.preparing = preparing;
    sites.list = { name: 'ready' };
    void loadAccessRequests();
  } catch (cause) {
    if (request !== latestRequest) return;
    logFailure(knowledgeTexts.fetchSitesFailed, cause);
    // Without a list, the error is shown in its place.
    const detail = isAvaError(cause) && cause.code === 'setup_refused' ? cause.detail : knowledgeTexts.fetchSitesFailed;
    if (sites.list.name === 'ready') showToast('error', detail);
    else sites.list = { name: 'failed', detail };
  }
}
