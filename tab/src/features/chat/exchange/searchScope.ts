import { AvaError, isAvaError } from '#contract/errors.ts';
import { getSiteOfMention, MAX_CHOSEN_SITES, TOO_MANY_SITES, type SiteChoice } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { searches, getSelectedSites } from '#tab/features/knowledge/siteSelection.state.ts';
import { loadSites } from '#tab/features/knowledge/sites/sites.actions.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { findMentionedGroups } from '#tab/features/chat/mentions/mention.rules.ts';
import { getChatType } from '#tab/features/chat/history/metadata.actions.ts';

/** The sites that a message searches, and the files in them; an empty list means all files. */
export interface SearchScope {
  sites: SiteChoice;
  files: string[];
}

/**
 * Returns the sites selected in Knowledge Search or mentioned in Chat; `null` for a message in Chat without a mention.
 * Throws `AvaError` if no site is selected, or if a mentioned one cannot be accessed, or if too many are mentioned.
 * @param citedSites the sites that an answer cites which is written again; others can be selected since
 */
export async function findSearchScope(
  chatId: string,
  text: string,
  citedSites: readonly string[] = [],
): Promise<SearchScope | null> {
  if (getChatType(chatId) === 'search') {
    const selected = getSelectedSites(searches[chatId]);
    const covers = selected === 'all' || citedSites.every((id) => selected?.includes(id));
    if (!covers) return { sites: [...citedSites], files: [] };
    if (selected === null) throw createSiteMissingError();
    return { sites: selected === 'all' ? selected : [...selected], files: [...(searches[chatId]?.files ?? [])] };
  }
  // Only sites and the help corpus are searched. A group of functions has no link: the model calls the functions.
  const searchable = chats.groups.filter((group) => group.site_link !== null);
  const groups = findMentionedGroups(
    text,
    searchable.map((site) => site.group_name),
  );
  if (groups.length > MAX_CHOSEN_SITES) throw new AvaError('bad_request', { detail: TOO_MANY_SITES });
  return groups.length === 0 ? null : { sites: await Promise.all(groups.map(findMentionedSite)), files: [] };
}

async function findMentionedSite(name: string): Promise<string> {
  // Citations contain only the site's id; its name comes from the list of sites.
  if (sites.list.name === 'idle') void loadSites();
  try {
    const { site_id } = await api.call(getSiteOfMention, { mention_name: name });
    if (site_id === '') throw createSiteMissingError();
    return site_id;
  } catch (cause) {
    throw isAvaError(cause) && cause.code === 'not_found' ? createSiteMissingError(cause) : cause;
  }
}

function createSiteMissingError(cause?: unknown): AvaError {
  return new AvaError('bad_request', { detail: knowledgeTexts.siteMissing, cause });
}
