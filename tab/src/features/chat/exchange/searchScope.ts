import { AvaError, isAvaError } from '#contract/errors.ts';
import { getSiteOfMention } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { searches, getSelectedSiteId } from '#tab/features/knowledge/siteSelection.state.ts';
import { loadSites } from '#tab/features/knowledge/sites/sites.actions.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { findMentionedGroup } from '#tab/features/chat/mentions/mention.rules.ts';
import { getChatType } from '#tab/features/chat/history/metadata.actions.ts';

/** The site that a message searches, and the files in it; an empty list means all files. */
export interface SearchScope {
  siteId: string;
  files: string[];
}

/**
 * Returns the site selected in Knowledge Search or mentioned in Chat; `null` for a message in Chat without a mention.
 * Throws `AvaError` if no site is selected, or if the mentioned one cannot be accessed.
 * @param answeredFrom the site of an answer that is written again; another one can be selected since
 */
export async function findSearchScope(
  chatId: string,
  text: string,
  answeredFrom: string | null = null,
): Promise<SearchScope | null> {
  if (getChatType(chatId) === 'search') {
    const selected = getSelectedSiteId(searches[chatId]);
    const siteId = answeredFrom ?? selected;
    if (siteId === null) throw createSiteMissingError();
    return { siteId, files: siteId === selected ? [...(searches[chatId]?.files ?? [])] : [] };
  }
  // Only sites and the help corpus are searched. A group of functions has no link: the model calls the functions.
  const searchable = chats.groups.filter((group) => group.site_link !== null);
  const group = findMentionedGroup(
    text,
    searchable.map((site) => site.group_name),
  );
  return group === null ? null : { siteId: await findMentionedSite(group), files: [] };
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
