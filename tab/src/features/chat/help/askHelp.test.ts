import { sampleOrganization, signedInAsAda } from '#tab/testing/samples.ts';
import { session } from '#tab/state/session.state.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { searches } from '#tab/features/knowledge/siteSelection.state.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { ensureDraft } from '#tab/features/chat/composer/draft/draft.state.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';
import { askHelp, isAvaHelpSearch } from './askHelp.actions.ts';

const helpSiteId = 'a7d0027b773141ed869218fa5c83ba25';
const mockSubmit = jest.fn();
jest.mock('#tab/features/chat/composer/submitDraft.ts', () => ({
  submitDraft: (...input: unknown[]) => mockSubmit(...input),
}));
jest.mock('#tab/features/knowledge/sites/sites.actions.ts', () => ({ loadSites: () => Promise.resolve() }));
jest.mock('#tab/state/browserDatabase.ts');

beforeEach(() => {
  mockSubmit.mockReset();
  session.status = { name: 'signedIn', ...signedInAsAda(), organization: sampleOrganization({ helpSiteId }) };
});

function offerSites(...ids: string[]): void {
  const accessible = ids.map((SiteId) => ({ SiteId, SiteName: 'AVA Help' }));
  Object.assign(sites, { accessible, inaccessible: [], preparing: [], list: { name: 'ready' } });
}

it('asks the help corpus in a new search', async () => {
  offerSites(helpSiteId);
  await askHelp('How do I stop an answer?');
  const chatId = chats.openId ?? '';
  expect(chats.open[chatId]?.type).toBe('search');
  expect(isAvaHelpSearch(chatId)).toBe(true);
  expect(mockSubmit).toHaveBeenCalledWith(chatId, 0);
});

it('keeps the question when the help corpus is out of reach', async () => {
  offerSites();
  await askHelp('How do I stop an answer?');
  const chatId = chats.openId ?? '';
  expect(searches[chatId]?.selection).toMatchObject({ name: 'failed', detail: knowledgeTexts.siteInaccessible });
  expect(isAvaHelpSearch(chatId)).toBe(false);
  expect(toOutput(ensureDraft(chatId).document).text).toBe('How do I stop an answer?');
  expect(mockSubmit).not.toHaveBeenCalled();
});
