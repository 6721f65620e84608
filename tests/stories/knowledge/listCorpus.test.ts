import { randomUUID } from 'node:crypto';
import { newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { getCorpusFileLink, getCorpusFileText, getEmbeddedFiles, uploadSiteFile } from '#contract/sites/corpusFiles.ts';
import { getFileBytes } from '#contract/files/files.ts';
import { searchResponse } from '#contract/sites/search.ts';
import type { Site } from '#contract/sites/sites.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { uploadAndRead } from '#tests/harness/client/uploads.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startAzurite } from '#tests/harness/storage/azurite.ts';
import { listBlobs } from '#tests/harness/app/storedBlobs.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let azurite: Awaited<ReturnType<typeof startAzurite>>;
let app: TestApp;
let ada: Client;
let ben: Client;
let finance: Site;

beforeAll(async () => {
  // Other stories store bytes in a folder.
  azurite = await startAzurite();
  app = await startApp({
    features: { knowledgeSearch: true },
    env: { AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString },
  });
  [ada, ben] = [app.as('ada'), app.as('ben')];
  finance = await makeCorpus(ada, 'Finance', { library: 'Suppliers' });
  const items = await listCrawledFiles(ada, finance.SiteId);
  expect(items.map(({ name }) => name)).toEqual(['Brightwater Paper.txt', 'Osk Lenses.txt', 'Tallow & Sons.txt']);
  const added = await addFiles(ada, finance, items);
  expect([...added.values()].map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
});
afterAll(async () => {
  await app?.close();
  await azurite.stop();
});

describe('a corpus of a list', () => {
  it('answers from the columns of an item, and its citation leads to the item', async () => {
    const { ConversationId: convo_id } = await ben.call(newChat, { chat_type: 'search' });
    const question = {
      convo_id,
      event_session_id: randomUUID(),
      model: MODEL,
      site_id: finance.SiteId,
      text: 'Within how many working days is proof paper delivered?',
    };
    const answer = foldAnswer(await collect(await ben.stream(searchResponse, question)));
    expect(answer.content).toMatch(/five working days.*\[1\]/);
    expect(answer.links[0]).toMatchObject({ fileid: '1', filename: 'Brightwater Paper.txt', standing: 'holds' });
    const item = { site_id: finance.SiteId, datasource_id: '1' };
    expect((await ben.call(getCorpusFileLink, item)).webUrl).toMatch(/\/sites\/Finance\/Lists\/Suppliers\/1_\.000$/);
    await expect(app.as('cleo').call(getCorpusFileLink, item)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('follows a change of an item', async () => {
    await app.control('graph', 'lists/change', {
      list: 'finance/Suppliers',
      row: 2,
      fields: { Terms: '<p>Repairs take two days.</p>' },
    });
    await ben.call(getEmbeddedFiles, { site_id: finance.SiteId });
    await eventually(async () => {
      const text = await ben.call(getCorpusFileText, { site_id: finance.SiteId, datasource_id: '2' });
      expect(text.extraction.parts[0]?.text).toContain('Terms: Repairs take two days.');
    });
  });

  it('takes no uploads', async () => {
    const upload = ada.upload(uploadSiteFile, { site_id: finance.SiteId }, new File(['tea'], 'tea.txt'));
    await expect(upload).rejects.toMatchObject({ detail: 'This corpus has no library that takes files.' });
  });
});

it('an uploaded file is read from Azure Blob Storage and returned, and no copy stays in the data folder', async () => {
  const { file } = await uploadAndRead(ada, new File(['Tea is at four.'], 'tea.txt'));
  expect(file.message).toBe('Tea is at four.');
  const bytes = await ada.bytes(getFileBytes, { file_id: file.file_id });
  expect(await bytes.text()).toBe('Tea is at four.');
  expect(await listBlobs(app)).toEqual({ stored: [], drafts: [] });
});
