import { AvaError, isAvaError } from '../../../../../api/contract/errors.ts';
import { getSiteOfMention } from '../../../../../api/contract/sites.ts';
import { api } from '../../../api.ts';
import { knowledgeTexts } from '../../knowledge/knowledge.texts.ts';
import { searches, getSelectedSiteId } from '../../knowledge/siteSelection.state.ts';
import { loadSites } from '../../knowledge/sites/sites.actions.ts';
import { sites } from '../../knowledge/sites/sites.state.ts';
import { chats } from '../chat.state.ts';
import { findMentionedGroup } from '../mentions/mention.rules.ts';
import { getChatType } from '../history/metadata.actions.ts';

/** What a message searches: a site, limited to `files` unless they are empty. */
export interface SearchScope {
  siteId: string;
  files: string[];
}

/**
 * The site selected in Knowledge Search or mentioned in Chat; `null` for a message without a site. Throws `AvaError` if
 * the site is missing.
 */
export async function findSearchScope(chatId: string, text: string): Promise<SearchScope | null> {
  if (getChatType(chatId) === 'search') {
    const siteId = getSelectedSiteId(searches[chatId]);
    if (siteId === null) throw createSiteMissingError();
    return { siteId, files: [...(searches[chatId]?.files ?? [])] };
  }
  const searchable = chats.groups.filter((group) => group.section === 'Knowledge Search');
  const group = findMentionedGroup(
    text,
    searchable.map((site) => site.group_name),
  );
  return group === null ? null : { siteId: await findMentionedSite(group), files: [] };
}

async function findMentionedSite(name: string): Promise<string> {
  // The citations have the site's id only; the list has its name.
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
