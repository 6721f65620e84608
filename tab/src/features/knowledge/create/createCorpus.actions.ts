import { isAvaError } from '../../../../../api/contract/errors.ts';
import { createSite, type CorpusConfig, type Site } from '../../../../../api/contract/sites.ts';
import { api } from '../../../api.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { logFailure } from '../../../state/log.ts';
import { chats } from '../../chat/chat.state.ts';
import { loadGroups } from '../../chat/groups.actions.ts';
import { newChat } from '../../chat/open.actions.ts';
import { typeOf } from '../../chat/metadata.actions.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { selectSite } from '../siteSelection.actions.ts';
import { loadSites } from '../sites/sites.actions.ts';
import { plainSiteId } from '../sites/sites.rules.ts';

/** A site of Microsoft 365 that can become a corpus. */
export interface SiteCandidate {
  id: string;
  displayName: string;
  webUrl: string;
}

/** Where in a site its files are. */
export interface Library {
  id: string;
  name: string;
  kind: 'library' | 'list';
}

export interface CorpusForm {
  site: SiteCandidate | null;
  library: Library | null;
  description: string;
  prompt: string;
}

const words = knowledgeTexts.create;

/**
 * Makes a corpus of a site, with toasts, and chooses it for the open search.
 * @throws Error with the sentence to show, where it could not be made
 */
export async function createCorpus(site: SiteCandidate, library: Library, form: CorpusForm): Promise<Site> {
  const toast = showToast('processing', words.creating(site.displayName));
  try {
    const corpus = await api.call(createSite, {
      site_id: plainSiteId(site.id),
      site_name: site.displayName,
      site_link: site.webUrl,
      corpus_config: configOf(library),
      corpus_desc: form.description.trim(),
      corpus_prompt: form.prompt.trim(),
    });
    toast.update('success', words.created(corpus.SiteName));
    void loadGroups();
    await loadSites();
    chooseForSearch(corpus.SiteId);
    return corpus;
  } catch (cause) {
    logFailure('Failed to create site', cause);
    toast.update('error', words.failed(site.displayName));
    throw new Error(words.failedBecause(reasonOf(cause)), { cause });
  }
}

/** Chooses a site for the search that is open, or for a new one where none is or it has asked another site. */
export function chooseForSearch(siteId: string): void {
  const open = chats.openId;
  const free = open !== null && typeOf(open) === 'search' && (chats.open[open]?.entries.length ?? 0) === 0;
  selectSite(free ? open : newChat('search'), siteId);
}

function configOf({ id, name, kind }: Library): CorpusConfig {
  const nothing = { document_library_name: '', document_library_id: '', list_name: '', list_id: '' };
  if (kind === 'list') return { ...nothing, list_name: name, list_id: id };
  return { ...nothing, document_library_name: name, document_library_id: id };
}

function reasonOf(cause: unknown): string {
  if (isAvaError(cause)) return cause.detail;
  return cause instanceof Error ? cause.message : '';
}
