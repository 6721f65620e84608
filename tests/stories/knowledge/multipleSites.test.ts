import { randomUUID } from 'node:crypto';
import { newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { getCorpusFileBytes, getCorpusFileText } from '#contract/sites/corpusFiles.ts';
import { searchResponse } from '#contract/sites/search.ts';
import {
  deleteEmbeddedFile,
  getEmbeddedFiles,
  getSiteFiles,
  uploadSiteFile,
  type CandidateFile,
} from '#contract/sites/corpusFiles.ts';
import { createSite, getCorpus, getCorpusConfig, getFunctionGroups, getSiteInsights, getSiteLibraries, getSiteOfMention, getSiteOwnership, getSites, type Site } from '#contract/sites/sites.ts'; // prettier-ignore
import { nothingFound } from '#api/search/searchedSites.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { listAnswerRequests, getPromptText } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';

const QUESTION = 'From where to where does salary band C run?';
const SALARIES = 'Salary Bands 2027.docx';
const notFound = { code: 'not_found' };

let app: TestApp;
let cleo: Client;
/** Ada owns Finance, which Cleo cannot read. Cleo owns Brand. */
let finance: Site;
let brand: Site;
let salaries: CandidateFile;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  const ada = app.as('ada');
  cleo = app.as('cleo');
  finance = await makeCorpus(ada, 'Finance', {
    prompt: 'Mind the purple ledger.',
    description: 'Where the ledger lies.',
  });
  brand = await makeCorpus(cleo, 'Brand');
  salaries = (await listCrawledFiles(ada, finance.SiteId)).find(({ name }) => name === SALARIES)!;
  await addFiles(ada, finance, [salaries]);
  await addFiles(cleo, brand, await listCrawledFiles(cleo, brand.SiteId));
});
afterAll(() => app.close());

describe('Cleo uses a file id of Finance with her own site', () => {
  it('gets no content of the file in an answer', async () => {
    const { ConversationId: convo_id } = await cleo.call(newChat, { chat_type: 'search' });
    const input = { convo_id, event_session_id: randomUUID(), model: MODEL, site_id: brand.SiteId, text: QUESTION };
    const selected = { ...input, selected_ks_files: [salaries.id] };
    expect(foldAnswer(await collect(await cleo.stream(searchResponse, selected)))).toMatchObject({
      content: nothingFound(['one']),
    });
    await collect(await cleo.stream(searchResponse, { ...input, event_session_id: randomUUID() }));
    const prompts = (await listAnswerRequests(app)).map(getPromptText).join('');
    for (const secret of ['52,400', SALARIES, 'purple ledger']) expect(prompts).not.toContain(secret);
  });

  /** @proves threat:unreadable-site */
  it('cannot open, add or remove the file', async () => {
    const ask = { site_id: brand.SiteId, datasource_id: salaries.id };
    await expect(cleo.call(getCorpusFileText, ask)).rejects.toMatchObject(notFound);
    await expect(cleo.bytes(getCorpusFileBytes, ask)).rejects.toMatchObject(notFound);
    await expect(cleo.call(deleteEmbeddedFile, ask)).rejects.toMatchObject(notFound);
    const statuses = await addFiles(cleo, brand, [salaries]);
    expect(statuses.get(SALARIES)).toMatchObject({ status: 'FAILURE', error: 'Failed to upload file' });
    expect(JSON.stringify(await cleo.call(getEmbeddedFiles, {}))).not.toContain(SALARIES);
  });

  /** @proves threat:unreadable-site */
  it.each(['..', '.', '...'])('cannot use a path above the library as an id: “%s”', async (datasource_id) => {
    const refused = { code: 'bad_request' };
    await expect(cleo.call(deleteEmbeddedFile, { site_id: brand.SiteId, datasource_id })).rejects.toMatchObject(
      refused,
    );
    const file = { id: datasource_id, name: 'up.txt', webUrl: '' };
    await expect(addFiles(cleo, brand, [file])).rejects.toMatchObject(refused);
  });

  it('cannot make a corpus of the library of Finance under the name of her own site', async () => {
    const library = {
      document_library_name: 'Documents',
      document_library_id: finance.CorpusConfig.document_library_id,
    };
    const corpus = {
      site_id: brand.SiteId,
      site_name: 'Brand',
      site_link: '',
      corpus_config: { ...library, list_id: '' },
    };
    await expect(cleo.call(createSite, corpus)).rejects.toMatchObject(notFound);
  });
});

it('Cleo cannot reach Finance with any spelling of its id', async () => {
  const guid = finance.SiteId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  for (const site_id of [finance.SiteId, guid.toUpperCase(), `northwind.sharepoint.example,${guid},${guid}`]) {
    for (const endpoint of [getCorpus, getCorpusConfig, getSiteFiles, getSiteInsights, getSiteLibraries])
      await expect(cleo.call(endpoint, { site_id })).rejects.toMatchObject(notFound);
    await expect(cleo.call(getEmbeddedFiles, { site_id })).rejects.toMatchObject(notFound);
    await expect(cleo.upload(uploadSiteFile, { site_id }, new File(['x'], 'x.txt'))).rejects.toMatchObject(notFound);
    expect(await cleo.call(getSiteOwnership, { site_id })).toEqual({ isOwner: false });
  }
  for (const mention_name of ['Finance', 'finance', '@Finance', '[Finance]', '@[FINANCE]', ' Finance '])
    await expect(cleo.call(getSiteOfMention, { mention_name })).rejects.toMatchObject(notFound);
});

it('Cleo sees only the name of Finance and where to request access', async () => {
  const sites = await cleo.call(getSites, {});
  expect(sites.inaccessibleSites).toEqual([{ name: 'Finance', link: finance.SiteLink }]);
  const response = JSON.stringify([sites.accessibleSites, await cleo.call(getFunctionGroups, {})]);
  for (const secret of ['Finance', 'ledger', finance.SiteId]) expect(response).not.toContain(secret);
});
