import { getSites } from '../../../../../api/contract/sites.ts';
import { api } from '../../../api.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { logFailure } from '../../../state/log.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { sortSites } from './sites.rules.ts';
import { sites } from './sites.state.ts';

let latest = 0;

/** Fetches which sites can be searched. A list that is there stays while it is fetched anew, and where that fails. */
export async function loadSites(): Promise<void> {
  const mine = ++latest;
  if (sites.list.name !== 'ready') sites.list = { name: 'loading' };
  try {
    const { accessibleSites, inaccessibleSites } = await api.call(getSites, {});
    if (mine !== latest) return;
    sites.accessible = sortSites(accessibleSites);
    sites.inaccessible = inaccessibleSites;
    sites.list = { name: 'ready' };
  } catch (cause) {
    if (mine !== latest) return;
    logFailure(knowledgeTexts.fetchSitesFailed, cause);
    // Where there is no list, the sentence stands in its place.
    if (sites.list.name === 'ready') showToast('error', knowledgeTexts.fetchSitesFailed);
    else sites.list = { name: 'failed', detail: knowledgeTexts.fetchSitesFailed };
  }
}
