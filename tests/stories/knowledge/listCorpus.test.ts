import { randomUUID } from 'node:crypto';
import { newChat } from '../../../api/contract/chat.ts';
import type { Client } from '../../../api/contract/client.ts';
import {
  getCorpusFileLink,
  getCorpusFileText,
  getEmbeddedFiles,
  uploadSiteFile,
} from '../../../api/contract/corpusFiles.ts';
import { searchResponse } from '../../../api/contract/search.ts';
import type { Site } from '../../../api/contract/sites.ts';
import { collect, foldAnswer, MODEL } from '../../harness/client/answers.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '../../harness/client/corpora.ts';
import { eventually } from '../../harness/eventually.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';

let app: TestApp;
let ada: Client;
let ben: Client;
let finance: Site;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  await app.control('models', 'pace', { ms: 0 });
  [ada, ben] = [app.as('ada'), app.as('ben')];
  finance = await makeCorpus(ada, 'Finance', { library: 'Suppliers' });
  const items = await listCrawledFiles(ada, finance.SiteId);
  expect(items.map(({ name }) => name)).toEqual(['Brightwater Paper.txt', 'Osk Lenses.txt', 'Tallow & Sons.txt']);
  const added = await addFiles(ada, finance, items);
  expect([...added.values()].map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
});
afterAll(() => app.close());

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
