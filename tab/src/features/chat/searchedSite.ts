import { AvaError, isAvaError } from '../../../../api/contract/errors.ts';
import { getSiteOfMention } from '../../../../api/contract/sites.ts';
import { api } from '../../api.ts';
import { knowledgeTexts } from '../knowledge/knowledge.texts.ts';
import { searches, siteIdOf } from '../knowledge/siteSelection.state.ts';
import { loadSites } from '../knowledge/sites/sites.actions.ts';
import { sites } from '../knowledge/sites/sites.state.ts';
import { chats } from './chat.state.ts';
import { mentionedGroup } from './mention.rules.ts';
import { typeOf } from './metadata.actions.ts';

/** What a message searches: a site, and of it only these files where there are any. */
export interface Searched {
  siteId: string;
  files: string[];
}

/**
 * What a message searches: the site chosen in Knowledge Search, or the one mentioned in Chat; `null` for a message to the
 * model alone. Throws `AvaError` with the specification's sentence where there should be a site and is none.
 */
export async function searchedBy(chatId: string, text: string): Promise<Searched | null> {
  if (typeOf(chatId) === 'search') {
    const siteId = siteIdOf(searches[chatId]);
    if (siteId === null) throw siteMissing();
    return { siteId, files: [...(searches[chatId]?.files ?? [])] };
  }
  const searchable = chats.groups.filter((group) => group.section === 'Knowledge Search');
  const group = mentionedGroup(
    text,
    searchable.map((each) => each.group_name),
  );
  return group === null ? null : { siteId: await siteOfMention(group), files: [] };
}

async function siteOfMention(name: string): Promise<string> {
  // Its citations name the site; the list says how it is called.
  if (sites.list.name === 'idle') void loadSites();
  try {
    const { site_id } = await api.call(getSiteOfMention, { mention_name: name });
    if (site_id === '') throw siteMissing();
    return site_id;
  } catch (cause) {
    throw isAvaError(cause) && cause.code === 'not_found' ? siteMissing(cause) : cause;
  }
}

function siteMissing(cause?: unknown): AvaError {
  return new AvaError('bad_request', { detail: knowledgeTexts.siteMissing, cause });
}
