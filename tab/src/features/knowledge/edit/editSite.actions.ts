import { isAvaError } from '#contract/errors.ts';
import { getCorpus, getSiteInsights, updateCorpus, type Site } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';

/** Texts of a corpus that owners edit. */
export type CorpusText = Pick<Site, 'CorpusDescription' | 'CorpusPrompt'>;

/** Fetches the current description and prompt of a corpus. Throws when the corpus does not exist. */
export async function fetchCorpusText(siteId: string, signal: AbortSignal): Promise<CorpusText> {
  const [site] = (await api.call(getCorpus, { site_id: siteId }, { signal })).sites;
  if (!site) throw new Error(knowledgeTexts.edit.loadFailed);
  return toCorpusText(site);
}

/**
 * Saves the texts of a corpus unless somebody else has changed them.
 * @throws Error with the sentence to show: the server's, else the error's own message
 */
export async function saveCorpusText(siteId: string, from: CorpusText, to: CorpusText): Promise<void> {
  try {
    const saved = await api.call(updateCorpus, { site_id: siteId, from_corpus: from, to_corpus: to });
    const site = sites.accessible.find(({ SiteId }) => SiteId === siteId);
    if (site) Object.assign(site, toCorpusText(saved));
  } catch (cause) {
    const reason = isAvaError(cause) ? cause.detail : cause instanceof Error ? cause.message : '';
    throw new Error(reason || knowledgeTexts.edit.failed, { cause });
  }
}

export function fetchInsights(siteId: string, signal: AbortSignal) {
  return api.call(getSiteInsights, { site_id: siteId }, { signal });
}

function toCorpusText({ CorpusDescription, CorpusPrompt }: CorpusText): CorpusText {
  return { CorpusDescription, CorpusPrompt };
}
