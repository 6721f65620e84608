import { DialogTurnStatus } from 'botbuilder-dialogs';
import { DialogTestClient } from 'botbuilder-testing';
import type { Site } from '#contract/sites/sites.ts';
import type { SiteOptions } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import { SiteChoiceDialog } from './siteChoiceDialog.ts';

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
const inaccessible = [{ name: 'People', link: 'https://northwind.sharepoint.example/sites/People' }];

function startChoice(options: Partial<SiteOptions> = {}): DialogTestClient {
  return new DialogTestClient('msteams', new SiteChoiceDialog(), {
    accessible: [finance, board],
    inaccessible,
    problem: null,
    ...options,
  });
}

const getResult = ({ dialogTurnResult }: DialogTestClient) => dialogTurnResult;

it('shows the sites that Ada can search, and links to request access to the others', async () => {
  const ada = startChoice();
  const shown = JSON.stringify(await ada.sendActivity('search'));
  for (const words of ['Finance', 'Board', texts.requestAccess('People')]) expect(shown).toContain(words);
  expect(shown).toContain(finance.SiteId);
  expect(getResult(ada).status).toBe(DialogTurnStatus.waiting);
});

it('accepts a name in any form', async () => {
  const ada = startChoice();
  await ada.sendActivity('search');
  await ada.sendActivity('fin');
  expect(getResult(ada)).toMatchObject({
    status: DialogTurnStatus.complete,
    result: { name: 'sites', chosen: { sites: [finance.SiteId], name: 'Finance' } },
  });
});

it('accepts a choice in the card', async () => {
  const ada = startChoice();
  await ada.sendActivity('search');
  await ada.sendActivity({ type: 'message', text: '', value: { verb: 'site', site: board.SiteId } });
  expect(getResult(ada).result).toEqual({ name: 'sites', chosen: { sites: [board.SiteId], name: 'Board' } });
});

it('accepts all sites, which come first, and several names', async () => {
  const ada = startChoice();
  const shown = JSON.stringify(await ada.sendActivity('search'));
  expect(shown.indexOf('All my sites')).toBeLessThan(shown.indexOf('Finance'));
  await ada.sendActivity({ type: 'message', text: '', value: { verb: 'site', site: 'all' } });
  expect(getResult(ada).result).toEqual({ name: 'sites', chosen: { sites: 'all', name: 'All my sites' } });

  const ben = startChoice();
  await ben.sendActivity('search');
  await ben.sendActivity('board, fin');
  const sites = [board.SiteId, finance.SiteId];
  expect(getResult(ben).result).toEqual({ name: 'sites', chosen: { sites, name: 'Board, Finance' } });
});

it('does not accept a site that was not offered', async () => {
  const ada = startChoice();
  await ada.sendActivity('search');
  await ada.sendActivity({ type: 'message', text: '', value: { verb: 'site', site: 'c'.repeat(32) } });
  expect(getResult(ada).status).toBe(DialogTurnStatus.waiting);
});

it('asks twice more, then ends without a site', async () => {
  const ada = startChoice({ problem: texts.noSuchSite('Atlantis') });
  expect((await ada.sendActivity('search Atlantis')).text).toBe(texts.noSuchSite('Atlantis'));
  expect((await ada.sendActivity('Lemuria')).text).toBe(texts.noSuchSite('Lemuria'));
  expect((await ada.sendActivity('Mu')).text).toBe(texts.noSuchSite('Mu'));
  await ada.sendActivity('Thule');
  expect(getResult(ada).result).toEqual({ name: 'other' });
});

it('ends without a site when a question arrives', async () => {
  const ada = startChoice();
  await ada.sendActivity('search');
  await ada.sendActivity('How much is left of the budget?');
  expect(getResult(ada).result).toEqual({ name: 'other' });
});

it('does not wait if there is no site to search', async () => {
  const cleo = startChoice({ accessible: [] });
  expect(JSON.stringify(await cleo.sendActivity('search'))).toContain(texts.noSites);
  expect(getResult(cleo).result).toEqual({ name: 'other' });
});
