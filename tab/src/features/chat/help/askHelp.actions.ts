import { loadSites } from '#tab/features/knowledge/sites/sites.actions.ts';
import { lookUpSites } from '#tab/features/knowledge/siteSelection.actions.ts';
import { getSelectedSiteId, searches } from '#tab/features/knowledge/siteSelection.state.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { fillDraft } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { submitDraft } from '#tab/features/chat/composer/submitDraft.ts';
import { openNewChat } from '#tab/features/chat/opening/open.actions.ts';

function getHelpSiteId(): string {
  return getActiveSession(session.status)?.organization.helpSiteId ?? '';
}

/** Whether a search asks the corpus about AVA itself. */
export function isAvaHelpSearch(chatId: string): boolean {
  const siteId = getSelectedSiteId(searches[chatId]);
  return siteId !== null && siteId === getHelpSiteId();
}

/**
 * Asks the help corpus in a new search. If the person can't open that site, the search says so and the question stays in
 * the composer.
 */
export async function askHelp(question: string): Promise<void> {
  const chatId = openNewChat('search');
  fillDraft(chatId, question);
  void loadSites();
  await lookUpSites(chatId, [getHelpSiteId()]);
  if (isAvaHelpSearch(chatId)) await submitDraft(chatId, 0);
}
