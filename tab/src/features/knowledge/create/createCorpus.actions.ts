import { isAvaError } from '#contract/errors.ts';
import { createSite, type CorpusConfig, type Site } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { loadMentionGroups } from '#tab/features/chat/mentions/mentionGroups.actions.ts';
import { openNewChat } from '#tab/features/chat/opening/open.actions.ts';
import { getChatType } from '#tab/features/chat/history/metadata.actions.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { selectSite } from '#tab/features/knowledge/siteSelection.actions.ts';
import { loadSites } from '#tab/features/knowledge/sites/sites.actions.ts';
import { normalizeSiteId } from '#tab/features/knowledge/sites/sites.rules.ts';

/** A site of Microsoft 365 for which a corpus can be created. */
export interface SiteCandidate {
  id: string;
  displayName: string;
  webUrl: string;
}

/** A library or list of a site. */
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

const texts = knowledgeTexts.create;

/**
 * Creates a corpus from a site, shows its progress in a toast, and selects the site for a search.
 * @throws Error with the sentence to show
 */
export async function createCorpus(site: SiteCandidate, library: Library, form: CorpusForm): Promise<Site> {
  const toast = showToast('processing', texts.creating(site.displayName));
  try {
    const corpus = await api.call(createSite, {
      site_id: normalizeSiteId(site.id),
      site_name: site.displayName,
      site_link: site.webUrl,
      corpus_config: toCorpusConfig(library),
      corpus_desc: form.description.trim(),
      corpus_prompt: form.prompt.trim(),
    });
    toast.update('success', texts.created(corpus.SiteName));
    void loadMentionGroups();
    await loadSites();
    selectSiteForSearch(corpus.SiteId);
    return corpus;
  } catch (cause) {
    logFailure('Failed to create site', cause);
    toast.update('error', texts.failed(site.displayName));
    throw new Error(texts.failedBecause(toReason(cause)), { cause });
  }
}

/** Selects a site for the open search, or for a new one when none is open or it already has entries. */
export function selectSiteForSearch(siteId: string): void {
  const open = chats.openId;
  const canReuse = open !== null && getChatType(open) === 'search' && (chats.open[open]?.entries.length ?? 0) === 0;
  selectSite(canReuse ? open : openNewChat('search'), siteId);
}

function toCorpusConfig({ id, name, kind }: Library): CorpusConfig {
  const nothing = { document_library_name: '', document_library_id: '', list_name: '', list_id: '' };
  if (kind === 'list') return { ...nothing, list_name: name, list_id: id };
  return { ...nothing, document_library_name: name, document_library_id: id };
}

function toReason(cause: unknown): string {
  if (isAvaError(cause)) return cause.detail;
  return cause instanceof Error ? cause.message : '';
}
