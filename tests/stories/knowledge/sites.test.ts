import type { Client } from '#contract/client.ts';
import {
  deleteEmbeddedFile,
  getEmbeddedFiles,
  getSiteFiles,
  startEmbedding,
  uploadSiteFile,
} from '#contract/sites/corpusFiles.ts';
import * as contract from '#contract/sites/sites.ts';
import { makeCorpus } from '#tests/harness/client/corpora.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let ada: Client;
let ben: Client;
let cleo: Client;
let finance: contract.Site;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  [ada, ben, cleo] = [app.as('ada'), app.as('ben'), app.as('cleo')];
  finance = await makeCorpus(ada, 'Finance', { description: 'Money', prompt: 'Answer in crowns.' });
});
afterAll(() => app.close());

/** Returns the input for a corpus of Finance, with changes. */
const makeSiteInput = (changes: object = {}) => ({
  site_id: finance.SiteId,
  site_name: 'Finance',
  site_link: '',
  corpus_config: finance.CorpusConfig,
  ...changes,
});

/** The groups of sites; those of functions belong to everybody. */
async function listSiteGroups(person: Client) {
  const { groups } = await person.call(contract.getFunctionGroups, {});
  return groups.filter(({ section }) => section === 'Knowledge Search');
}

describe('Ada makes a corpus of Finance', () => {
  it('with the name and the address from Microsoft 365, and owns it', () => {
    expect(finance).toMatchObject({
      SiteId: expect.stringMatching(/^[0-9a-f]{32}$/),
      SiteName: 'Finance',
      SiteLink: 'https://northwind.sharepoint.example/sites/Finance',
      CorpusDescription: 'Money',
      CorpusPrompt: 'Answer in crowns.',
      CreatorEmail: 'ada.moreau@northwind.example',
      isHelp: false,
      can: { edit: true, removeAnyFile: true },
    });
  });

  /** @proves call:getSites call:getCorpusConfig call:getCorpus */
  it('finds it in her sites and no longer among the candidates', async () => {
    expect(await ada.call(contract.getSites, {})).toEqual({
      accessibleSites: [finance],
      inaccessibleSites: [],
      preparing: [],
    });
    const { value } = await ada.call(contract.getSiteCandidates, {});
    // Ada owns the board's site only as a member of its SharePoint group of owners; its Microsoft 365 group has Farid.
    expect(value.map(({ displayName }) => displayName)).toEqual(['Board Minutes']);
    expect(await ada.call(contract.getCorpusConfig, { site_id: finance.SiteId })).toEqual({
      corpus_config: finance.CorpusConfig,
    });
    expect(await ada.call(contract.getCorpus, { site_id: finance.SiteId })).toEqual({ sites: [finance] });
  });

  it.each([
    ['with dashes', (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')],
    ['in capitals', (id: string) => id.toUpperCase()],
    ['as the second part of a longer one', (id: string) => `northwind.sharepoint.example,${id},${'0'.repeat(32)}`],
  ])('an id %s is the same', async (_, written) => {
    const site_id = written(finance.SiteId);
    expect(await ada.call(contract.getCorpus, { site_id })).toEqual({ sites: [finance] });
    expect(await ada.call(contract.getSiteOwnership, { site_id })).toEqual({ isOwner: true });
  });

  /** @proves call:createSite */
  it('cannot make it twice, without a library, of a deleted library or with a description of a megabyte', async () => {
    await expect(ada.call(contract.createSite, makeSiteInput())).rejects.toMatchObject({
      code: 'corpus_exists',
      status: 409,
    });
    const none = { document_library_name: '', document_library_id: '', list_name: '', list_id: '' };
    const without = ada.call(contract.createSite, makeSiteInput({ corpus_config: none }));
    await expect(without).rejects.toMatchObject({ code: 'bad_request', detail: 'Please select a site and a library.' });
    const deletedLibrary = { ...none, document_library_id: 'b!gone' };
    const creation = ada.call(contract.createSite, makeSiteInput({ corpus_config: deletedLibrary }));
    await expect(creation).rejects.toMatchObject({
      detail: 'This library is no longer there. Please select another one.',
    });
    const long = ada.call(contract.createSite, makeSiteInput({ corpus_desc: 'x'.repeat(1_048_576) }));
    await expect(long).rejects.toMatchObject({
      code: 'bad_request',
      detail: expect.stringContaining('at most 4000 characters'),
    });
  });

  /** @proves call:updateCorpus */
  it('changes its description, unless another person has changed it first', async () => {
    const was = { CorpusDescription: 'Money', CorpusPrompt: 'Answer in crowns.' };
    const changed = { ...was, CorpusDescription: 'Budgets and reports' };
    const change = (from_corpus: typeof was, to_corpus: typeof was, person = ada) =>
      person.call(contract.updateCorpus, { site_id: finance.SiteId, from_corpus, to_corpus });
    finance = await change(was, changed);
    expect(finance).toMatchObject(changed);
    await expect(change(was, { ...was, CorpusDescription: 'Lost' })).rejects.toMatchObject({
      code: 'corpus_changed',
      status: 409,
    });
    await expect(change(changed, was, ben)).rejects.toMatchObject({ code: 'not_allowed', status: 403 });
    await expect(change(changed, was, cleo)).rejects.toMatchObject({ code: 'not_found', status: 404 });
    expect((await ada.call(contract.getCorpus, { site_id: finance.SiteId })).sites).toEqual([finance]);
  });
});

it('Ada and Farid make a corpus of the board’s site at once: one succeeds, the other gets an error', async () => {
  const both = await Promise.allSettled(['ada', 'farid'].map((person) => makeCorpus(app.as(person), 'Board Minutes')));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const rejection = both.find((outcome) => outcome.status === 'rejected');
  expect(rejection?.reason).toMatchObject({
    code: 'corpus_exists',
    detail: 'Someone has already created a corpus for this site. Reload the list of sites to use it.',
  });
});

describe('Ben, who can read Finance', () => {
  /** @proves call:getSiteOfMention */
  it('sees and mentions it but cannot change it', async () => {
    const { accessibleSites, inaccessibleSites } = await ben.call(contract.getSites, {});
    expect(accessibleSites).toEqual([{ ...finance, can: { edit: false, removeAnyFile: false } }]);
    expect(inaccessibleSites).toEqual([
      { name: 'Board Minutes', link: 'https://northwind.sharepoint.example/sites/BoardMinutes' },
    ]);
    expect(await listSiteGroups(ben)).toEqual([
      {
        group_name: 'Finance',
        group_description: 'Budgets and reports',
        section: 'Knowledge Search',
        site_link: finance.SiteLink,
      },
    ]);
    for (const mention_name of ['finance', '@Finance', '[FINANCE]']) {
      expect(await ben.call(contract.getSiteOfMention, { mention_name })).toEqual({ site_id: finance.SiteId });
    }
    expect(await ben.call(contract.getSiteOwnership, { site_id: finance.SiteId })).toEqual({ isOwner: false });
    await expect(ben.call(contract.createSite, makeSiteInput())).rejects.toMatchObject({ code: 'not_allowed' });
  });
});

describe('Cleo, who cannot read Finance', () => {
  it('sees only its name and where to request access', async () => {
    const reply = await cleo.call(contract.getSites, {});
    expect(reply.accessibleSites).toEqual([]);
    expect(reply.inaccessibleSites).toContainEqual({ name: 'Finance', link: finance.SiteLink });
    expect(JSON.stringify(reply)).not.toContain('Budgets');
    expect(await listSiteGroups(cleo)).toEqual([]);
  });

  /** @proves threat:unreadable-site */
  it('gets the same response from every call as for a site that does not exist', async () => {
    const item = await app.control('graph', 'files/find', { file: 'finance/Documents/Planning/Budget 2027.pdf' });
    const { itemId } = item as { itemId: string };
    const text = { CorpusDescription: '', CorpusPrompt: '' };
    const calls: ((site_id: string) => Promise<unknown>)[] = [
      (site_id) => cleo.call(contract.getCorpus, { site_id }),
      (site_id) => cleo.call(contract.getCorpusConfig, { site_id }),
      (site_id) => cleo.call(contract.getSiteLibraries, { site_id }),
      (site_id) => cleo.call(getSiteFiles, { site_id }),
      (site_id) => cleo.call(getEmbeddedFiles, { site_id }),
      (site_id) => cleo.call(contract.getSiteInsights, { site_id }),
      (site_id) => cleo.call(contract.getSiteOwnership, { site_id }),
      (site_id) => cleo.call(contract.updateCorpus, { site_id, from_corpus: text, to_corpus: text }),
      (site_id) => cleo.call(deleteEmbeddedFile, { site_id, datasource_id: itemId }),
      (siteId) => cleo.call(startEmbedding, { siteId, datasourceId: itemId, datasourceName: 'Budget 2027.pdf' }),
      (site_id) => cleo.upload(uploadSiteFile, { site_id }, new File(['Tea'], 'tea.txt')),
      (site_id) => cleo.call(contract.createSite, makeSiteInput({ site_id })),
    ];
    const getRejection = (call: (id: string) => Promise<unknown>, id: string) =>
      call(id).catch(({ code, detail }: { code: string; detail: string }) => ({ code, detail }));
    for (const call of calls)
      expect(await getRejection(call, finance.SiteId)).toEqual(await getRejection(call, '0'.repeat(32)));
    expect((await cleo.call(getEmbeddedFiles, {})).files).toEqual([]);
    const mention = (mention_name: string) =>
      getRejection(() => cleo.call(contract.getSiteOfMention, { mention_name }), '');
    expect(await mention('Finance')).toEqual({ code: 'not_found', detail: 'Inaccessible site' });
    expect(await mention('Nowhere')).toEqual(await mention('Finance'));
  });
});

/** @proves threat:graph-throttling */
it('throttled Graph requests are retried', async () => {
  await app.control('graph', 'throttle', { count: 2, retryAfter: 1, path: '/sites' });
  expect(await app.as('ines').call(contract.getSiteOwnership, { site_id: finance.SiteId })).toEqual({ isOwner: false });
  const { accessibleSites } = await app.as('ines').call(contract.getSites, {});
  expect(accessibleSites.map(({ SiteName }) => SiteName)).toEqual(['Finance']);
});

/** @proves threat:removed-access call:getEmbeddedFiles */
it('Inés loses access and within a minute sees only the name', async () => {
  await app.control('graph', 'access', { person: 'ines', site: 'finance', role: 'none' });
  await eventually(async () => expect((await app.as('ines').call(contract.getSites, {})).accessibleSites).toEqual([]), {
    everyMs: 1_000,
  });
  await expect(app.as('ines').call(getEmbeddedFiles, { site_id: finance.SiteId })).rejects.toMatchObject({
    code: 'not_found',
  });
});
