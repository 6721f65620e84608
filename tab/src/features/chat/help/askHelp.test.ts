import { sampleOrganization, signedInAsAda } from '../../../testing/samples.ts';
import { session } from '../../../state/session.state.ts';
import { knowledgeTexts } from '../../knowledge/knowledge.texts.ts';
import { searches } from '../../knowledge/siteSelection.state.ts';
import { sites } from '../../knowledge/sites/sites.state.ts';
import { chats } from '../chat.state.ts';
import { ensureDraft } from '../composer/draft/draft.state.ts';
import { toOutput } from '../composer/output.ts';
import { askHelp, isAvaHelpSearch } from './askHelp.actions.ts';

const helpSiteId = 'a7d0027b773141ed869218fa5c83ba25';
const mockSubmit = jest.fn();
jest.mock('../composer/submitDraft.ts', () => ({ submitDraft: (...input: unknown[]) => mockSubmit(...input) }));
jest.mock('../../knowledge/sites/sites.actions.ts', () => ({ loadSites: () => Promise.resolve() }));
jest.mock('../../../state/browserDatabase.ts');

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
