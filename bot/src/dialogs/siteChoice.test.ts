import { DialogTestClient } from 'botbuilder-testing';
import { DialogTurnStatus } from 'botbuilder-dialogs';
import type { Site } from '../../../api/contract/sites.ts';
import { texts } from '../texts.ts';
import { SiteChoice, type SiteOptions } from './siteChoice.ts';

const site = (name: string, digit: string): Site => ({
  SiteId: digit.repeat(32),
  SiteName: name,
  SiteLink: `https://northwind.sharepoint.example/sites/${name}`,
  CorpusDescription: '',
  CorpusPrompt: '',
  CorpusConfig: { document_library_name: '', document_library_id: '', list_name: '', list_id: '' },
  CreatorEmail: '',
  isHelp: false,
  can: { edit: false, removeAnyFile: false },
});

const finance = site('Finance', 'f');
const board = site('Board', 'b');
const closed = [{ name: 'People', link: 'https://northwind.sharepoint.example/sites/People' }];

function begin(options: Partial<SiteOptions> = {}): DialogTestClient {
  return new DialogTestClient('msteams', new SiteChoice(), {
    open: [finance, board],
    closed,
    problem: null,
    ...options,
  });
}

const endOf = ({ dialogTurnResult }: DialogTestClient) => dialogTurnResult;

it('shows Ada the sites that are open to her, and where to ask for the others', async () => {
  const ada = begin();
  const shown = JSON.stringify(await ada.sendActivity('search'));
  for (const words of ['Finance', 'Board', texts.requestAccess('People')]) expect(shown).toContain(words);
  expect(shown).toContain(finance.SiteId);
  expect(endOf(ada).status).toBe(DialogTurnStatus.waiting);
});

it('takes a name, however it is written', async () => {
  const ada = begin();
  await ada.sendActivity('search');
  await ada.sendActivity('fin');
  expect(endOf(ada)).toMatchObject({ status: DialogTurnStatus.complete, result: { name: 'site', site: finance } });
});

it('takes a press in the card', async () => {
  const ada = begin();
  await ada.sendActivity('search');
  await ada.sendActivity({ type: 'message', text: '', value: { verb: 'site', site: board.SiteId } });
  expect(endOf(ada).result).toEqual({ name: 'site', site: board });
});

it('does not take a site that was not offered', async () => {
  const ada = begin();
  await ada.sendActivity('search');
  await ada.sendActivity({ type: 'message', text: '', value: { verb: 'site', site: 'c'.repeat(32) } });
  expect(endOf(ada).status).toBe(DialogTurnStatus.waiting);
});

it('asks twice more, and then takes it that something else is wanted', async () => {
  const ada = begin({ problem: texts.noSuchSite('Atlantis') });
  expect((await ada.sendActivity('search Atlantis')).text).toBe(texts.noSuchSite('Atlantis'));
  expect((await ada.sendActivity('Lemuria')).text).toBe(texts.noSuchSite('Lemuria'));
  expect((await ada.sendActivity('Mu')).text).toBe(texts.noSuchSite('Mu'));
  await ada.sendActivity('Thule');
  expect(endOf(ada).result).toEqual({ name: 'other' });
});

it('lets a question through that is no name', async () => {
  const ada = begin();
  await ada.sendActivity('search');
  await ada.sendActivity('How much is left of the budget?');
  expect(endOf(ada).result).toEqual({ name: 'other' });
});

it('asks nothing where nothing is open', async () => {
  const cleo = begin({ open: [] });
  expect(JSON.stringify(await cleo.sendActivity('search'))).toContain(texts.noSites);
  expect(endOf(cleo).result).toEqual({ name: 'other' });
});
